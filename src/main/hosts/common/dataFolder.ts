import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, openFileLog } from '#platform/log.ts';
import { restrictAccess } from '#platform/privateFiles.ts';

/**
 * The data folder, created if necessary, without access for other users; and its log.
 * @throws Error with the system's `code` if it cannot be used
 */
export function openDataFolder(dataFolder: string): Logger {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const log = openFileLog(programLog(dataFolder));
  const { restricted, open } = restrictAccess(dataFolder);
  if (restricted.length > 0) log('info', 'Access of other users was removed.', { restricted });
  if (open.length > 0) log('warn', 'Other users have access.', { open });
  return log;
}

/** The program's own log, at most two files. */
export const programLog = (dataFolder: string): string => join(dataFolder, 'logs', 'parallax.log');
