import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DataSize, type SizeKind, sizeKinds } from '#shared/model/maintenance.ts';
import { HistoryFailure } from '../store/failures.ts';
import { refuseStrangeTables } from '../store/strangeObjects.ts';
import { freeBytesOf } from './exclusiveAccess.ts';
import { openForReading } from './openForReading.ts';
import { rowCount } from './tables.ts';

/** Category of a table by name prefix; the first match wins. */
const kindsByName: readonly (readonly [RegExp, SizeKind])[] = [
  [/^(payloads|payload_dictionaries)$/, 'answers'],
  [/^pages$/, 'pages'],
  [/^(sources|urls|domains|redirects)$/, 'sources'],
  [/^search_/, 'search'],
  [/^(brand|replays)/, 'brands'],
  [/^(runs|cells|observations|requests|response_headers|header_sets)$/, 'runs'],
];

/** The table whose rows count the items of a category. */
const countedTable: Readonly<Partial<Record<SizeKind, string>>> = {
  sources: 'sources',
  search: 'search_facets',
  brands: 'brand_mentions',
  runs: 'cells',
};

/** Size of the history by table, including indexes, from SQLite's dbstat. */
export function sizeOfHistory(file: string): DataSize {
  if (!existsSync(file)) throw new HistoryFailure('NOT_FOUND', `No history found at ${file} yet.`);
  const db = openForReading(file);
  try {
    refuseStrangeTables(db, file);
    const bytes = new Map<SizeKind, number>(sizeKinds.map((kind) => [kind, 0]));
    const add = (kind: SizeKind, more: number): void => void bytes.set(kind, (bytes.get(kind) ?? 0) + more);
    const tables = db
      .prepare<[], { name: string; bytes: number }>(
        `SELECT ifnull(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes
         FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY 1`,
      )
      .all();
    for (const table of tables)
      add(kindsByName.find(([pattern]) => pattern.test(table.name))?.[1] ?? 'other', table.bytes);
    // Stored pages are stored with the answers, as compressed bodies.
    const pages = db
      .prepare<[], { n: number; bytes: number }>(
        `SELECT count(*) AS n, ifnull(sum(length(body)), 0) AS bytes FROM payloads
         WHERE id IN (SELECT payload_id FROM pages WHERE payload_id IS NOT NULL)`,
      )
      .get() ?? { n: 0, bytes: 0 };
    add('pages', pages.bytes);
    add('answers', -pages.bytes);
    const rowsOf = (kind: SizeKind): number | null => {
      if (kind === 'pages') return pages.n;
      if (kind === 'answers') return rowCount(db, 'payloads') - pages.n;
      const table = countedTable[kind];
      return table === undefined ? null : rowCount(db, table);
    };
    const pragma = (name: string): number => Number(db.pragma(name, { simple: true }));
    return {
      file,
      fileBytes: statSync(file).size,
      journalBytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      freeBytes: pragma('freelist_count') * pragma('page_size'),
      diskFreeBytes: freeBytesOf(dirname(file)),
      kinds: sizeKinds.map((kind) => ({ kind, bytes: bytes.get(kind) ?? 0, rows: rowsOf(kind) })),
      copies: copiesBeside(file),
    };
  } finally {
    db.close();
  }
}

function copiesBeside(file: string): DataSize['copies'] {
  const stem = basename(file).replace(/\.db$/, '');
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${stem}.`) && name.endsWith('.db') && name !== basename(file))
    .map((name) => join(dirname(file), name))
    .map((path) => ({ file: path, bytes: statSync(path).size }));
}
