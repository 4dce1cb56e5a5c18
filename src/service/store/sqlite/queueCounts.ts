import type { Database } from 'better-sqlite3';
import type { TransactionState } from '#platform/sqlite/groupCommit.ts';
import type { QueueCounts, WaitingQueue } from '../serviceStore.ts';

/**
 * How many tasks of each account are queued, by priority, and processing. Counting 100,000 rows for every
 * submission would be slow, so the counts are read once and then updated by the operations. They cannot become
 * stale, because only the service with the data lock changes tasks.
 */
export type QueueCounter = TransactionState & {
  readonly queued: (accountId: number) => number;
  readonly add: (accountId: number, priority: number, difference: number) => void;
  readonly addProcessing: (accountId: number, difference: number) => void;
  readonly counts: (accountId: number) => QueueCounts;
  readonly waitingQueues: () => readonly WaitingQueue[];
};

type AccountCounts = { queued: number; processing: number; byPriority: number[] };

export function createQueueCounter(db: Database): QueueCounter {
  const queuedRows = db.prepare<[], { accountId: number; priority: number; count: number }>(
    "SELECT account_id AS accountId, priority, count(*) AS count FROM tasks WHERE state = 'QUEUED' GROUP BY account_id, priority",
  );
  const processingRows = db.prepare<[], { accountId: number; count: number }>(
    "SELECT account_id AS accountId, count(*) AS count FROM tasks WHERE state = 'PROCESSING' GROUP BY account_id",
  );
  let byAccount: Map<number, AccountCounts> | null = null;

  const of = (accountId: number): AccountCounts => {
    byAccount ??= load();
    let counts = byAccount.get(accountId);
    if (counts === undefined) {
      counts = { queued: 0, processing: 0, byPriority: new Array(11).fill(0) };
      byAccount.set(accountId, counts);
    }
    return counts;
  };
  const load = (): Map<number, AccountCounts> => {
    byAccount = new Map();
    for (const row of queuedRows.all()) {
      const counts = of(row.accountId);
      counts.queued += row.count;
      counts.byPriority[row.priority] = row.count;
    }
    for (const row of processingRows.all()) of(row.accountId).processing = row.count;
    return byAccount;
  };

  return {
    // Read lazily, they would already include the operation's own change before it is recorded here.
    begin: () => {
      byAccount ??= load();
    },
    writeBack: () => undefined,
    forget: () => {
      byAccount = null;
    },
    queued: (accountId) => of(accountId).queued,
    add: (accountId, priority, difference) => {
      const counts = of(accountId);
      counts.queued += difference;
      counts.byPriority[priority] = (counts.byPriority[priority] ?? 0) + difference;
    },
    addProcessing: (accountId, difference) => {
      of(accountId).processing += difference;
    },
    counts: (accountId) => {
      const { queued, processing, byPriority } = of(accountId);
      const levels = byPriority
        .map((count, priority) => ({ priority, count }))
        .filter(({ count }) => count > 0)
        .reverse();
      return { queued, processing, byPriority: levels };
    },
    waitingQueues: () => {
      byAccount ??= load();
      return [...byAccount].flatMap(([accountId, { queued }]) => (queued > 0 ? [{ accountId, queued }] : []));
    },
  };
}
