import type Database from 'better-sqlite3';
import { HistoryFailure } from '../store/failures.ts';
import { migrations } from '../store/migrations/list.ts';
import { openDatabase } from '../store/openDatabase.ts';
import { withDeclarationsOf } from './declarations.ts';
import type { TaskProgress } from './protocol.ts';
import { plainTables, quoted } from './tables.ts';

/** Recomputed from the answers, so that no damage is carried over. */
const derivedTables = ['search_facets', 'search_beginnings', 'search_pending', 'search_state'];
/** Damaged places in one table before the rest of it is given up. */
const maxPlaces = 50_000;
/** Consecutive places without new rows before the rest of a table is given up. */
const maxFruitless = 64;
const largestId = Number.MAX_SAFE_INTEGER;

type Table = {
  readonly name: string;
  readonly columns: readonly string[];
  /** An integer that orders the rows; null if the table can only be read from the beginning. */
  readonly key: string | null;
};

/**
 * Copies every readable row of a damaged history into a new file of the same version. Around damaged places it
 * looks for rows by id. Returns the tables that lost rows.
 */
export function salvageInto(
  source: Database.Database,
  file: string,
  onProgress: (progress: TaskProgress) => void,
): readonly string[] {
  const steps = migrations.filter(({ version }) => version <= readableVersion(source));
  const { db } = openDatabase(file, { steps });
  try {
    db.pragma('foreign_keys = OFF');
    const triggers = db
      .prepare<[], { name: string; sql: string }>(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
      )
      .all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(name)}`);
    const tables = plainTables(db).filter(
      (name) => !derivedTables.includes(name) && !name.startsWith('search_index'),
    );
    const lost: string[] = [];
    let rows = 0;
    withDeclarationsOf(db, source, () => {
      for (const [index, name] of tables.entries()) {
        onProgress({ what: 'Reading what is readable', done: index, total: tables.length });
        const read = copyTable(source, db, describe(db, name));
        rows += read.rows;
        if (read.damaged) lost.push(`${read.rows} rows of ${name} were recovered; others could not be read.`);
      }
    });
    if (rows === 0) throw nothingReadable();
    for (const { sql } of triggers) db.exec(sql);
    return lost;
  } finally {
    db.close();
  }
}

/** Migrations that created the damaged file; all of them if it does not say. */
function readableVersion(source: Database.Database): number {
  try {
    const version = Number(source.pragma('user_version', { simple: true }));
    if (migrations.some((step) => step.version === version)) return version;
    return largestId;
  } catch (error) {
    throw nothingReadable(error);
  }
}

const nothingReadable = (cause?: unknown): HistoryFailure =>
  new HistoryFailure(
    'HISTORY_CORRUPT',
    'Nothing in this history can be read. Restore a backup with "parallax restore". The file is unchanged.',
    cause,
  );

function describe(db: Database.Database, name: string): Table {
  const columns = db
    .prepare<{ name: string }, { name: string; type: string; pk: number }>(
      'SELECT name, type, pk FROM pragma_table_info(@name)',
    )
    .all({ name });
  const sql = db
    .prepare<{ name: string }, { sql: string }>(
      `SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = @name`,
    )
    .get({ name })?.sql;
  const first = columns.find(({ pk }) => pk === 1);
  const withoutRowid = /WITHOUT ROWID/i.test(sql ?? '');
  const key = withoutRowid ? (first?.type === 'INTEGER' ? first.name : null) : 'rowid';
  return { name, columns: columns.map((column) => column.name), key };
}

function copyTable(
  source: Database.Database,
  target: Database.Database,
  table: Table,
): { readonly rows: number; readonly damaged: boolean } {
  const names = table.columns.map(quoted).join(', ');
  const insert = target.prepare(
    `INSERT OR REPLACE INTO ${quoted(table.name)} (${names}) VALUES (${table.columns.map(() => '?').join(', ')})`,
  );
  let rows = 0;
  let damaged = false;
  const keep = (values: readonly unknown[]): void => {
    try {
      insert.run(...values);
      rows += 1;
    } catch {
      // A row that was read but is invalid, such as a number in a text column.
      damaged = true;
    }
  };
  const copyAll = target.transaction(() => {
    if (!readRows(source, table, keep)) damaged = true;
  });
  copyAll();
  return { rows, damaged };
}

/** Emits every readable row. False if some could not be read. */
function readRows(
  source: Database.Database,
  table: Table,
  keep: (values: readonly unknown[]) => void,
): boolean {
  const names = table.columns.map(quoted).join(', ');
  const from = `FROM ${quoted(table.name)}`;
  if (table.key === null) {
    try {
      for (const row of source.prepare(`SELECT ${names} ${from}`).raw(true).iterate()) keep(row as unknown[]);
      return true;
    } catch {
      return false;
    }
  }
  const key = table.key === 'rowid' ? 'rowid' : quoted(table.key);
  const select = `SELECT ${key}, ${names} ${from} WHERE ${key} >= ? ORDER BY ${key}`;
  let all: Database.Statement<[number]>;
  let first: Database.Statement<[number]>;
  try {
    all = source.prepare<[number]>(select).raw(true);
    first = source.prepare<[number]>(`${select} LIMIT 1`).raw(true);
  } catch {
    return false;
  }
  let low = 0;
  let fruitless = 0;
  for (let places = 0; places < maxPlaces && fruitless < maxFruitless; places += 1) {
    let last = low - 1;
    fruitless += 1;
    try {
      for (const row of all.iterate(low)) {
        const [at, ...values] = row as [number, ...unknown[]];
        // A damaged B-tree can lead back to rows that were read before.
        if (at <= last) continue;
        keep(values);
        last = at;
        fruitless = 0;
      }
      return places === 0;
    } catch {
      const next = nextReadable(first, last + 1);
      if (next === null) return false;
      low = next;
    }
  }
  return false;
}

/**
 * The smallest readable key behind an unreadable one: found by doubling steps, then by bisection. Null if
 * nothing behind it is readable.
 */
function nextReadable(first: Database.Statement<[number]>, unreadable: number): number | null {
  const isReadable = (key: number): boolean => {
    try {
      first.get(key);
      return true;
    } catch {
      return false;
    }
  };
  let bad = unreadable;
  let good: number | null = null;
  for (let step = 1; good === null; step *= 2) {
    const key = unreadable + step;
    if (key > largestId) return null;
    if (isReadable(key)) good = key;
    else bad = key;
  }
  while (good - bad > 1) {
    const middle = Math.floor((bad + good) / 2);
    if (isReadable(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
