import { resolve } from 'node:path';
import { counted } from '#shared/tables/figureLabels.ts';
import type { BackupFacts } from '../../../history/maintenance/protocol.ts';
import type { HistoryTasks } from '../../../history/maintenance/taskClient.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import type { Terminal } from '../terminal.ts';

export type BackupOptions = { readonly file: string; readonly format: 'table' | 'json' };

/** Copies the history to a file, also while Parallax is open, and checks the copy. */
export async function backup(
  tasks: Pick<HistoryTasks, 'backup'>,
  terminal: Terminal,
  { file, format }: BackupOptions,
): Promise<ExitCode> {
  const facts = await tasks.backup(resolve(file));
  terminal.stdout(
    format === 'json' ? jsonLine(facts) : `Backed up to ${facts.file}: ${contentsOf(facts)}, verified.\n`,
  );
  return exitCode.everyAnswer;
}

/** What a copy holds, in words. */
export function contentsOf({ runs, observations, bytes }: BackupFacts): string {
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${counted(runs, 'run')}, ${counted(observations, 'answer')}, ${size}`;
}

/** Puts a backup in the place of the history; the one that was there stays beside it. */
export async function restore(
  tasks: Pick<HistoryTasks, 'restore'>,
  terminal: Terminal,
  { file, format }: BackupOptions,
  nowMs: number,
): Promise<ExitCode> {
  const facts = await tasks.restore(resolve(file), nowMs);
  const kept = facts.keptFile === null ? '' : `\nThe previous history is kept as ${facts.keptFile}.`;
  terminal.stdout(
    format === 'json' ? jsonLine(facts) : `Restored ${facts.file}: ${contentsOf(facts)}.${kept}\n`,
  );
  for (const { name, before, now } of facts.changedAddresses)
    terminal.stderr(
      `The address of connection "${name}" is now ${now}; it was ${before}. Its key is not sent there until you enter it again ("parallax connection key ${name}").\n`,
    );
  return exitCode.everyAnswer;
}
