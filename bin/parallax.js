#!/usr/bin/env node
// The `parallax` command. Only what Node 14.18 understands: an older Node must get as far as handing over to the
// project's own, since better-sqlite3 crashes on it instead of saying why.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = [24, 12];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) {
  buildWhenNeeded();
  keepCompiled();
  import(pathToFileURL(join(root, 'out/main/cli.js')).href);
} else {
  handOver();
}

/** Builds a checkout whose sources changed; an installed program has no build script. Stdout stays the command's. */
function buildWhenNeeded() {
  const script = join(root, 'scripts/build.ts');
  if (!existsSync(script) || isNewerThanSources()) return;
  const build = spawnSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] });
  if (build.status !== 0) fail('Parallax could not be built; the lines above say why.');
}

/**
 * Whether the stamp of the build is newer than everything it was made from; a folder is as new as its last new, renamed or
 * removed file. Comparing contents, which the build does, takes longer than a command.
 */
function isNewerThanSources() {
  try {
    const { mtimeMs } = statSync(join(root, 'out/.stamp'));
    const isOlder = (path) => statSync(path).mtimeMs < mtimeMs;
    // Folder by folder: a recursive reading asks for the kind of each entry once more.
    const holdsOlder = (folder) =>
      isOlder(folder) &&
      readdirSync(folder, { withFileTypes: true }).every((entry) =>
        (entry.isDirectory() ? holdsOlder : isOlder)(join(folder, entry.name)),
      );
    return (
      [
        'scripts/build.ts',
        'electron.vite.config.ts',
        'vite.web.config.ts',
        'package.json',
        'package-lock.json',
      ].every((name) => isOlder(join(root, name))) &&
      ['src', 'packages/client/src', 'resources'].every((name) => holdsOlder(join(root, name)))
    );
  } catch (_error) {
    return false;
  }
}

/**
 * Keeps what was compiled beside the build, for this process and the threads it starts: only who can change the program
 * can change that, unlike in the folder for temporary files that Node would take. Where it cannot be written, nothing is kept.
 */
function keepCompiled() {
  if (!existsSync(join(root, 'out')) || process.env.NODE_COMPILE_CACHE) return;
  const folder = join(root, 'out/.compiled');
  nodeModule.enableCompileCache(folder);
  process.env.NODE_COMPILE_CACHE = folder;
}

/** Runs this script again on the Node that came with the project, as if it had been started by it. */
function handOver() {
  let node;
  try {
    const folder = dirname(nodeModule.createRequire(import.meta.url).resolve('node/package.json'));
    node = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch (_error) {
    node = '';
  }
  if (!existsSync(node)) {
    const way = existsSync(join(root, 'scripts/build.ts'))
      ? 'run "npm ci" first'
      : 'install it from https://nodejs.org';
    fail(`Parallax needs Node ${wanted.join('.')} or newer, and this is ${process.versions.node}: ${way}.`);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl+C reaches both; the command decides when it has finished. Other signals reach this process only.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Parallax could not be started: ${error.message}`));
  child.on('exit', (code) => process.exit(code === null ? 1 : code));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
