// What the service costs, each figure as a ratio to a baseline measured in the same run:
//   node tests/bench/service.ts [--quick]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busySlots } from './service/busySlots.ts';
import { manyTasks } from './service/manyTasks.ts';
import { syncCalls } from './service/syncCalls.ts';

const quick = process.argv.includes('--quick');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const parts = { sync: syncCalls, tasks: manyTasks, slots: busySlots } as const;

let failed = false;
for (const [name, part] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue;
  const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-'));
  try {
    const rows = await part(folder, quick);
    console.log(`\n${name}`);
    for (const { figure, value, target, met } of rows) {
      const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
      console.log(`  ${figure.padEnd(58)} ${value.padStart(16)}  ${(target ?? '').padEnd(12)} ${verdict}`);
      if (met === false) failed = true;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
process.exit(failed ? 1 : 0);
