import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { engines } from '#shared/interface/engines.ts';
import { parseInput, problemText } from '#shared/interface/parseInput.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { lazySchema } from '#shared/lazySchema.ts';
import { engineAliasesSchema } from '#shared/model/connection.ts';
import { projectDefaultsSchema } from '#shared/model/project.ts';
import { planSchema } from '#shared/planning/plan.ts';
import { plainTables, quoted, rowCount } from '../maintenance/tables.ts';
import { HistoryFailure } from '../store/failures.ts';
import { maxBodyBytes } from '../store/operations/payloads.ts';

/** Far more than any real project, but finite. */
export const importLimits = {
  fileBytes: 16 * 1024 ** 3,
  rows: 20_000_000,
  /** Maximum size of one text or body. */
  valueBytes: maxBodyBytes,
  /** Uncompressed bytes of all bodies per byte of the file, beyond the first gigabyte. */
  ratio: 100,
  freeBytes: 1024 ** 3,
};

/** The range of `Date`, in milliseconds and in days. */
const lastMs = 8.64e15;
const lastDay = 1e8;

const jsonObjects = new Set([
  'connections.engine_aliases',
  'projects.defaults',
  'runs.options',
  'header_sets.headers',
  'monitors.schedule',
]);
const json = new Set([
  ...jsonObjects,
  'brand_decisions.detail',
  'brand_rule_versions.rules',
  'plan_versions.content',
  'requests.body',
  'response_headers.headers',
  'runs.drivers',
  'runs.engine_options',
]);

const list = lazySchema(() => z.array(z.unknown()));
/** Values that are parsed by a schema later; invalid ones are not imported. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  'brand_rule_versions.rules': z.object({ brands: list, decisions: list }),
  'connections.engine_aliases': engineAliasesSchema,
  'projects.defaults': projectDefaultsSchema,
  'runs.drivers': z.array(z.string()),
};

type Column = { readonly name: string; readonly type: string; readonly pk: number };

/**
 * Validates every row of a foreign file before importing any: sizes, numbers, names, JSON and references.
 * SQLite ensures the types, because the tables are strict and the file was checked as a whole.
 * @param stop throws if the user cancelled
 * @throws HistoryFailure INVALID_INPUT that names the row
 */
export function checkRows(db: Database, from: string, stop: () => void): void {
  const refuse = (table: string, row: unknown, column: string, why: string): never => {
    throw new HistoryFailure(
      'INVALID_INPUT',
      `Row ${JSON.stringify(row)} of table ${table} in ${from} cannot be imported: ${column} ${why}. Nothing was changed.`,
    );
  };
  for (const table of plainTables(db).filter((name) => !name.startsWith('search_'))) {
    stop();
    if (rowCount(db, table) > importLimits.rows)
      refuse(table, importLimits.rows + 1, 'table', `has more than ${importLimits.rows} rows`);
    const columns = db
      .prepare<{ table: string }, Column>('SELECT name, type, pk FROM pragma_table_info(@table)')
      .all({ table });
    const row = rowName(db, table, columns);
    const firstOf = (where: string): unknown =>
      db
        .prepare(`SELECT ${row} FROM ${quoted(table)} WHERE ${where} LIMIT 1`)
        .pluck()
        .get();
    const refusals = columns.flatMap(({ name, type }) =>
      conditionsOf(table, name, type).map(([condition, why]) => ({ name, condition, why })),
    );
    // One scan of the table if nothing is wrong; the violated condition is determined afterwards.
    if (firstOf(refusals.map(({ condition }) => `(${condition})`).join(' OR ')) !== undefined)
      for (const { name, condition, why } of refusals) {
        const wrong = firstOf(condition);
        if (wrong !== undefined) refuse(table, wrong, name, why);
      }
    for (const { name } of columns) {
      const schema = schemas[`${table}.${name}`];
      if (schema === undefined) continue;
      const values = db
        .prepare<[], [unknown, string]>(`SELECT ${row}, ${quoted(name)} FROM ${quoted(table)}`)
        .raw();
      for (const [at, value] of values.iterate()) {
        const read = parseInput(schema, parsed(value));
        if (!read.success)
          refuse(table, at, name, `is not as Parallax writes it (${problemText(read.problems.slice(0, 1))})`);
      }
    }
  }
  const [dangling] = db
    .prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all();
  if (dangling)
    refuse(dangling.table, dangling.rowid, 'it', `refers to a row of ${dangling.parent} that does not exist`);
}

/** An invalid plan is kept for its runs as a deleted one: it could not be shown or run. */
export function removeUnreadablePlans(db: Database): void {
  const versions = db
    .prepare<[], { plan: number; content: string }>('SELECT plan_id AS plan, content FROM plan_versions')
    .all();
  const remove = db.prepare(
    'UPDATE plans SET removed_at_ms = ifnull(removed_at_ms, created_at_ms) WHERE id = @plan',
  );
  for (const { plan, content } of versions)
    if (!safeParse(planSchema, parsed(content)).success) remove.run({ plan });
}

/** SQLite reads text up to its first NUL, so it may consider valid what is not. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** What identifies the row for the user: its number, or its key if it has none. */
function rowName(db: Database, table: string, columns: readonly Column[]): string {
  const { sql } = db
    .prepare<{ table: string }, { sql: string }>(
      `SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = @table`,
    )
    .get({ table }) ?? { sql: '' };
  if (!/WITHOUT ROWID/i.test(sql)) return 'rowid';
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `substr(${quoted(name)}, 1, 60)`);
  return keys.join(` || ' ' || `);
}

/** SQL conditions that are true for invalid values, each with its message. */
function conditionsOf(table: string, name: string, type: string): readonly (readonly [string, string])[] {
  const column = quoted(name);
  if (type === 'INTEGER') {
    const most = /_ms$/.test(name) ? lastMs : name === 'day' ? lastDay : Number.MAX_SAFE_INTEGER;
    return [[`${column} NOT BETWEEN ${-most} AND ${most}`, 'is too large a number']];
  }
  if (type === 'REAL') return [[`abs(${column}) > 1e300`, 'is too large a number']];
  const size = [`octet_length(${column}) > ${importLimits.valueBytes}`, 'is larger than 64 MiB'] as const;
  if (type === 'BLOB')
    return name === 'sha256' ? [[`octet_length(${column}) <> 32`, 'is no SHA-256']] : [size];
  const path = `${table}.${name}`;
  return [
    size,
    ...(json.has(path)
      ? [[`json_valid(${column}) = 0`, 'is not valid JSON, or nested too deeply'] as const]
      : []),
    ...(jsonObjects.has(path) ? [[`json_type(${column}) <> 'object'`, 'is not a JSON object'] as const] : []),
    ...(name === 'uid'
      ? [[`${column} GLOB '*[^A-Za-z0-9_-]*' OR length(${column}) NOT BETWEEN 1 AND 64`, 'is no id'] as const]
      : []),
    ...(name === 'engine'
      ? [
          [
            `${column} NOT IN (${engines.map((engine) => `'${engine}'`).join(', ')})`,
            'names no engine',
          ] as const,
        ]
      : []),
    ...(path === 'connections.base_url'
      ? [[`${column} <> '' AND ${column} NOT GLOB 'http*://*'`, 'is no web address'] as const]
      : []),
  ];
}
