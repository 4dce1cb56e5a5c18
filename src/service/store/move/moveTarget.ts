import { type Database, openPool, type Query, type Statement } from '../postgres/database.ts';
import { migrate } from '../postgres/schema.ts';
import { StoreError } from '../storeError.ts';
import type { MovedRow, MoveSource } from './moveSource.ts';
import { type MovedTable, movedTables, type SumsOfStore, sumsOfStore } from './moveTables.ts';

/** Progress of a table: the key of the last committed row, and the number of rows. */
export type TableProgress = { readonly key: MovedRow; readonly rows: number };
type Progress = Readonly<Record<string, TableProgress>>;
/** `changed`: a service ran on the file after the move began, so it has to start again. */
export type MoveState = 'new' | 'continued' | 'changed' | 'finished';

/** The target database. No node starts on it between the first row and the last check. */
export type MoveTarget = {
  readonly shownAddress: string;
  /**
   * Read-only.
   * @throws StoreError if the database contains anything but the beginning of this move
   */
  readonly look: () => Promise<MoveState>;
  /** Creates the tables and records the move; returns its progress. */
  readonly begin: () => Promise<Progress>;
  /** Writes rows of a table together with its progress. */
  readonly write: (table: MovedTable, rows: readonly MovedRow[], progress: TableProgress) => Promise<void>;
  /** The corresponding rows, in order; null if one is missing. */
  readonly read: (table: MovedTable, rows: readonly MovedRow[]) => Promise<readonly (MovedRow | null)[]>;
  readonly count: (table: MovedTable) => Promise<number>;
  readonly sums: () => Promise<SumsOfStore>;
  /** Lets nodes start on the database. */
  readonly finish: (nextNumbers: ReturnType<MoveSource['nextNumbers']>) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Held by the writer, so that two moves into one database run one after the other. */
const moveLock = 7_266_190_103;

const named = (name: string, text: string): Statement => ({ name: `move_${name}`, text });
const lock = named('lock', 'SELECT pg_advisory_xact_lock($1)');
const tablesThere = named(
  'there',
  `SELECT to_regclass('parallax_move') IS NOT NULL AS moved, to_regclass('accounts') IS NOT NULL AS tables,
    to_regclass('parallax_schema') IS NOT NULL AS ours`,
);
const tableOfMove = named(
  'table',
  `CREATE TABLE IF NOT EXISTS parallax_move (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    source uuid NOT NULL,
    state text NOT NULL,
    progress jsonb NOT NULL DEFAULT '{}',
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz
  )`,
);
const moveNow = named(
  'now',
  'SELECT source, state, progress, finished_at IS NOT NULL AS finished FROM parallax_move',
);
const inUse = named(
  'in_use',
  `SELECT EXISTS (SELECT FROM accounts) OR EXISTS (SELECT FROM tasks)
    OR EXISTS (SELECT FROM nodes WHERE lease_ends_at > clock_timestamp()) AS used`,
);
const noteBegin = named(
  'begin',
  `INSERT INTO parallax_move (source, state) VALUES ($1, $2)
    ON CONFLICT (single) DO UPDATE SET state = excluded.state, progress = '{}', started_at = now()`,
);
const noteProgress = named(
  'progress',
  `UPDATE parallax_move SET progress = progress || $3::jsonb
    WHERE source = $1 AND state = $2 AND finished_at IS NULL RETURNING 1`,
);
const noteEnd = named(
  'end',
  `UPDATE parallax_move SET finished_at = now() WHERE source = $1 AND finished_at IS NULL RETURNING 1`,
);
const noteChange = named('change', 'UPDATE changes SET count = count + 1');
const nextNumber = named('next', 'SELECT setval(pg_get_serial_sequence($1, $2), $3, false)');
const sums = named('sums', sumsOfStore);
const tableNames = movedTables.map(({ name }) => name).join(', ');
// Unnamed: these contain several statements, or plans not worth caching.
const removeRows = {
  name: '',
  text: `ALTER TABLE ledger DISABLE TRIGGER ledger_rows_never_change; TRUNCATE ${tableNames}, session_keys;
    ALTER TABLE ledger ENABLE TRIGGER ledger_rows_never_change`,
};
const learnSizes = { name: '', text: `ANALYZE ${tableNames}` };

type MoveRow = {
  readonly source: string;
  readonly state: string;
  readonly progress: Progress;
  readonly finished: boolean;
};

/** @throws StoreError if the URL is invalid */
export function openMoveTarget(address: string, { mark, state, file }: MoveSource): MoveTarget {
  const db = openPool(address);
  const { shownAddress } = db;

  const evaluate = (found: MoveRow | null, used: boolean): MoveState => {
    const refuse = (why: string): never => {
      throw new StoreError('STORE_LOCKED', `The database ${shownAddress} ${why}. Use an empty database`);
    };
    if (found === null) return used ? refuse('is not empty') : 'new';
    if (found.source !== mark)
      return refuse(found.finished ? 'is not empty' : 'holds an unfinished move of another service');
    if (!found.finished) return found.state === state ? 'continued' : 'changed';
    if (found.state === state) return 'finished';
    return refuse(`already received ${file}, and a service has run on that file since`);
  };
  const look = async (query: Query): Promise<{ state: MoveState; found: MoveRow | null }> => {
    const [there] = await query<{ moved: boolean; tables: boolean; ours: boolean }>(tablesThere);
    const found = there?.moved ? ((await query<MoveRow>(moveNow))[0] ?? null) : null;
    // Tables of another program are refused when the tables are created.
    const filled = there?.tables && there.ours && (await query<{ used: boolean }>(inUse))[0]?.used === true;
    return { state: evaluate(found, filled === true), found };
  };

  return {
    shownAddress,
    look: async () => (await look(db.query)).state,
    begin: async () => {
      await look(db.query);
      await migrate(db, true);
      return db.transaction(async (query) => {
        await query(lock, [moveLock]);
        await query(tableOfMove);
        const now = await look(query);
        if (now.state === 'continued' || now.state === 'finished') return now.found?.progress ?? {};
        if (now.state === 'changed') await query(removeRows);
        await query(noteBegin, [mark, state]);
        return {};
      });
    },
    write: (table, rows, progress) =>
      db.transaction(async (query) => {
        const noted = await query(noteProgress, [mark, state, JSON.stringify({ [table.name]: progress })]);
        if (noted.length === 0) throw new Error(`Another move has begun into the database ${shownAddress}`);
        await query(insertInto(table), columnsOf(table, rows));
      }),
    read: async (table, rows) => {
      const keys = [...table.key, ...(table.foundBy ?? [])];
      const found = await db.query<{ nth: number } & Readonly<Record<string, MovedRow[number]>>>(
        selectFrom(table, keys),
        columnsOf(table, rows, keys),
      );
      const byNumber = new Map(found.map((row) => [row.nth, row]));
      return rows.map((_, index) => {
        const row = byNumber.get(index + 1);
        return row === undefined ? null : table.columns.map(([column]) => row[column] ?? null);
      });
    },
    count: async ({ name }) => {
      const counting = named(`count_${name}`, `SELECT count(*) AS count FROM ${name}`);
      return (await db.query<{ count: number }>(counting))[0]?.count ?? 0;
    },
    sums: async () => {
      const [row] = await db.query<SumsOfStore>(sums);
      return Object.fromEntries(
        Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]),
      ) as SumsOfStore;
    },
    finish: async (nextNumbers) => {
      // Otherwise the first statements of the nodes would be planned for empty tables.
      await db.query(learnSizes);
      await db.transaction(async (query) => {
        await query(lock, [moveLock]);
        for (const next of nextNumbers) await query(nextNumber, next);
        await query(noteChange);
        await query(noteEnd, [mark]);
      });
    },
    close: db.close,
  } satisfies MoveTarget & { close: Database['close'] };
}

