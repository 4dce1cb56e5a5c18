import { posix, win32 } from 'node:path';

/**
 * The default data folder: the system's place for application data, the same for window and command line, so
 * that both use one history.
 */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'win32')
    return win32.join(env.APPDATA || win32.join(home, 'AppData', 'Roaming'), 'Parallax');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Parallax');
  // The XDG base directory specification: a relative XDG_DATA_HOME is ignored.
  const base = env.XDG_DATA_HOME;
  return posix.join(base?.startsWith('/') ? base : posix.join(home, '.local', 'share'), 'parallax');
}
