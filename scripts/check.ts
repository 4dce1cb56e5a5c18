// Every check that is not a test, in the order in which they are cheapest to fail. Runs all of them and says
// at the end which failed, so that one run shows everything.
import { spawnSync } from 'node:child_process';

const checks: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types: shared', 'tsc', ['-p', 'tsconfig.shared.json']],
  ['types: node', 'tsc', ['-p', 'tsconfig.node.json']],
  ['types: preload', 'tsc', ['-p', 'tsconfig.preload.json']],
  ['types: window', 'tsc', ['-p', 'tsconfig.web.json']],
  ['import rules', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'src']],
  ['dead code', 'knip', []],
  ['build', 'node', ['scripts/build.ts']],
];

const failed: string[] = [];
for (const [name, command, args] of checks) {
  const started = performance.now();
  const run = spawnSync(command, args, { stdio: 'inherit' });
  const ok = run.status === 0;
  if (!ok) failed.push(name);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
if (failed.length > 0) {
  console.error(`\n${failed.length} of ${checks.length} checks failed: ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`\nAll ${checks.length} checks passed.`);
