// Every check that is not a test, two at a time, the longest first. Runs all of them and says at the end which failed, so
// that one run shows everything.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const checks: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['types: node', 'tsc', ['-p', 'tsconfig.node.json']],
  ['types: window', 'tsc', ['-p', 'tsconfig.web.json']],
  ['types: shared', 'tsc', ['-p', 'tsconfig.shared.json']],
  ['types: preload', 'tsc', ['-p', 'tsconfig.preload.json']],
  // electron-builder's types bring those of a browser along, which no other script may use.
  ['types: packaging', 'tsc', ['-p', 'tsconfig.packaging.json']],
  ['types: client library', 'tsc', ['-p', 'packages/client', '--noEmit']],
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['import rules', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'src', 'packages']],
  ['dead code', 'knip', []],
  ['code that only tests use', 'knip', ['--production']],
  ['lock file', 'node', ['scripts/lockFile.ts']],
  ['workflows', 'node', ['scripts/workflows.ts']],
  ['OpenAPI description', 'node', ['scripts/interfaceLint.ts']],
  ['build', 'node', ['scripts/build.ts']],
];

await import('./prepareTypes.ts');
const failed: string[] = [];
const waiting = [...checks];

async function runNext(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, command, args] = next;
    const started = performance.now();
    const run = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const [status, ...said] = await Promise.all([
      new Promise<number | null>((resolve, reject) => run.once('error', reject).once('close', resolve)),
      text(run.stdout),
      text(run.stderr),
    ]);
    if (status !== 0) failed.push(name);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${said.join('')}${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  }
}
await Promise.all([runNext(), runNext()]);

if (failed.length > 0) {
  console.error(`\n${failed.length} of ${checks.length} checks failed: ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`\nAll ${checks.length} checks passed.`);
