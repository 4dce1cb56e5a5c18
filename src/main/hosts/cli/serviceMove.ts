import type { Thread } from '#platform/threads/startThread.ts';
import type { MoveContract, MovePlan, MoveProgress, MoveReport } from '#shared/interface/operator/control.ts';
import { type ExitCode, exitCode } from './exitCodes.ts';
import type { MoveFlags } from './hostOptions.ts';
import { print } from './print.ts';
import type { Terminal } from './terminal.ts';
import { fitted, textTable } from './textTable.ts';

const words: Readonly<Record<MovePlan['state'], string>> = {
  new: 'The database is empty.',
  continued: 'An earlier move into this database continues where it stopped.',
  changed: 'A service has run on the file since an earlier move stopped: the move starts again.',
  finished: 'Everything is in the database already. Only the file is left to be renamed.',
};

/** Moves a service from its file into a PostgreSQL database, or shows what would be moved. */
export async function moveService(
  terminal: Terminal,
  start: (onEvent: (progress: MoveProgress) => void) => Thread<MoveContract>,
  flags: Pick<MoveFlags, 'dryRun' | 'format'>,
  interrupted: AbortSignal,
): Promise<ExitCode> {
  const thread = start((progress) => showProgress(terminal, progress));
  const end = (): void => void thread.terminate();
  interrupted.addEventListener('abort', end, { once: true });
  let begun = false;
  try {
    if (interrupted.aborted) end();
    const plan = await thread.opened;
    const rows = plan.tables.map(({ name, rows: count }) => [name, count.toLocaleString('en-US')]);
    const text = () => `${textTable(['TABLE', 'ROWS'], rows, terminal.columns())}${sentences(plan)}\n`;
    if (flags.dryRun) return print({ terminal }, flags.format, plan, text);
    terminal.stderr(`${sentences(plan)}\n`);
    begun = true;
    const report = await thread.call('move', null);
    terminal.liveLine('');
    if (report.kind === 'differs') {
      terminal.stderr(
        `The copy in ${plan.target} differs: ${report.what}. The file is unchanged, and no service starts on that database. Move into an empty one.\n`,
      );
      return exitCode.someFailed;
    }
    return print({ terminal }, flags.format, report, () => reportText(plan, report, terminal.columns()));
  } catch (error) {
    terminal.liveLine('');
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll('--store', '--to');
    terminal.stderr(interrupted.aborted ? 'Interrupted.\n' : `${reason.replace(/\.$/, '')}.\n`);
    if (!begun) return exitCode.someFailed;
    terminal.stderr('The file is unchanged. Run the same command again to continue.\n');
    return exitCode.unfinished;
  } finally {
    interrupted.removeEventListener('abort', end);
    await thread.close();
  }
}

function sentences({ file, target, state, requeued }: MovePlan): string {
  const again = requeued === 0 ? '' : ` ${requeued} running tasks go back into the queue.`;
  return `From ${file} to ${target}. ${words[state]}${again}`;
}

function showProgress(terminal: Terminal, { step, table, rows, of }: MoveProgress): void {
  const label = `${step === 'copy' ? 'Copied' : 'Checked'} ${table}: ${rows.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`;
  terminal.liveLine(fitted(label, terminal.columns() - 1));
  if (!terminal.live && rows === of) terminal.stderr(`${label}\n`);
}

function reportText({ target }: MovePlan, { tables, sums, movedTo }: MoveReport, columns: number): string {
  const checked = tables.map(({ name, rows, sha256 }) => [name, rows.toLocaleString('en-US'), sha256]);
  return [
    ...(checked.length === 0
      ? []
      : [textTable(['TABLE', 'ROWS', 'SHA-256 ON BOTH SIDES'], checked, columns)]),
    `Accepted tasks ${sums.tasks}, finished ${sums.ended}; balance of all accounts ${sums.balance}, charged ${sums.charged}.\n`,
    `The service is in ${target}. Start it with PARALLAX_STORE set to this database, with the same service.json on every node.\n`,
    `The file is kept as ${movedTo}.\n`,
  ].join('');
}
