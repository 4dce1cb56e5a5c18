// `npm test`: runs every suite. The set-up of those that start the program builds it (tests/support/builtCopy.ts).
// Arguments go to vitest, so `npm test -- tests/unit/shared` runs a part.
import { spawnSync } from 'node:child_process';

await import('./prepareTypes.ts');
const tests = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PARALLAX_BUILT: '1' },
});
process.exit(tests.status ?? 1);
