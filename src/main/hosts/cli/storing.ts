import type { Clock } from '#platform/clock.ts';
import type { AppErrorCode } from '#shared/model/appError.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import type { Core } from '../../core.ts';
import type { Rescued } from '../../runs/outcomes.ts';
import { type ExitCode, exitCode, NotStoredError } from './exitCodes.ts';
import type { Process, Terminal } from './terminal.ts';

/** How long a command waits until its answers can be stored, in milliseconds. */
const patienceMs = 60_000;
/** Waiting does not mend these. */
const lasting: ReadonlySet<AppErrorCode> = new Set<AppErrorCode>(['HISTORY_CORRUPT', 'HISTORY_READ_ONLY']);

/**
 * Says on stderr when answers cannot be stored, and when they are. The signal aborts with a NotStoredError when a
 * command that waits for answers should end: after a minute, at once if waiting is useless, or when it is
 * interrupted meanwhile.
 */
export function watchStoring(
  subscribe: Core['subscribe'],
  { terminal, interrupted }: Pick<Process, 'terminal' | 'interrupted'>,
  clock: Clock,
): AbortSignal {
  const unstorable = new AbortController();
  const giveUp = (): void => unstorable.abort(new NotStoredError());
  let reason: string | null = null;
  let waiting = new AbortController();
  interrupted.addEventListener('abort', () => {
    if (reason !== null) giveUp();
  });
  subscribe(({ name, payload }) => {
    if (name === 'notice') terminal.stderr(`${payload.message}\n`);
    if (name !== 'outcomes.changed') return;
    const { unstored } = payload;
    if (unstored === null) {
      if (reason !== null) terminal.stderr('All answers are stored.\n');
      waiting.abort();
    } else {
      if (unstored.reason !== reason)
        terminal.stderr(
          `Answers cannot be stored: ${unstored.reason} Answers that arrive are kept in memory; nothing more is sent until they are stored.\n`,
        );
      if (interrupted.aborted || lasting.has(unstored.code)) giveUp();
      if (reason === null) {
        waiting = new AbortController();
        clock.wait(patienceMs, waiting.signal).then(giveUp, () => undefined);
      }
    }
    reason = unstored?.reason ?? null;
  });
  return unstorable.signal;
}

/**
 * Stops the core and says which answers are not stored; then returns the exit code for it, otherwise null.
 * @param lastMs see `Core.stop`
 */
export async function stopCore(
  core: Pick<Core, 'stop' | 'rescue'>,
  terminal: Terminal,
  lastMs?: number,
): Promise<ExitCode | null> {
  await core.stop(lastMs);
  return sayRescued(core.rescue(), terminal);
}

/** Before a process ends at once: what is not stored is written to a file. */
export const rescueFrom = (core: Pick<Core, 'rescue'>, terminal: Terminal) => (): ExitCode | null =>
  sayRescued(core.rescue(), terminal);

const said = new WeakSet<Rescued>();

function sayRescued(rescued: Rescued | null, terminal: Terminal): ExitCode | null {
  if (rescued === null) return null;
  if (said.has(rescued)) return exitCode.notStored;
  said.add(rescued);
  const { answers, file } = rescued;
  terminal.stderr(
    file === null
      ? `${counted(answers, 'answer')} could neither be stored nor written to a file, and ${answers === 1 ? 'is' : 'are'} lost.\n`
      : `${counted(answers, 'answer')} not stored: kept in ${file} and stored at the next start of Parallax with this data. Nothing is charged again.\n`,
  );
  return exitCode.notStored;
}
