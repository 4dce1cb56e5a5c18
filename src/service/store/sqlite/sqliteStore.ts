import type { Database } from 'better-sqlite3';
import { timeOrderedId } from '../../identifiers.ts';
import type { HousekeepingStore, ServiceStore } from '../serviceStore.ts';
import { createAccountLedger } from './accountLedger.ts';
import { accountsTable } from './accountsTable.ts';
import { callsTable } from './callsTable.ts';
import { type CommitQueue, createCommitQueue, type TransactionState } from './commitQueue.ts';
import { createHeadOfQueue } from './headOfQueue.ts';
import { openDatabase } from './openDatabase.ts';
import { createQueueCounter } from './queueCounts.ts';
import { resultsTable } from './resultsTable.ts';
import { tasksTable } from './tasksTable.ts';
import { webhooksTable } from './webhooksTable.ts';

export type SqliteStoreOptions = {
  readonly dataFolder: string;
  /** Attempts a webhook gets before it counts as failed. */
  readonly webhookAttempts?: number;
  /** False beside a running service, whose tasks change under this connection. */
  readonly ownsQueue?: boolean;
  /** What running jobs of an account may still be charged; nothing where none run. */
  readonly held?: (accountId: number) => number;
};

/**
 * The store in one SQLite file, `service.db`. It runs in the caller's thread: a commit shared by all callers of
 * a turn costs less than handing every operation to another thread and back.
 * @throws StoreError when the file cannot be opened
 */
export function openSqliteStore(options: SqliteStoreOptions): ServiceStore {
  const { webhookAttempts = 5, ownsQueue = true, held = () => 0 } = options;
  const db = openDatabase(options.dataFolder);
  const books = createAccountLedger(db, held);
  const counter = createQueueCounter(db);
  const head = createHeadOfQueue(db, counter);
  const state: TransactionState = {
    begin: () => {
      books.begin();
      if (ownsQueue) counter.begin();
      else counter.forget();
    },
    writeBack: books.writeBack,
    forget: () => {
      books.forget();
      counter.forget();
      head.forget();
    },
  };
  const queue = createCommitQueue(db, state);
  const results = resultsTable(db);
  const tasks = tasksTable(db, books, counter, head, results, queue, { webhookAttempts });
  return {
    ...accountsTable(db, books, queue),
    ...callsTable(db, books, results, queue),
    ...tasks,
    ...(ownsQueue
      ? {}
      : {
          queueCounts: async (accountId: number) => {
            counter.forget();
            return tasks.queueCounts(accountId);
          },
        }),
    ...webhooksTable(db, queue, { webhookAttempts }),
    ...housekeeping(db, queue),
  };
}

function housekeeping(db: Database, queue: CommitQueue): HousekeepingStore {
  const oldTasks = db.prepare<[number, number], { sequence: number; id: string }>(
    `SELECT sequence, id FROM tasks WHERE finished_at <= ? AND NOT EXISTS
       (SELECT 1 FROM webhook_deliveries WHERE task_id = tasks.id AND state = 'pending') LIMIT ?`,
  );
  const deleteTask = db.prepare('DELETE FROM tasks WHERE sequence = ?');
  const deleteDelivery = db.prepare('DELETE FROM webhook_deliveries WHERE task_id = ?');
  const deleteResult = db.prepare('DELETE FROM results WHERE job_id = ?');
  const accounts = db.prepare<[], number>('SELECT id FROM accounts').pluck();
  // Ids begin with their time: an account's oldest calls are the first of its part of the table. One that ran
  // long may stay until the next sweep.
  const oldCalls = db.prepare<[number, string, number, number], { account_id: number; id: string }>(
    'SELECT account_id, id FROM calls WHERE account_id = ? AND id < ? AND finished_at <= ? ORDER BY id LIMIT ?',
  );
  const deleteCall = db.prepare('DELETE FROM calls WHERE account_id = ? AND id = ?');
  const deletePages = db.prepare(
    'DELETE FROM result_pages WHERE rowid IN (SELECT rowid FROM result_pages WHERE created_at <= ? LIMIT ?)',
  );
  const notice = db.prepare<[string], string>('SELECT value FROM notices WHERE name = ?').pluck();
  const setNotice = db.prepare(
    'INSERT INTO notices (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const deleteNotice = db.prepare('DELETE FROM notices WHERE name = ?');

  return {
    sweep: ({ endedBefore, limit }) =>
      queue.write(() => {
        const tasks = oldTasks.all(endedBefore, limit);
        for (const { sequence, id } of tasks) {
          deleteTask.run(sequence);
          deleteDelivery.run(id);
          deleteResult.run(id);
        }
        const before = timeOrderedId(endedBefore + 1);
        const calls = accounts
          .all()
          .flatMap((account) => oldCalls.all(account, before, endedBefore, limit))
          .slice(0, limit);
        for (const { account_id: account, id } of calls) {
          deleteCall.run(account, id);
          deleteResult.run(id);
        }
        const { changes } = deletePages.run(endedBefore, limit);
        return tasks.length === limit || calls.length === limit || changes === limit;
      }),
    notice: async (name) => notice.get(name) ?? null,
    setNotice: (name, value) =>
      queue.write(() => void (value === null ? deleteNotice.run(name) : setNotice.run(name, value))),
    close: async () => {
      queue.close();
      db.close();
    },
  };
}
