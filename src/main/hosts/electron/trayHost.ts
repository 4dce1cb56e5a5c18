import { execFile } from 'node:child_process';

const question = [
  'org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus',
  'NameHasOwner',
  'org.kde.StatusNotifierWatcher',
] as const;
const [service, path, type, method, watcher] = question;

/** The same query for each of these tools. */
const askers: readonly (readonly [string, readonly string[]])[] = [
  [
    'gdbus',
    ['call', '--session', '--dest', service, '--object-path', path, '--method', `${type}.${method}`, watcher],
  ],
  ['busctl', ['--user', 'call', service, path, type, method, 's', watcher]],
  [
    'dbus-send',
    ['--session', '--print-reply', `--dest=${service}`, path, `${type}.${method}`, `string:${watcher}`],
  ],
];

/**
 * Whether the desktop shows tray icons. Windows and macOS always do; on Linux a host must be registered on the
 * session bus, which GNOME lacks without an extension. Without a tool to query, the answer is no.
 */
export async function hasTrayHost(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const [program, args] of askers) {
    const said = await answerOf(program, args);
    if (said !== null) return /\btrue\b/.test(said);
  }
  return false;
}

function answerOf(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((done) => {
    execFile(program, [...args], { timeout: 2000 }, (error, stdout) => done(error === null ? stdout : null));
  });
}
