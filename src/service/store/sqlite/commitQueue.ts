import type { GroupCommit } from '#platform/sqlite/groupCommit.ts';

export type CommitQueue = {
  /**
   * Runs the operation inside the next transaction; the promise settles only after that transaction is on disk
   * (or has failed). The operation runs a second time when a neighbour in its transaction throws.
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
 * Everything that is asked for during one turn of the event loop goes into one transaction and shares its fsync.
 * Under load the turns grow with the callers waiting, so the fsyncs per operation fall.
 */
export function createCommitQueue({ together }: Pick<GroupCommit, 'together'>): CommitQueue {
  const waiting: Waiting[] = [];
  let scheduled = false;
  let closed = false;

  const flush = (): void => {
    scheduled = false;
    const operations = waiting.splice(0, largestTransaction);
    if (waiting.length > 0) schedule();
    if (operations.length === 0) return;
    for (const [index, outcome] of together(operations.map(({ run }) => run)).entries()) {
      if (outcome.ok) operations[index]?.resolve(outcome.output as never);
      else operations[index]?.reject(outcome.error);
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
