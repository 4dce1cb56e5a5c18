// `npm run build`: bundles the programs, the preload and the window into `out`, and does nothing when no source
// has changed since the last time. Needs no Electron binary. `--force` builds in any case.
import { createHash } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import { glob, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBuildLock } from './buildLock.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'out/.stamp');

const sources = [
  'src/**/*',
  'packages/client/src/**/*',
  'resources/**/*',
  'scripts/build.ts',
  'electron.vite.config.ts',
  'vite.web.config.ts',
  'package.json',
  'package-lock.json',
];

/** It follows from the sources. */
const isGenerated = ({ name, parentPath }: Dirent): boolean =>
  join(parentPath, name) === join(root, 'packages/client/src/interface.ts');

/** Contents and not times: a checkout changes every time and no content. */
async function fingerprint(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true, exclude: isGenerated })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(`${relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function build(outDir: string): Promise<void> {
  // Vite keeps what the caller has, such as a test runner's "test", and bundles React for development then.
  process.env.NODE_ENV = 'production';
  const { build: bundle } = await import('vite');
  const { mainConfig, preloadConfig, threadsApart } = await import('../electron.vite.config.ts');
  const { rendererConfig } = await import('../vite.web.config.ts');
  for (const config of [mainConfig(outDir), preloadConfig(outDir), threadsApart(outDir)])
    await bundle(config);
  await bundle({
    ...rendererConfig,
    configFile: false,
    logLevel: 'warn',
    build: { ...rendererConfig.build, outDir: join(outDir, 'renderer') },
  });
}

async function buildWhenNeeded(): Promise<void> {
  const began = new Date();
  const wanted = await fingerprint();
  const have = await readFile(stampFile, 'utf8').catch(() => '');
  if (have === wanted && !process.argv.includes('--force')) {
    // `bin/parallax.js` compares times first: what is saved from now on is newer.
    await utimes(stampFile, began, began);
    return;
  }
  const started = performance.now();
  await import('./prepareTypes.ts');
  // Beside, and then in its place at once: nobody ever sees half a build, and one that breaks off changes nothing.
  const fresh = join(root, 'node_modules/.cache/parallax-out');
  const old = `${fresh}-old`;
  await rm(fresh, { recursive: true, force: true });
  await build(fresh);
  await writeFile(join(fresh, '.stamp'), wanted);
  await utimes(join(fresh, '.stamp'), began, began);
  await rm(old, { recursive: true, force: true });
  if (existsSync(join(root, 'out'))) await rename(join(root, 'out'), old);
  await rename(fresh, join(root, 'out'));
  await rm(old, { recursive: true, force: true });
  console.log(`Built Parallax in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

process.chdir(root);
await withBuildLock(join(root, 'node_modules/.cache/parallax-build'), buildWhenNeeded);
