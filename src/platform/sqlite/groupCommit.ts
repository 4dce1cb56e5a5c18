import type { Database } from 'better-sqlite3';

/** Hooks to load and save state around the operations of one transaction. */
export type TransactionState = {
  /**
   * Before the first operation, and after a rollback: discard and reload what another process may have changed.
   */
  readonly begin: () => void;
  /** Before the commit and before each savepoint: write state held in memory. */
  readonly writeBack: () => void;
  /** After a rollback: discard state held in memory. */
  readonly forget: () => void;
};

export type Outcome<T> =
  | { readonly ok: true; readonly output: T }
  | { readonly ok: false; readonly error: unknown };

/**
 * Runs operations in one transaction, so that they share one fsync. Outcomes are final: an ok outcome is on
 * disk. An operation does all its work synchronously and touches only the database and the transaction's state.
 */
export type GroupCommit = {
  /**
   * All without savepoints; if one throws, all are repeated with a savepoint each. Cheapest if failures are
   * rare.
   */
  readonly together: <T>(operations: readonly (() => T)[]) => readonly Outcome<T>[];
  /** Each in its own savepoint, so that only a failing one is rolled back. */
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
      // On a disk error, SQLite rolls back the whole transaction, including operations that succeeded.
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
      // If the lock was not available, a retry will not get it either.
      return began && operations.length > 1
        ? apart(operations)
        : operations.map(() => ({ ok: false, error }));
    }
  };

  return { together, apart };
}
