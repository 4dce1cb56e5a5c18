import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { ProjectImportFacts } from '#shared/model/project.ts';
import { checkedCopy } from '../maintenance/backup.ts';
import type { TaskProgress } from '../maintenance/protocol.ts';
import { HistoryFailure } from '../store/failures.ts';
import { openDatabase } from '../store/openDatabase.ts';
import { incomingCopy } from './incomingCopy.ts';
import { mergeProject } from './merge.ts';
import { checkPayloads } from './prune.ts';

/**
 * Brings a project's file into a history, all of it in one transaction or nothing. What is there already, known by
 * its id, is not added again; a known run gets the answers that came since.
 */
export function importProject(
  file: string,
  from: string,
  nowMs: number,
  onProgress: (progress: TaskProgress) => void = () => {},
): ProjectImportFacts {
  if (!existsSync(from)) throw new HistoryFailure('NOT_FOUND', `There is no file ${from}.`);
  // An older file is brought up to date first; the one that was handed over is only read.
  mkdirSync(dirname(file), { recursive: true });
  const { copy, remove } = incomingCopy(file);
  try {
    onProgress({ what: 'Checking the file', done: 0, total: 2 });
    copyFileSync(from, copy);
    prepare(copy, from);
    onProgress({ what: 'Adding what is new', done: 1, total: 2 });
    const { db } = openDatabase(file);
    try {
      db.prepare('ATTACH ? AS incoming').run(copy);
      return db.transaction(() => mergeProject(db, nowMs)).immediate();
    } finally {
      db.close();
    }
  } finally {
    remove();
  }
}

function prepare(copy: string, from: string): void {
  try {
    checkedCopy(copy);
  } catch (error) {
    if (error instanceof HistoryFailure)
      throw new HistoryFailure(error.code, error.message.replaceAll(copy, from), error);
    throw error;
  }
  const { db } = openDatabase(copy);
  try {
    refuseOthers(db, from);
    checkPayloads(db);
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

function refuseOthers(db: Database, from: string): void {
  const projects = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM projects').get()?.n ?? 0;
  if (projects !== 1)
    throw new HistoryFailure(
      'CONFLICT',
      `${from} is a whole history with ${projects} projects and not the file of one: "parallax restore" takes those. Nothing was changed.`,
    );
}
