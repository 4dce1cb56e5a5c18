// What several nodes on PostgreSQL do, each figure with its aim; ratios are within the run:
//   node tests/bench/cluster.ts [--quick|--smoke] [--only=tasks|sync|intake|slots|picking]
import { loadavg } from 'node:os';
import { createDatabase, startPostgres } from '../support/postgres/postgresServer.ts';
import { intake } from './cluster/intake.ts';
import { picking } from './cluster/picking.ts';
import { slotsOfNodes } from './cluster/slotsOfNodes.ts';
import { syncDurable } from './cluster/syncDurable.ts';
import { taskRates } from './cluster/taskRates.ts';
import { printRows } from './service/row.ts';

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const parts = { tasks: taskRates, sync: syncDurable, intake, slots: slotsOfNodes, picking } as const;

const server = await startPostgres({
  durable: true,
  settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
});
try {
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue;
    const [before = 0] = loadavg();
    const rows = await part({ newDatabase: () => createDatabase(server.url) });
    console.log(`\n${name} (load ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after)`);
    printRows(rows);
  }
} finally {
  await server.close();
}
process.exit();
