import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';

/** The program was started at login: it shows its tray icon and no window. */
const backgroundFlag = '--background';

/** @param args those of the program; an entry for login items has none on macOS, which says so itself */
export function startedAtLogin(platform: NodeJS.Platform, args: readonly string[]): boolean {
  if (platform === 'darwin') return app.getLoginItemSettings().wasOpenedAtLogin;
  return args.includes(backgroundFlag);
}

/** Has the system start the program at login, or no longer. On Linux by an entry of the desktop standard. */
export function startAtLogin(
  wanted: boolean,
  program: {
    readonly platform: NodeJS.Platform;
    readonly executable: string;
    readonly dataFolder: string;
    readonly env: Readonly<Record<string, string | undefined>>;
  },
): void {
  const { platform, executable, dataFolder, env } = program;
  const args = [backgroundFlag, '--data', dataFolder];
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: wanted, args });
    return;
  }
  const folder = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart');
  const entry = join(folder, 'parallax-desktop.desktop');
  if (!wanted) {
    rmSync(entry, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(entry, autostartEntry([executable, ...args]));
}

/** A line break in a path could add a line of its own to the entry: then there is none. */
export function autostartEntry(command: readonly string[]): string {
  if (command.some((each) => /[\r\n]/.test(each)))
    throw new Error('A path with a line break cannot be started at login.');
  return `[Desktop Entry]
Type=Application
Name=Parallax
Comment=Runs the monitors of Parallax
Exec=${command.map(quoted).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** Quoted as the desktop entry specification has it: once for the command, once for the file, and % is no field code. */
const quoted = (argument: string): string =>
  `"${argument
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
