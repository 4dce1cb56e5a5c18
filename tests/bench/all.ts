/** `npm run bench`: every bench in its quick form, one after another, since they would slow each other down. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const benches: readonly (readonly [name: string, ...args: string[]])[] = [
  ['startup', '--quick'],
  ['scroll', '--quick'],
  ['service', '--quick'],
  ['compare', '--quick'],
  ['history', '--quick'],
  ['trends', '--count', '20000'],
];

const failed: string[] = [];
for (const [name, ...args] of benches) {
  console.log(`\n== ${name}`);
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' });
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) console.log(`\nMissed or failed: ${failed.join(', ')}.`);
process.exitCode = failed.length > 0 ? 1 : 0;
