import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, expect, it } from 'vitest';
import { createParquetFile } from '#main/history/tables/parquetFile.ts';
import { parquetTables } from '#shared/tables/parquetTables.ts';

const folder = mkdtempSync(join(tmpdir(), 'parallax-parquet-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('keeps every cell of a table that is longer than the room its columns begin with', async () => {
  const names = Object.keys(parquetTables.mentions);
  const types: readonly string[] = Object.values(parquetTables.mentions);
  const rows = Array.from({ length: 10_001 }, (_, row) =>
    types.map((type, column) =>
      type.endsWith('?') && row % 7 === 0 ? null : type.startsWith('text') ? `${column} ${row % 99}` : row,
    ),
  );

  const { add, finish } = createParquetFile(folder, 'mentions', 'test');
  for (const row of rows) add(row);
  const written = finish();

  const read = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, written.file)) });
  expect(read.map((row) => names.map((name) => row[name]))).toEqual(rows);
});
