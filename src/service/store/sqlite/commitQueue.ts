import type { GroupCommit } from '#platform/sqlite/groupCommit.ts';

export type CommitQueue = {
  /**
   * Runs the operation inside the next transaction; the promise settles only after that transaction is on disk
   * (or has failed). The operation runs a second time if another one in its transaction throws.
   */
  readonly write: <T>(operation: () => T) => Promise<T>;
  /** Commits pending operations and rejects later ones. */
  readonly close: () => void;
};

type Waiting = {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
};

/** Limits how long one transaction can block the thread. */
const largestTransaction = 1_000;

/**
 * All operations of one turn of the event loop share one transaction and its fsync. Under load, turns get
 * longer with the number of waiting callers, so there are fewer fsyncs per operation.
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
