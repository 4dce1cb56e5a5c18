import { databaseTrouble } from '#platform/sqlite/databaseTrouble.ts';
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
  readonly since: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
};

/** Limits how long one transaction can block the thread. */
const largestTransaction = 1_000;

/** How long an operation waits for a file that another program has locked; less than a request may take. */
const lockPatienceMs = 5_000;
const lockRetryMs = 50;

/**
 * All operations of one turn of the event loop share one transaction and its fsync. Under load, turns get
 * longer with the number of waiting callers, so there are fewer fsyncs per operation. If another program has
 * locked the file, they wait without blocking the thread, which serves requests that need no transaction.
 */
export function createCommitQueue({ together }: Pick<GroupCommit, 'together'>): CommitQueue {
  const waiting: Waiting[] = [];
  let scheduled = false;
  let closed = false;

  const flush = (): void => {
    scheduled = false;
    const operations = waiting.splice(0, largestTransaction);
    if (operations.length === 0) return;
    const outcomes = together(operations.map(({ run }) => run));
    const isLocked = outcomes.every((outcome) => !outcome.ok && databaseTrouble(outcome.error) === 'locked');
    const patientSince = isLocked && !closed ? performance.now() - lockPatienceMs : Number.POSITIVE_INFINITY;
    // Those that came last have waited least.
    const ended = operations.findIndex(({ since }) => since > patientSince);
    const settled = ended < 0 ? operations.length : ended;
    for (const [index, outcome] of outcomes.slice(0, settled).entries()) {
      if (outcome.ok) operations[index]?.resolve(outcome.output as never);
      else operations[index]?.reject(outcome.error);
    }
    waiting.unshift(...operations.slice(settled));
    if (waiting.length === 0) return;
    if (settled === operations.length) schedule();
    else {
      scheduled = true;
      setTimeout(flush, lockRetryMs);
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
        waiting.push({ run, since: performance.now(), resolve, reject });
        schedule();
      });
    },
    close: () => {
      closed = true;
      while (waiting.length > 0) flush();
    },
  };
}