function insertInto({ name, columns }: MovedTable): Statement {
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');
  const names = columns.map(([column]) => column).join(', ');
  return named(`into_${name}`, `INSERT INTO ${name} (${names}) SELECT * FROM unnest(${arrays})`);
}

function selectFrom({ name, columns }: MovedTable, keys: readonly string[]): Statement {
  const type = (key: string): string => columns.find(([column]) => column === key)?.[1] ?? 'text';
  const arrays = keys.map((key, index) => `$${index + 1}::${type(key)}[]`).join(', ');
  const matches = keys.map((key) => `${name}.${key} = asked.${key}`).join(' AND ');
  return named(
    `from_${name}`,
    `SELECT asked.nth::integer AS nth, ${columns.map(([column]) => `${name}.${column}`).join(', ')}
     FROM unnest(${arrays}) WITH ORDINALITY AS asked (${keys.join(', ')}, nth) JOIN ${name} ON ${matches}`,
  );
}

/** The values of rows column by column, for `unnest`. */
function columnsOf(
  { columns }: MovedTable,
  rows: readonly MovedRow[],
  names = columns.map(([name]) => name),
): readonly unknown[] {
  return names.map((name) => {
    const index = columns.findIndex(([column]) => column === name);
    return rows.map((row) => row[index]);
  });
}
