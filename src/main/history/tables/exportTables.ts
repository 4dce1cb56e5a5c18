import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { replaceText, toDisk } from '#platform/files.ts';
import { objectSchema } from '#shared/lazySchema.ts';
import { type ParquetTable, parquetTableNames } from '#shared/tables/parquetTables.ts';
import { notWritten, refuseTarget } from '../maintenance/backup.ts';
import { openForReading } from '../maintenance/openForReading.ts';
import type { TablesFacts, TablesInput, TaskProgress } from '../maintenance/protocol.ts';
import { HistoryFailure } from '../store/failures.ts';
import { createPayloadStore } from '../store/operations/payloads.ts';
import { refuseStrangeTables } from '../store/strangeObjects.ts';
import { createParquetFile, type WrittenTable } from './parquetFile.ts';
import { createTableRows, runsOfProject } from './tableRows.ts';

/** The manifest, which the next export continues from. */
const manifestName = 'manifest.json';
const manifestSchema = objectSchema(() => ({
  format: z.literal('parallax-parquet'),
  lastAnswer: z.string().nullable(),
  brandRules: z.array(z.number()),
}));

/**
 * Writes the history as Parquet tables, one after the other from one snapshot, while programs use it. The
 * folder gets its final name when it is complete.
 */
export function exportTables(
  file: string,
  input: TablesInput,
  onProgress: (progress: TaskProgress) => void = () => {},
  isCancelled: () => boolean = () => false,
): TablesFacts {
  const { target, since } = input;
  refuseTarget(target);
  const before = since === null ? null : readManifest(since);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const db = openForReading(file);
  try {
    refuseStrangeTables(db, file);
    mkdirSync(unfinished, { mode: 0o700 });
    const stop = (): void => {
      if (isCancelled())
        throw new HistoryFailure('CANCELLED', 'The export was cancelled. No file was written.');
    };
    db.pragma('cache_size = -16384');
    const facts = db.transaction(() => writeTables(db, unfinished, input, before, onProgress, stop))();
    toDisk(unfinished);
    renameSync(unfinished, target);
    toDisk(dirname(target));
    return facts;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw notWritten(error, file, target);
  } finally {
    db.close();
  }
}

function writeTables(
  db: Database,
  folder: string,
  { filter, tables, version, nowMs }: TablesInput,
  before: z.infer<typeof manifestSchema> | null,
  onProgress: (progress: TaskProgress) => void,
  stop: () => void,
): TablesFacts {
  const rows = createTableRows(db, createPayloadStore(db), filter);
  const last = newest(db);
  const range = { after: before === null ? 0 : rowOf(db, before.lastAnswer), through: last.id };
  const unreadable: string[] = [];
  const written: WrittenTable[] = [];
  const files = (names: readonly ParquetTable[]) =>
    names
      .filter((name) => tables.includes(name))
      .map((name) => ({ name, ...createParquetFile(folder, name, version) }));
  const done = (what: ParquetTable): void =>
    onProgress({ what: `Writing ${what}`, done: written.length, total: tables.length });
  for (const name of ['answers', 'mentions', 'citations'] as const)
    for (const { add, finish } of files([name])) {
      done(name);
      for (const page of rows[name](range)) {
        stop();
        for (const row of page) add(row);
      }
      written.push(finish());
    }
  const inBodies = files(['searches', 'texts']);
  if (inBodies.length > 0) {
    done('searches');
    const [searches, texts] = ['searches', 'texts'].map((name) =>
      inBodies.find((each) => each.name === name),
    );
    for (const page of rows.bodies(range, (id) => unreadable.push(id))) {
      stop();
      for (const { id, queries, text } of page) {
        if (searches) for (const [at, query] of queries.entries()) searches.add([id, at + 1, query]);
        texts?.add([id, text()]);
      }
    }
    written.push(...inBodies.map(({ finish }) => finish()));
  }
  // A file without rows is not written: a history without translations has the same files as before.
  if (tables.includes('translations')) {
    done('translations');
    let open: ReturnType<typeof createParquetFile> | null = null;
    for (const page of rows.translations(range)) {
      stop();
      open ??= createParquetFile(folder, 'translations', version);
      for (const row of page) open.add(row);
    }
    if (open !== null) written.push(open.finish());
  }
  for (const { add, finish } of files(['runs'])) {
    for (const row of runsOfProject(db, filter)) add(row);
    written.push(finish());
  }
  const brandRules = db
    .prepare<[], number>("SELECT rules_version FROM replays WHERE state = 'current' ORDER BY 1")
    .pluck()
    .all();
  const facts = {
    tables: written.toSorted(
      (left, right) => parquetTableNames.indexOf(left.table) - parquetTableNames.indexOf(right.table),
    ),
    unreadable,
    rulesChanged: before !== null && before.brandRules.join() !== brandRules.join(),
  };
  const manifest = {
    format: 'parallax-parquet',
    madeAt: new Date(nowMs).toISOString(),
    version,
    filter,
    lastAnswer: last.uid,
    brandRules,
    tables: facts.tables,
  };
  replaceText(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  return facts;
}

function newest(db: Database): { readonly id: number; readonly uid: string | null } {
  const row = db
    .prepare<[], { id: number; uid: string }>('SELECT id, uid FROM observations ORDER BY id DESC LIMIT 1')
    .get();
  return row ?? { id: 0, uid: null };
}

/** @throws HistoryFailure if the answer was deleted, because what came after it is unknown */
function rowOf(db: Database, lastAnswer: string | null): number {
  if (lastAnswer === null) return 0;
  const id = db
    .prepare<{ lastAnswer: string }, number>('SELECT id FROM observations WHERE uid = @lastAnswer')
    .pluck()
    .get({ lastAnswer });
  if (id === undefined)
    throw new HistoryFailure(
      'NOT_FOUND',
      'The last answer of the earlier export is not in this history any more. Export without --since. No file was written.',
    );
  return id;
}

function readManifest(folder: string): z.infer<typeof manifestSchema> {
  const path = join(folder, manifestName);
  if (!existsSync(path))
    throw new HistoryFailure('NOT_FOUND', `No Parquet export in ${folder}: it has no ${manifestName}.`);
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new HistoryFailure('INVALID_INPUT', `${path} was not written by Parallax.`, error);
  }
}
