/**
 * `npm run soak`: eight hours of an analyst in fifteen minutes, on a program whose clock runs 32 times as fast, with
 * the balance in the end. `-- --seed=N --minutes=N`; `--folder=PATH` begins with a copy of that history.
 */
import { constants } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { spendDay } from '#tests/support/longDay/day.ts';
import { endWith } from './form.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '15' },
    folder: { type: 'string' },
  },
});
const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-day-'));
process.stdout.write(`seed ${values.seed}\n`);
try {
  if (values.folder !== undefined)
    await copyFile(
      join(values.folder, 'history.db'),
      join(dataFolder, 'history.db'),
      constants.COPYFILE_FICLONE,
    );
  const day = await spendDay({
    dataFolder,
    seed: Number(values.seed),
    speed: 32,
    lastsMs: Number(values.minutes) * 60_000,
    restMs: 75_000,
    tell: (line) => process.stdout.write(`${line}\n`),
  });
  const { start, end, lost, quarters } = day;
  const [first = 0, , , last = 0] = quarters;
  const open = ({ handles, threads, listeners }: typeof start) =>
    Object.values(handles).reduce((sum, count) => sum + count, threads + listeners);
  const row = (figure: string, from: number, until: number, most: number) => ({
    figure,
    start: Math.round(from * 10) / 10,
    end: Math.round(until * 10) / 10,
    aim: until <= from * most ? 'met' : 'missed',
  });
  const megabyte = 1024 * 1024;
  const rows = [
    row('resident memory, MB', start.residentBytes / megabyte, end.residentBytes / megabyte, 1.1),
    row('heap of the main thread, MB', start.heapBytes / megabyte, end.heapBytes / megabyte, 1.1),
    row('handles, threads and listeners', open(start), open(end), 1),
    row('a click, first and last quarter, p95 ms', first, last, 1.1),
    row('answers lost', 0, lost.length, 1),
  ];
  console.table(rows);
  process.stdout.write(
    `${day.rounds} rounds, ${day.runs} runs, ${day.answers} answers; by quarter ${quarters.map(Math.round).join(', ')} ms\n${[...lost, ...end.warnings].join('\n')}\n`,
  );
  endWith(rows.every(({ aim }) => aim === 'met'));
} finally {
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}
