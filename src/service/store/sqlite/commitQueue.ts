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

export type CommitQueue = {
  /**
   * Runs the operation inside the next transaction; the promise settles only after that transaction is on disk
   * (or has failed). The operation must do all its work at once and touch nothing but the database and the
   * transaction state: it runs a second time when a neighbour in its transaction throws.
   */
  readonly write: <T>(operation: () => T) => Promise<T>;
  /** Commits what is waiting and refuses what comes later. */
  readonly close: () => void;
};

type Waiting = {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
};

/** Bounds how long one transaction can hold the thread. */
const largestTransaction = 1_000;

/**
 * Group commit: everything that is asked for during one turn of the event loop goes into one transaction and
 * shares its fsync. Under load the turns grow with the callers waiting, so the fsyncs per operation fall.
 */
export function createCommitQueue(db: Database, state: TransactionState): CommitQueue {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT operation');
  const release = db.prepare('RELEASE operation');
  const rollbackTo = db.prepare('ROLLBACK TO operation');
  const waiting: Waiting[] = [];
  let scheduled = false;
  let closed = false;

  const undo = (): void => {
    if (db.inTransaction) rollback.run();
    state.forget();
  };

  const together = (operations: readonly Waiting[]): unknown[] => {
    begin.run();
    state.begin();
    const results = operations.map(({ run }) => run());
    state.writeBack();
    commit.run();
    return results;
  };

  /** One savepoint each, so that the operation that throws is undone alone. */
  const apart = (operations: readonly Waiting[]): void => {
    const outcomes: (() => void)[] = [];
    begin.run();
    state.begin();
    for (const { run, resolve, reject } of operations) {
      savepoint.run();
      try {
        const result = run();
        state.writeBack();
        release.run();
        outcomes.push(() => resolve(result as never));
      } catch (error) {
        if (!db.inTransaction) throw error;
        rollbackTo.run();
        release.run();
        state.forget();
        state.begin();
        outcomes.push(() => reject(error));
      }
    }
    commit.run();
    for (const settle of outcomes) settle();
  };

  const flush = (): void => {
    scheduled = false;
    const operations = waiting.splice(0, largestTransaction);
    if (waiting.length > 0) schedule();
    if (operations.length === 0) return;
    try {
      const results = together(operations);
      for (const [index, { resolve }] of operations.entries()) resolve(results[index] as never);
      return;
    } catch (error) {
      undo();
      if (operations.length === 1) {
        operations[0]?.reject(error);
        return;
      }
    }
    try {
      apart(operations);
    } catch (error) {
      undo();
      for (const { reject } of operations) reject(error);
    }
  };

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  };

  return {
    write: <T>(run: () => T) => {
      if (closed) return Promise.reject(new Error('The store is closed'));
      return new Promise<T>((resolve, reject) => {
        waiting.push({ run, resolve, reject });
        schedule();
      });
    },
    close: () => {
      while (waiting.length > 0) flush();
      closed = true;
    },
  };
}
