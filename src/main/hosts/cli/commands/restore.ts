import { resolve } from 'node:path';
import type { HistoryTasks } from '../../../history/maintenance/taskClient.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import type { Terminal } from '../terminal.ts';
import { type BackupOptions, contentsOf } from './backup.ts';

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
  return exitCode.everyAnswer;
}
