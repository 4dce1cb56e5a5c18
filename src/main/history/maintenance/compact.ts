import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { HistoryFailure } from '../store/failures.ts';
import { checkedCopy } from './backup.ts';
import { copyOf } from './compactProgress.ts';
import { refuseWhileInUse, refuseWithoutRoom, replaceFile, withExclusiveLock } from './exclusiveAccess.ts';
import type { CompactFacts } from './protocol.ts';
import { contents } from './tables.ts';

/**
 * Writes the history anew without what is unused in it. The copy is checked whole and against the original, and
 * takes its place in one step: whenever the program ends, one of the two is there. Nobody else may use the file
 * meanwhile, or what they wrote would be lost with the original.
 */
export function compactHistory(file: string): CompactFacts {
  refuseWhileInUse(file);
  const bytesBefore = statSync(file).size;
  const held = withExclusiveLock(file);
  const copy = copyOf(file);
  try {
    if (held.db === null)
      throw new HistoryFailure(
        'HISTORY_CORRUPT',
        `The history file ${file} is damaged and is not compacted: repair it first. It was not changed.`,
      );
    rmSync(copy, { force: true });
    refuseWithoutRoom(dirname(file), Math.ceil(usedBytes(held.db) * 1.05), 'Compacting');
    held.db.prepare('VACUUM INTO ?').run(copy);
    checkedCopy(copy);
    if (!sameContents(held.db, copy))
      throw new HistoryFailure(
        'HISTORY_CORRUPT',
        `The compacted copy of ${file} does not hold the same: it was thrown away and the history was not changed.`,
      );
    replaceFile(copy, file, held);
    return { file, bytesBefore, bytesAfter: statSync(file).size };
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  } finally {
    held.letGo();
  }
}

const usedBytes = (db: Database.Database): number => {
  const number = (name: string): number => Number(db.pragma(name, { simple: true }));
  return (number('page_count') - number('freelist_count')) * number('page_size');
};

/** Whether every table of both has as many rows, and the payloads as many bytes. */
function sameContents(db: Database.Database, copy: string): boolean {
  const other = new Database(copy, { readonly: true, fileMustExist: true });
  try {
    return contents(db) === contents(other);
  } finally {
    other.close();
  }
}
