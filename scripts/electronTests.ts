// `npm run test:electron`: the end-to-end scenarios of the desktop on the real Electron, which `npm test` runs on its double.
// Electron is the one of this checkout, downloaded if need be, or the executable that PARALLAX_ELECTRON names. Without one,
// nothing runs: it says why and ends with 1. Arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findElectron } from './electronBinary.ts';

const named = process.env.PARALLAX_ELECTRON;
const root = fileURLToPath(new URL('..', import.meta.url));
const electron = named
  ? ({ kind: 'ready', executable: named } as const)
  : await findElectron(`${root}node_modules/electron`, console.error);
if (electron.kind !== 'ready') {
  console.error(`No scenario was run on Electron: ${electron.reason}.`);
  if (electron.remedy) console.error(electron.remedy);
  console.error(
    'PARALLAX_ELECTRON names another executable. "npm test" runs the same scenarios on the double.',
  );
  process.exit(1);
}
console.log(`Scenarios of the desktop on ${electron.executable}`);
const scenarios = 'tests/e2e/scenarios/';
// The others need a Chromium of the machine, and have nothing to do with Electron.
const ofDesktop = readdirSync(`${root}${scenarios}`)
  .filter((name) =>
    /describeOnEveryHost\(|desktopMissing\(/.test(readFileSync(`${root}${scenarios}${name}`, 'utf8')),
  )
  .map((name) => `${scenarios}${name}`);
const chosen = process.argv.slice(2);
const tests = spawnSync(
  process.execPath,
  ['scripts/test.ts', '--testNamePattern', 'over Electron', ...(chosen.length > 0 ? chosen : ofDesktop)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PARALLAX_ELECTRON: electron.executable } },
);
process.exit(tests.status ?? 1);
