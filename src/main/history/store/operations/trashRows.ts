import { deserialize, serialize } from 'node:v8';
import type { Database, Statement } from 'better-sqlite3';

type Value = bigint | number | string | Buffer | null;
export type TrashRow = Readonly<Record<string, Value>>;

type TrashTable = {
  readonly table: string;
  /** Rows that belong to run @run. */
  readonly of: string;
  /** Column that is given another number if it is taken meanwhile. */
  readonly id?: true;
  /** For rows that several runs share: found again by this column instead of inserted twice. */
  readonly sharedBy?: string;
};

const ofAnswers = 'observation_id IN (SELECT id FROM observations WHERE run_id = @run)';
// Facts by older rules do not go with their answers: something else deletes them.
const ofFacts = `rules_version IN (SELECT rules_version FROM replays) AND ${ofAnswers}`;
const ofUrls = `SELECT url_id FROM sources WHERE ${ofAnswers}`;

/** What makes up a run, in the order in which it is inserted again: rows before those that refer to them. */
export const keptTables: readonly TrashTable[] = [
  {
    table: 'payloads',
    of: `id IN (SELECT payload_id FROM observations WHERE run_id = @run
      UNION SELECT payload_id FROM pages WHERE ${ofAnswers})`,
    id: true,
    sharedBy: 'sha256',
  },
  {
    table: 'requests',
    of: 'id IN (SELECT sent_request_id FROM observations WHERE run_id = @run)',
    id: true,
    sharedBy: 'sha256',
  },
  {
    table: 'domains',
    of: `id IN (SELECT domain_id FROM urls WHERE id IN (${ofUrls}))`,
    id: true,
    sharedBy: 'name',
  },
  { table: 'urls', of: `id IN (${ofUrls})`, id: true, sharedBy: 'url' },
  {
    table: 'model_verdicts',
    of: `key IN (SELECT key FROM model_verdict_subjects WHERE ${ofAnswers})`,
    sharedBy: 'key',
  },
  {
    table: 'model_answers',
    of: `key IN (SELECT key FROM model_answer_subjects WHERE ${ofAnswers})`,
    sharedBy: 'key',
  },
  { table: 'runs', of: 'id = @run', id: true },
  { table: 'cells', of: 'run_id = @run', id: true },
  { table: 'import_runs', of: 'run_id = @run' },
  { table: 'observations', of: 'run_id = @run', id: true },
  { table: 'response_headers', of: ofAnswers },
  { table: 'pages', of: ofAnswers, id: true },
  { table: 'sources', of: ofAnswers },
  { table: 'imported_results', of: ofAnswers },
  { table: 'notes', of: ofAnswers, id: true },
  { table: 'labels', of: ofAnswers },
  { table: 'translations', of: ofAnswers },
  { table: 'answer_claims', of: ofAnswers },
  { table: 'model_answer_subjects', of: ofAnswers },
  { table: 'model_verdict_subjects', of: ofAnswers },
  { table: 'brand_searches', of: ofFacts },
  { table: 'brand_mentions', of: ofFacts },
];

/** Rows that stay and lose their reference to a deleted run, with their keys. */
export const referringTables: readonly {
  readonly table: string;
  readonly column: string;
  readonly key: readonly string[];
}[] = [
  { table: 'reports', column: 'run_id', key: ['id'] },
  { table: 'assistant_spending', column: 'run_id', key: ['id'] },
  { table: 'charges', column: 'run_id', key: ['rowid'] },
  { table: 'monitor_times', column: 'run_id', key: ['monitor_id', 'scheduled_at_ms'] },
  { table: 'alerts', column: 'run_id', key: ['id'] },
  { table: 'alerts', column: 'before_run_id', key: ['id'] },
];

const parentOf: Readonly<Record<string, string>> = {
  run_id: 'runs',
  cell_id: 'cells',
  observation_id: 'observations',
  payload_id: 'payloads',
  sent_request_id: 'requests',
  domain_id: 'domains',
  url_id: 'urls',
};

/** Rows in one blob; some 200 keep it at about a megabyte of compressed answers. */
const rowsInBlob = 200;

/** Reads rows with all columns, integers as bigint. */
export const allRows = (db: Database, sql: string, values: Readonly<Record<string, Value>>): TrashRow[] =>
  db.prepare<[typeof values], TrashRow>(sql).safeIntegers().all(values);

/** The rows of a run as blobs, to be inserted again by `insertRows`. */
export function* packedRows(
  db: Database,
  run: bigint,
): Generator<{ readonly table: string; readonly rows: Buffer }> {
  for (const { table, of } of keptTables) {
    const rows = allRows(db, `SELECT * FROM ${table} WHERE ${of}`, { run });
    for (let at = 0; at < rows.length; at += rowsInBlob)
      yield { table, rows: serialize(rows.slice(at, at + rowsInBlob)) };
  }
}

export const unpackedRows = (blob: Buffer): readonly TrashRow[] => deserialize(blob) as readonly TrashRow[];

/**
 * Inserts rows again. A row keeps its number, unless it was given to another one meanwhile. Tables and columns that a
 * migration dropped meanwhile are left out.
 */
export function createRowInserter(db: Database) {
  const statements = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    const made = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  const columnsNow = new Map<string, ReadonlySet<string>>();
  const columnsOf = (table: string): ReadonlySet<string> => {
    const read = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
    const columns = columnsNow.get(table) ?? new Set(read.all(table));
    columnsNow.set(table, columns);
    return columns;
  };
  const numbers = new Map<string, Map<bigint, bigint>>();
  const known = new Map(keptTables.map((each) => [each.table, each]));

  const numberOf = (table: string, id: bigint): bigint => numbers.get(table)?.get(id) ?? id;
  const note = (table: string, before: bigint, after: bigint): void => {
    if (before === after) return;
    const of = numbers.get(table) ?? new Map<bigint, bigint>();
    numbers.set(table, of.set(before, after));
  };
  const free = (table: string, id: bigint): bigint => {
    if (statement(`SELECT 1 FROM ${table} WHERE id = @id`).get({ id }) === undefined) return id;
    const { most } = statement(`SELECT max(id) AS most FROM ${table}`).get() as { most: number };
    return BigInt(most) + 1n;
  };
  const shared = (table: string, column: string, value: Value | undefined): TrashRow | undefined =>
    statement(`SELECT * FROM ${table} WHERE ${column} = @value`).get({ value }) as TrashRow | undefined;

  return {
    insert(table: string, rows: readonly TrashRow[]): void {
      const present = columnsOf(table);
      if (present.size === 0) return;
      const { id: numbered, sharedBy } = known.get(table) ?? {};
      for (const stored of rows) {
        const row: Record<string, Value> = Object.fromEntries(
          Object.entries(stored).map(([column, value]) => {
            const parent = parentOf[column];
            const moved = parent !== undefined && typeof value === 'bigint' ? numberOf(parent, value) : value;
            return [column, moved instanceof Uint8Array ? Buffer.from(moved) : moved];
          }),
        );
        const there = sharedBy === undefined ? undefined : shared(table, sharedBy, row[sharedBy]);
        if (there !== undefined) {
          if (numbered) note(table, BigInt(String(stored.id)), BigInt(String(there.id)));
          continue;
        }
        if (numbered) {
          const before = BigInt(String(stored.id));
          row.id = free(table, before);
          note(table, before, row.id);
        }
        const columns = Object.keys(row).filter((each) => present.has(each));
        statement(
          `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((each) => `@${each}`).join(', ')})`,
        ).run(row);
      }
    },
  };
}
