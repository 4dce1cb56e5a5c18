// What writing a history as Parquet tables costs, in time and in memory of this program:
//   npm run bench:parquet [-- --folder DIR]   a data folder that stays as it is, such as one of bench:history --folder;
//                                           without it, a history is filled first
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { historyTasks } from '#main/history/maintenance/taskClient.ts';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { parquetTableNames, usualParquetTables } from '#shared/tables/parquetTables.ts';
import { silent } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';
import { byForm } from './form.ts';
import { fill } from './history/fill.ts';
import { madeUpWorld } from './history/madeUpAnswers.ts';
import { atLeast, atMost, printRows, type Row, whole } from './service/row.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    // Searches stand in the stored bodies, which take longer to read than all other tables.
    bodies: { type: 'boolean', default: true },
    texts: { type: 'boolean', default: false },
    quick: { type: 'boolean' },
    smoke: { type: 'boolean' },
  },
  allowNegative: true,
});
const out = mkdtempSync(join(tmpdir(), 'parallax-parquet-'));
const file = join(values.folder ?? out, 'history.db');
if (values.folder === undefined) {
  const history = await openHistory({ entry: historyEntry, log: silent, file });
  const count = byForm({ full: 20_000, quick: 4000, smoke: 200 });
  await fill(history, madeUpWorld(2026), count, async () => undefined);
  await history.close();
}
const db = new Database(file, { readonly: true });
const answers = db.prepare<[], number>('SELECT count(*) FROM observations').pluck().get() ?? 0;
db.close();

const rows: Row[] = [{ figure: 'answers', value: whole(answers) }];
const { exportTables } = historyTasks(historyEntry, file);
const write = async (tables: typeof parquetTableNames, target: string) => {
  const before = process.cpuUsage();
  const started = performance.now();
  const facts = await exportTables({
    filter: {},
    tables,
    target: join(out, target),
    since: null,
    version: '0',
    nowMs: 0,
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { facts, seconds, rate: answers / seconds, cpuRate: answers / ((user + system) / 1e6) };
};
try {
  // Every export starts a thread, which loads its code: most of the time that a few thousand answers take.
  const start = await write(['runs'], 'runs');
  const columns = await write(
    usualParquetTables.filter((name) => name !== 'searches'),
    'columns',
  );
  rows.push(
    atLeast('answers per second, tables that need no stored body', columns.rate, 20_000, ''),
    { figure: 'answers per second of processor time', value: whole(columns.cpuRate) },
    { figure: 'an export of the runs alone, seconds', value: start.seconds.toFixed(2) },
    {
      figure: 'answers per second of what the tables took beyond that',
      value: whole(answers / Math.max(columns.seconds - start.seconds, 0.001)),
    },
    ...columns.facts.tables.map(({ table, rows: count, rowGroups, bytes }) => ({
      figure: `${table}: rows, row groups, MB`,
      value: `${whole(count)}, ${rowGroups}, ${(bytes / 1e6).toFixed(1)}`,
    })),
  );
  if (values.bodies) {
    const bodies = await write(values.texts ? parquetTableNames : usualParquetTables, 'bodies');
    rows.push(
      {
        figure: `answers per second, searches${values.texts ? ' and texts' : ''} too`,
        value: whole(bodies.rate),
      },
      { figure: 'answers per second of processor time', value: whole(bodies.cpuRate) },
    );
  }
  rows.push(
    atMost('memory of the whole program at most, MB', process.resourceUsage().maxRSS / 1024, 500, ''),
  );
} finally {
  rmSync(out, { recursive: true, force: true });
}
printRows(rows);
