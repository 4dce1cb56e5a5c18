import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type ElectronBinary =
  | { readonly kind: 'ready'; readonly executable: string }
  /** `reason` is a clause that ends "The desktop window cannot open: ". */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Long enough for some 120 MB over a slow line. */
const downloadTimeoutMs = 10 * 60_000;

/** Why a window cannot open on this machine whatever is installed, or null. */
export function displayProblem(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  uid: number | undefined,
): string | null {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (uid === 0) return 'Electron does not run sandboxed as root';
  return null;
}

/** The executable of the installed electron package, or null while it is not downloaded. */
export function installedElectron(packageFolder: string): string | null {
  const pathFile = join(packageFolder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const executable = join(packageFolder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(executable) ? executable : null;
}

/** Finds Electron, downloading it where that is possible. `announce` is told before a download begins. */
export async function findElectron(
  packageFolder: string,
  announce: (line: string) => void,
): Promise<ElectronBinary> {
  const problem = displayProblem(process.platform, process.env, process.getuid?.());
  if (problem) return { kind: 'unavailable', reason: problem };
  const installed = installedElectron(packageFolder);
  if (installed) return { kind: 'ready', executable: installed };
  const installer = join(packageFolder, 'install.js');
  if (!existsSync(installer)) return { kind: 'unavailable', reason: 'the electron package is not installed' };
  announce('Downloading Electron, once…');
  const downloaded = (await runInstaller(installer)) ? installedElectron(packageFolder) : null;
  return downloaded
    ? { kind: 'ready', executable: downloaded }
    : { kind: 'unavailable', reason: 'Electron is not here and could not be downloaded' };
}

function runInstaller(installer: string): Promise<boolean> {
  return new Promise((done) => {
    // Its stack traces would say less than the one line that follows.
    const child = spawn(process.execPath, [installer], { stdio: 'ignore', timeout: downloadTimeoutMs });
    child.on('error', () => done(false));
    child.on('exit', (code) => done(code === 0));
  });
}
