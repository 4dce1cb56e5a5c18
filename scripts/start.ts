// `npm start`: builds when needed, then opens the desktop window, or serves the same window to the browser where
// Electron cannot run. Arguments go to the program: `npm start -- --data DIR`.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ElectronBinary, findElectron } from './electronBinary.ts';
import { runElectron } from './runElectron.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

const build = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

const electron = await findElectron(join(root, 'node_modules/electron'), console.error);
const problem = electron.kind === 'ready' ? await openWindow(electron.executable) : electron;
console.error(`The desktop window cannot open (${problem.reason}): Parallax opens in the browser instead.`);
if (problem.remedy) console.error(problem.remedy);
const browser = spawn(process.execPath, [join(root, 'bin/parallax.js'), 'web', ...args], {
  stdio: 'inherit',
});
follow(browser);
browser.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
browser.on('exit', (code) => process.exit(code ?? 1));

/** Returns only when the window never came. */
async function openWindow(executable: string): Promise<Extract<ElectronBinary, { kind: 'unavailable' }>> {
  // Set for tests and builds; with it the real Electron would look for itself in the wrong place.
  const { ELECTRON_OVERRIDE_DIST_PATH: _, ELECTRON_RUN_AS_NODE: __, ...env } = process.env;
  const end = await runElectron(executable, [root, ...args], env, follow);
  if (end.kind === 'ended') process.exit(end.code);
  return { kind: 'unavailable', reason: `Electron is here, but ${end.how}` };
}

/** Passes signals on to the child; Ctrl+C reaches it by itself. Tells whether one came. */
function follow(child: ChildProcess): () => boolean {
  let asked = false;
  process.on('SIGINT', () => {
    asked = true;
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      asked = true;
      child.kill(signal);
    });
  return () => asked;
}
