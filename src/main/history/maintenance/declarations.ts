import type Database from 'better-sqlite3';

type SchemaRow = {
  readonly rowid: number;
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
};

/** Whether a damaged table declaration, not the file structure, keeps SQLite from reading anything. */
export function isUndeclared(db: Database.Database): boolean {
  try {
    db.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('malformed database schema');
  }
}

/** Makes SQLite read as much of the schema as it can, and accept a file that is shorter than stated. */
export function overlookDeclarations(db: Database.Database): void {
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
}

/**
 * Opens a damaged history with the table declarations of an intact one of its version, because a flipped bit in
 * the text of a declaration hides the whole table. The changes for that are rolled back, so nothing is written.
 */
export function withDeclarationsOf<T>(
  sound: Database.Database,
  damaged: Database.Database,
  work: () => T,
): T {
  const declared = declareAnew(sound, damaged);
  damaged.pragma('query_only = ON');
  try {
    return work();
  } finally {
    damaged.pragma('query_only = OFF');
    if (declared) damaged.exec('ROLLBACK');
  }
}

/** False if the schema cannot be changed even temporarily: the tables are then read as declared. */
function declareAnew(sound: Database.Database, damaged: Database.Database): boolean {
  if (damaged.readonly) return false;
  try {
    damaged.exec('BEGIN IMMEDIATE');
    const change = damaged.prepare(
      'UPDATE sqlite_schema SET type = @type, name = @name, tbl_name = @name, sql = @sql WHERE rowid = @rowid',
    );
    for (const [{ rowid }, { type, name, sql }] of alteredRows(tablesOf(sound), rowsOf(damaged)))
      change.run({ type, name, sql, rowid });
    damaged.pragma('writable_schema = RESET');
    overlookDeclarations(damaged);
    return true;
  } catch {
    if (damaged.inTransaction) damaged.exec('ROLLBACK');
    return false;
  }
}

/** Maps each altered row to its original declaration: by name, by text, or because it is the only one left. */
function alteredRows(
  sound: readonly SchemaRow[],
  damaged: readonly SchemaRow[],
): readonly (readonly [SchemaRow, SchemaRow])[] {
  const left = new Set(damaged);
  const take = (row: SchemaRow | undefined): SchemaRow | undefined => {
    if (row) left.delete(row);
    return row;
  };
  const find = (fits: (row: SchemaRow) => boolean): SchemaRow | undefined => take([...left].find(fits));
  const named = sound.map((table) => [find(({ name }) => name === table.name), table] as const);
  const worded = named.map(([row, table]) => [row ?? find(({ sql }) => sql === table.sql), table] as const);
  const missing = worded.filter(([row]) => row === undefined);
  // Indexes and the like are not searched for: only a row that says it is a table, or says nothing valid,
  // qualifies.
  const only = [...left].filter(({ type }) => !['index', 'trigger', 'view'].includes(type));
  return worded.flatMap(([row, table]) => {
    const found = row ?? (missing.length === 1 && only.length === 1 ? only[0] : undefined);
    const same = found?.type === table.type && found.name === table.name && found.sql === table.sql;
    return found && !same ? [[found, table] as const] : [];
  });
}

const tablesOf = (db: Database.Database): readonly SchemaRow[] =>
  rowsOf(db).filter(
    ({ type, name, sql }) =>
      type === 'table' && !name.startsWith('sqlite_') && !sql?.startsWith('CREATE VIRTUAL'),
  );

function rowsOf(db: Database.Database): readonly SchemaRow[] {
  const rows: SchemaRow[] = [];
  try {
    const all = db.prepare<[], SchemaRow>('SELECT rowid, type, name, sql FROM sqlite_schema');
    for (const row of all.iterate()) rows.push(row);
  } catch {
    // Nothing is known about rows behind a damaged place of the schema.
  }
  return rows;
}
