import { chmodSync, constants, copyFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** What a killed program may leave beside a database: committed changes, or what undoes a half-done one. */
export const logsOf = (file: string): readonly string[] =>
  ['-wal', '-journal'].filter((log) => (statSync(file + log, { throwIfNoEntry: false })?.size ?? 0) > 0);

export const logNames = (file: string): string =>
  logsOf(file)
    .map((log) => `${basename(file)}${log}`)
    .join(' and ') || 'nothing else';

/** Copies a database that nobody has open, with what a killed program left beside it, for this user to write. */
export function copyWithLogs(file: string, copy: string): void {
  for (const log of ['', ...logsOf(file)]) {
    copyFileSync(file + log, copy + log, constants.COPYFILE_FICLONE);
    // The original may be one that can only be read.
    chmodSync(copy + log, 0o600);
  }
}
