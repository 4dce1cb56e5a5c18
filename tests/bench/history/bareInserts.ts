import { rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import Database from 'better-sqlite3';

const tables = ['payloads', 'observations', 'sources', 'response_headers', 'pages', 'cells'] as const;
/** The others have an id of their own, in the order in which answers came. */
const ofAnswer: readonly string[] = ['sources', 'response_headers', 'pages'];
const together = 64;

/**
 * The named baseline of storing: the very rows of a filled history, compressed bodies and all, inserted as they are,
 * with the same journal and as many answers to a commit. Nothing is parsed, compressed, looked up or counted.
 *
 * @param tablesAs `stored`: into tables with the keys and indexes of a history; `heap`: into tables without any
 * @returns answers per second
 */
export function bareInserts(
  filledFile: string,
  bareFile: string,
  most: number,
  tablesAs: 'stored' | 'heap',
): number {
  const from = new Database(filledFile, { readonly: true });
  rmSync(bareFile, { force: true });
  const to = new Database(bareFile);
  try {
    to.pragma('page_size = 2048');
    to.pragma('journal_mode = WAL');
    to.pragma('synchronous = FULL');
    // The rows they point at are not there.
    to.pragma('foreign_keys = OFF');
    const declarations = from
      .prepare<[string], string>(
        `SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index') AND sql IS NOT NULL
         ORDER BY type DESC`,
      )
      .pluck();
    const inserts = tables.map((table) => {
      const columns = from
        .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
        .all(table);
      const names = columns.map(({ name }) => name).join(', ');
      if (tablesAs === 'stored') for (const sql of declarations.all(table)) to.exec(sql);
      else to.exec(`CREATE TABLE ${table} (${names})`);
      const key = ofAnswer.includes(table) ? 'observation_id' : 'id';
      return {
        rows: from.prepare(`SELECT ${names} FROM ${table} WHERE ${key} = ?`).raw(),
        insert: to.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join()})`),
      };
    });
    let spent = 0;
    let stored = 0;
    for (let first = 1; first <= most; first += together) {
      const batch: { readonly insert: Database.Statement; readonly row: unknown }[] = [];
      for (let id = first; id < first + together && id <= most; id++)
        for (const { rows, insert } of inserts) for (const row of rows.all(id)) batch.push({ insert, row });
      const started = performance.now();
      to.transaction(() => {
        for (const { insert, row } of batch) insert.run(row);
      }).immediate();
      spent += performance.now() - started;
      stored += Math.min(together, most - first + 1);
    }
    return (stored / spent) * 1000;
  } finally {
    from.close();
    to.close();
  }
}
