// `npm start`: builds when needed, then opens the desktop window, or serves the same window to the browser where
// Electron cannot run. Arguments go to the program: `npm start -- --data DIR`.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findElectron } from './electronBinary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

const build = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

const electron = await findElectron(join(root, 'node_modules/electron'), console.error);
if (electron.kind === 'ready') {
  // Set for tests and builds; with it the real Electron would look for itself in the wrong place.
  const { ELECTRON_OVERRIDE_DIST_PATH: _, ELECTRON_RUN_AS_NODE: __, ...env } = process.env;
  follow(spawn(electron.executable, [root, ...args], { stdio: 'inherit', env }));
} else {
  console.error(
    `The desktop window cannot open (${electron.reason}): Parallax opens in the browser instead.`,
  );
  follow(spawn(process.execPath, [join(root, 'bin/parallax.js'), 'web', ...args], { stdio: 'inherit' }));
}

/** Ends with the child and as the child; Ctrl+C reaches it by itself. */
function follow(child: ChildProcess): void {
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
