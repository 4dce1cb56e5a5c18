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
    restMs: Number(process.env.REST ?? 75_000),
    tell: (line) => process.stdout.write(`${line}\n`),
  });
  console.dir(day, { depth: 4 });
} finally {
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}
