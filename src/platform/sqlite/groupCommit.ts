import type { Database } from 'better-sqlite3';

/** What has to be prepared and written back around the operations of one transaction. */
export type TransactionState = {
  /** Before the first operation, and after one that was undone: drop what another process changed, read anew. */
  readonly begin: () => void;
  /** Before the commit and before each savepoint: write what is held in memory. */
  readonly writeBack: () => void;
  /** After a rollback: forget what is held in memory. */
  readonly forget: () => void;
};

export type Outcome<T> =
  | { readonly ok: true; readonly output: T }
  | { readonly ok: false; readonly error: unknown };

/**
 * Runs operations in one transaction, so that they share its wait for the disk. What it gives is final: an outcome
 * that is ok is on the disk. An operation does all its work at once and touches nothing but the database and the
 * transaction's state.
 */
export type GroupCommit = {
  /** All as they are; when one throws, all of them a second time, each apart. Cheapest where none does as a rule. */
  readonly together: <T>(operations: readonly (() => T)[]) => readonly Outcome<T>[];
  /** Each in a savepoint of its own, so that the one that throws is undone alone. */
  readonly apart: <T>(operations: readonly (() => T)[]) => readonly Outcome<T>[];
};

export function createGroupCommit(db: Database, state?: TransactionState): GroupCommit {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT operation');
  const release = db.prepare('RELEASE operation');
  const rollbackTo = db.prepare('ROLLBACK TO operation');

  const inTransaction = <T>(work: () => T): T => {
    begin.run();
    try {
      state?.begin();
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      if (db.inTransaction) rollback.run();
      state?.forget();
      throw error;
    }
  };

  const tryOne = <T>(operation: () => T): Outcome<T> => {
    savepoint.run();
    try {
      const output = operation();
      state?.writeBack();
      release.run();
      return { ok: true, output };
    } catch (error) {
      // A full disk or a failing one makes SQLite drop the whole transaction, what succeeded in it included.
      if (!db.inTransaction) throw error;
      rollbackTo.run();
      release.run();
      state?.forget();
      state?.begin();
      return { ok: false, error };
    }
  };

  const apart = <T>(operations: readonly (() => T)[]): readonly Outcome<T>[] => {
    try {
      return inTransaction(() => operations.map(tryOne));
    } catch (error) {
      return operations.map(() => ({ ok: false, error }));
    }
  };

  const together = <T>(operations: readonly (() => T)[]): readonly Outcome<T>[] => {
    let began = false;
    try {
      return inTransaction(() => {
        began = true;
        const outputs = operations.map((operation) => operation());
        state?.writeBack();
        return outputs.map((output): Outcome<T> => ({ ok: true, output }));
      });
    } catch (error) {
      // A lock that was not to be had is not to be had a second time.
      return began && operations.length > 1
        ? apart(operations)
        : operations.map(() => ({ ok: false, error }));
    }
  };

  return { together, apart };
}
