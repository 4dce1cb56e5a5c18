import { join } from 'node:path';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { toDisk } from '#platform/files.ts';
import { type ParquetTable, type ParquetType, parquetTables } from '#shared/exports/parquetTables.ts';

export type Cell = string | number | null;

export type WrittenTable = {
  readonly table: ParquetTable;
  readonly file: string;
  readonly rows: number;
  readonly rowGroups: number;
  readonly bytes: number;
};

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const physical: Readonly<Record<ParquetType, Pick<Element, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  int: { type: 'INT32' },
  double: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

/**
 * Rows of a group. Warehouses load groups of 16 MiB and more fastest; so many rows of usual answers take that, and fit
 * into memory while they are collected.
 */
const rowsOfGroup: Readonly<Record<ParquetTable, number>> = {
  answers: 400_000,
  mentions: 1_000_000,
  citations: 1_000_000,
  searches: 500_000,
  runs: 400_000,
  texts: 400_000,
};
/** Characters of a group, where rows are long. */
const charactersOfGroup = 24 * 1024 ** 2;

/** Texts that hardly repeat: a dictionary of them would be one more copy. Sorting out which takes longer than writing. */
const unlike = new Set([
  'answers.answer_id',
  'answers.request_id',
  'texts.answer_id',
  'texts.text',
  'runs.run_id',
]);

/** Writes a table group by group: what it holds in memory is one group. */
export function createParquetFile(folder: string, table: ParquetTable, version: string) {
  const file = `${table}.parquet`;
  const path = join(folder, file);
  const columns = Object.entries<string>(parquetTables[table]).map(([name, declared]) => ({
    name,
    type: declared.replace('?', '') as ParquetType,
    optional: declared.endsWith('?'),
  }));
  const schema: Element[] = [
    { name: 'parallax', num_children: columns.length },
    ...columns.map(
      ({ name, type, optional }): Element => ({
        name,
        ...physical[type],
        repetition_type: optional ? 'OPTIONAL' : 'REQUIRED',
      }),
    ),
  ];
  const output = fileWriter(path);
  const writer = new ParquetWriter({ writer: output, schema, createdBy: `Parallax ${version}` });
  const most = rowsOfGroup[table];
  let collected: unknown[][] = columns.map(() => []);
  let characters = 0;
  let rows = 0;

  const writeGroup = (): void => {
    const [first = []] = collected;
    if (first.length === 0) return;
    writer.write({
      rowGroupSize: first.length,
      columnData: columns.map(({ name, type }, at) => ({
        name,
        data: collected[at] ?? [],
        offsetIndex: false,
        // Bounds let a reader skip groups; of texts they would cost more than all the rest.
        statistics: type !== 'text' && type !== 'bool',
        ...(type === 'text'
          ? { encoding: unlike.has(`${table}.${name}`) ? ('PLAIN' as const) : ('RLE_DICTIONARY' as const) }
          : {}),
      })),
    });
    rows += first.length;
    collected = columns.map(() => []);
    characters = 0;
  };

  return {
    /** @param row in the order of the columns */
    add(row: readonly Cell[]): void {
      for (const [at, { type }] of columns.entries()) {
        const cell = row[at] ?? null;
        collected[at]?.push(cell === null ? null : written(cell, type));
      }
      if (table === 'texts') characters += String(row[1]).length;
      if (collected[0]?.length === most || characters >= charactersOfGroup) writeGroup();
    },
    finish(): WrittenTable {
      writeGroup();
      writer.finish();
      toDisk(path);
      return { table, file, rows, rowGroups: writer.row_groups.length, bytes: output.offset };
    },
  };
}

function written(cell: string | number, type: ParquetType): string | number | boolean | bigint {
  if (type === 'bool') return cell === 1;
  return type === 'time' ? BigInt(cell) : cell;
}
