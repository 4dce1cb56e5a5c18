import type { Database } from 'better-sqlite3';
import type { TransactionState } from '#platform/sqlite/groupCommit.ts';
import { runnableColumns } from '../rows.ts';
import type { ClaimRequest, NewTask, RunnableTask } from '../serviceStore.ts';
import type { QueueCounter } from './queueCounts.ts';

/** A queued task; `startedAt` is null before its first start. */
export type QueuedRow = Omit<RunnableTask, 'startedAt'> &
  Pick<NewTask, 'priority'> & { readonly sequence: number; readonly startedAt: number | null };

/**
 * The next tasks of each account, read ahead, and those selected to run although the file still has them as
 * QUEUED: the change to PROCESSING waits for a commit, but the engine need not. Everything that selects tasks
 * or changes the queue goes through here, so that no task is selected twice.
 */
export type HeadOfQueue = TransactionState & {
  /** The next tasks as far as the budget covers them. `blocked`: there is a next one that it does not cover. */
  readonly pick: (
    request: ClaimRequest,
    now: number,
  ) => { readonly rows: readonly QueuedRow[]; readonly blocked: boolean };
  /**
   * Inside a transaction: changes selected tasks to PROCESSING. Returns what can be forgotten after the commit.
   */
  readonly storeSelected: () => readonly number[];
  /** A selected task is PROCESSING on disk, has ended, or does not run any more. */
  readonly clearSelected: (sequences: readonly number[]) => void;
  /** The same for one task; false if it was not selected. */
  readonly storeOne: (sequence: number) => boolean;
  /** Selected tasks of the account that are still QUEUED in the file. */
  readonly selectedCount: (accountId: number) => number;
  /** Tasks were added to, removed from or returned to the queue. */
  readonly queueChanged: (accountId: number) => void;
};

type Selected = { readonly accountId: number; readonly priority: number; readonly startedAt: number };

const readAhead = 64;

export function createHeadOfQueue(db: Database, counter: QueueCounter): HeadOfQueue {
  const upcoming = db.prepare<{ accountId: number; limit: number }, QueuedRow>(
    `SELECT sequence, priority, ${runnableColumns} FROM tasks WHERE account_id = @accountId AND state = 'QUEUED' ORDER BY priority DESC, sequence LIMIT @limit`,
  );
  const start = db.prepare(
    `UPDATE tasks SET state = 'PROCESSING', started_at = coalesce(started_at, @startedAt)
     WHERE sequence = @sequence AND state = 'QUEUED'`,
  );
  /** Last one first, so that the next is popped. */
  const ahead = new Map<number, QueuedRow[]>();
  const selected = new Map<number, Selected>();
  const countByAccount = new Map<number, number>();

  const selectedCount = (accountId: number): number => countByAccount.get(accountId) ?? 0;
  const read = (accountId: number, wanted: number): QueuedRow[] => {
    const limit = Math.max(wanted, readAhead) + selectedCount(accountId);
    const rows = upcoming.all({ accountId, limit }).filter(({ sequence }) => !selected.has(sequence));
    rows.reverse();
    ahead.set(accountId, rows);
    return rows;
  };
  const storeOne = (sequence: number): boolean => {
    const task = selected.get(sequence);
    if (task === undefined) return false;
    if (start.run({ startedAt: task.startedAt, sequence }).changes === 1) {
      counter.add(task.accountId, task.priority, -1);
      counter.addProcessing(task.accountId, 1);
    }
    return true;
  };

  return {
    begin: () => undefined,
    writeBack: () => undefined,
    forget: () => ahead.clear(),
    pick: ({ accountId, count, budget }, now) => {
      const rows: QueuedRow[] = [];
      let left = budget;
      let waiting = ahead.get(accountId) ?? [];
      while (rows.length < count) {
        if (waiting.length === 0) waiting = read(accountId, count - rows.length);
        const next = waiting.at(-1);
        if (next === undefined) break;
        if (next.maximumCost > left) return { rows, blocked: true };
        left -= next.maximumCost;
        waiting.pop();
        selected.set(next.sequence, { accountId, priority: next.priority, startedAt: now });
        countByAccount.set(accountId, selectedCount(accountId) + 1);
        rows.push(next);
      }
      return { rows, blocked: false };
    },
    storeSelected: () => {
      const sequences = [...selected.keys()];
      for (const sequence of sequences) storeOne(sequence);
      return sequences;
    },
    clearSelected: (sequences) => {
      for (const sequence of sequences) {
        const task = selected.get(sequence);
        if (task === undefined) continue;
        selected.delete(sequence);
        countByAccount.set(task.accountId, selectedCount(task.accountId) - 1);
      }
    },
    storeOne,
    selectedCount,
    queueChanged: (accountId) => void ahead.delete(accountId),
  };
}
