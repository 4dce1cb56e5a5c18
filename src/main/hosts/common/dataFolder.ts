import { mkdirSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { type Logger, openFileLog } from '#platform/log.ts';
import { restrictAccess } from '#platform/privateFiles.ts';

/**
 * Where everything Parallax keeps lives when nobody says otherwise: the system's place for application data, the
 * same for window and terminal, so that both see one history.
 */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'win32')
    return win32.join(env.APPDATA || win32.join(home, 'AppData', 'Roaming'), 'Parallax');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Parallax');
  // The base directory specification: a relative XDG_DATA_HOME is to be ignored.
  const base = env.XDG_DATA_HOME;
  return posix.join(base?.startsWith('/') ? base : posix.join(home, '.local', 'share'), 'parallax');
}

/**
 * The data folder, made when it is not there, with nothing of Parallax in it that other users can read; and its log.
 * @throws Error with the system's `code` when it cannot be used
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
