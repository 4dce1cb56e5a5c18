// `npm test`: builds what the end-to-end suites run on, then runs every suite. Arguments go to vitest, so
// `npm test -- tests/unit/shared` runs a part.
import { spawnSync } from 'node:child_process';

const build = spawnSync('node', ['scripts/build.ts'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

const tests = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PARALLAX_BUILT: '1' },
});
process.exit(tests.status ?? 1);
