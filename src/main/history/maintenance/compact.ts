import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { connectReader } from '#platform/sqlite/open.ts';
import type { CompactFacts } from '#shared/model/maintenance.ts';
import { HistoryFailure } from '../store/failures.ts';
import { checkedCopy } from './backup.ts';
import { refuseWhileInUse, refuseWithoutRoom, replaceFile, withExclusiveLock } from './exclusiveAccess.ts';
import { copyOf } from './moveNote.ts';
import type { TaskStep } from './protocol.ts';
import { contents } from './tables.ts';

/**
 * Rewrites the history without unused space. The copy is fully checked, compared with the original, and
 * replaces it atomically: whenever the program ends, one of the two is there. Needs exclusive access, because
 * writes by others would be lost with the original.
 */
export function compactHistory(file: string, onProgress: TaskStep = () => {}): CompactFacts {
  refuseWhileInUse(file);
  const bytesBefore = statSync(file).size;
  const held = withExclusiveLock(file);
  const copy = copyOf(file);
  try {
    if (held.db === null)
      throw new HistoryFailure(
        'HISTORY_CORRUPT',
        `The history file ${file} is damaged and was not compacted. Repair it first. The file is unchanged.`,
      );
    rmSync(copy, { force: true });
    refuseWithoutRoom(dirname(file), Math.ceil(usedBytes(held.db) * 1.05), 'Compacting');
    held.db.prepare('VACUUM INTO @copy').run({ copy });
    const checking = (done: number, last?: 'last'): void =>
      onProgress({ what: 'Checking the copy', done, total: 3 }, last);
    checking(0);
    checkedCopy(copy);
    checking(1);
    if (!sameContents(held.db, copy))
      throw new HistoryFailure(
        'HISTORY_CORRUPT',
        `The compacted copy of ${file} differs from the original. The copy was deleted and the history is unchanged.`,
      );
    checking(3, 'last');
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

/** Whether every table of both has the same number of rows, and the payloads the same number of bytes. */
function sameContents(db: Database.Database, copy: string): boolean {
  const other = connectReader(copy);
  try {
    return contents(db) === contents(other);
  } finally {
    other.close();
  }
}
