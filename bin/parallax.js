#!/usr/bin/env node
// The `parallax` command. Only what Node 14.18 understands: an older Node must get as far as handing over to the
// project's own, since better-sqlite3 crashes on it instead of saying why.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = [24, 12];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) {
  buildWhenNeeded();
  import(pathToFileURL(join(root, 'out/main/cli.js')).href);
} else {
  handOver();
}

/** Builds a checkout whose sources changed; an installed program has no build script. Stdout stays the command's. */
function buildWhenNeeded() {
  const script = join(root, 'scripts/build.ts');
  if (!existsSync(script)) return;
  const build = spawnSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] });
  if (build.status !== 0) fail('Parallax could not be built; the lines above say why.');
}

/** Runs this script again on the Node that came with the project, as if it had been started by it. */
function handOver() {
  let node;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'));
    node = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch (_error) {
    node = '';
  }
  if (!existsSync(node)) {
    fail(
      `Parallax needs Node ${wanted.join('.')} or newer, and this is ${process.versions.node}: run "npm ci" first.`,
    );
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
