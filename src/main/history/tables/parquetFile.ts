import { join } from 'node:path';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { toDisk } from '#platform/files.ts';
import { type ParquetTable, type ParquetType, parquetTables } from '#shared/tables/parquetTables.ts';

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
 * Maximum rows of a row group. Warehouses load groups of 16 MiB and more fastest; this many rows of typical
 * answers take that, and fit into memory while they are collected.
 */
const rowsOfGroup: Readonly<Record<ParquetTable, number>> = {
  answers: 200_000,
  mentions: 1_000_000,
  citations: 1_000_000,
  searches: 500_000,
  runs: 400_000,
  texts: 400_000,
  translations: 400_000,
};
/**
 * Maximum characters of a group, repeated texts counted once: more would need too much memory, and the group is
 * long enough.
 */
const charactersOfGroup = 24 * 1024 ** 2;

/** Rows that a column has room for at first; the room doubles as they come. Most exports have far fewer than a group. */
const firstRows = 4096;

/** Texts that rarely repeat: a dictionary would be one more copy, and building it takes longer than writing. */
const unlike = new Set([
  'answers.answer_id',
  'answers.request_id',
  'texts.answer_id',
  'texts.text',
  'translations.text',
  'runs.run_id',
]);

/** Writes a table group by group: it holds one group in memory. */
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
  const collected = columns.map(({ name, type }) =>
    type === 'text'
      ? unlike.has(`${table}.${name}`)
        ? plainTexts()
        : repeatedTexts(most)
      : numbers(most, cellOf[type]),
  );
  let characters = 0;
  let inGroup = 0;
  let rows = 0;

  const writeGroup = (): void => {
    if (inGroup === 0) return;
    writer.write({
      rowGroupSize: inGroup,
      columnData: columns.map(({ name, type }, at) => ({
        name,
        // One column at a time is converted for the writer, which reads each when it needs it.
        get data() {
          return collected[at]?.cells(inGroup) ?? [];
        },
        offsetIndex: false,
        // Statistics let a reader skip groups; for texts they would cost more than everything else.
        statistics: type !== 'text' && type !== 'bool',
        ...(type === 'text'
          ? { encoding: unlike.has(`${table}.${name}`) ? ('PLAIN' as const) : ('RLE_DICTIONARY' as const) }
          : {}),
      })),
    });
    for (const { clear } of collected) clear();
    rows += inGroup;
    inGroup = 0;
    characters = 0;
  };

  return {
    /** @param row in the order of the columns */
    add(row: readonly Cell[]): void {
      for (let at = 0; at < collected.length; at += 1)
        characters += collected[at]?.put(inGroup, row[at] ?? null) ?? 0;
      inGroup += 1;
      if (inGroup === most || characters >= charactersOfGroup) writeGroup();
    },
    finish(): WrittenTable {
      writeGroup();
      writer.finish();
      toDisk(path);
      return { table, file, rows, rowGroups: writer.row_groups.length, bytes: output.offset };
    },
  };
}

type Written = string | number | boolean | bigint | null;

/** The values of one column while a group is collected, in as little memory as possible. */
type Collected = {
  /** The number of additional characters in memory. */
  readonly put: (at: number, cell: Cell) => number;
  readonly cells: (count: number) => Written[];
  readonly clear: () => void;
};

const roomAfter = (rows: number, most: number): number => Math.min(most, 2 * rows);

function withRoom<Values extends Int32Array | Float64Array>(values: Values, larger: Values): Values {
  larger.set(values);
  return larger;
}

/** Every text once, and four bytes per occurrence. */
function repeatedTexts(most: number): Collected {
  let codes = new Int32Array(firstRows);
  const known = new Map<string, number>();
  let texts: (string | null)[] = [null];
  return {
    put(at, cell) {
      const text = cell === null ? null : String(cell);
      const code = text === null ? 0 : known.get(text);
      if (at >= codes.length) codes = withRoom(codes, new Int32Array(roomAfter(codes.length, most)));
      codes[at] = code ?? texts.length;
      if (text === null || code !== undefined) return 0;
      known.set(text, texts.length);
      texts.push(text);
      return text.length;
    },
    cells(count) {
      const cells = new Array<Written>(count);
      for (let at = 0; at < count; at += 1) cells[at] = texts[codes[at] ?? 0] ?? null;
      return cells;
    },
    clear() {
      known.clear();
      texts = [null];
    },
  };
}

function plainTexts(): Collected {
  let texts: (string | null)[] = [];
  return {
    put(_at, cell) {
      const text = cell === null ? null : String(cell);
      texts.push(text);
      return text?.length ?? 0;
    },
    cells: () => texts,
    clear() {
      texts = [];
    },
  };
}

/** NaN stands for a missing value: no column uses it otherwise. */
function numbers(most: number, cellOf: (cell: number) => Written): Collected {
  let values = new Float64Array(firstRows);
  return {
    put(at, cell) {
      if (at >= values.length) values = withRoom(values, new Float64Array(roomAfter(values.length, most)));
      values[at] = cell === null ? Number.NaN : Number(cell);
      return 0;
    },
    cells(count) {
      const cells = new Array<Written>(count);
      for (let at = 0; at < count; at += 1) {
        const value = values[at] ?? Number.NaN;
        cells[at] = Number.isNaN(value) ? null : cellOf(value);
      }
      return cells;
    },
    clear() {},
  };
}

const cellOf: Readonly<Record<Exclude<ParquetType, 'text'>, (cell: number) => Written>> = {
  int: (cell) => cell,
  double: (cell) => cell,
  bool: (cell) => cell === 1,
  time: BigInt,
};
