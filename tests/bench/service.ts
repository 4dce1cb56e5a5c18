// What the service costs, each figure as a ratio to a baseline measured in the same run:
//   node tests/bench/service.ts [--quick|--smoke]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busySlots } from './service/busySlots.ts';
import { largeRequests } from './service/largeRequests.ts';
import { manyTasks } from './service/manyTasks.ts';
import { printRows } from './service/row.ts';
import { syncCalls } from './service/syncCalls.ts';

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const parts = { sync: syncCalls, tasks: manyTasks, slots: busySlots, large: largeRequests } as const;

for (const [name, part] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue;
  const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-'));
  try {
    const rows = await part(folder);
    console.log(`\n${name}`);
    printRows(rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
process.exit();
