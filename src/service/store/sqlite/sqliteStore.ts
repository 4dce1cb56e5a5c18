import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { timeOrderedId } from '#platform/identifiers.ts';
import { noteAsLeft } from '#platform/sqlite/fileFromElsewhere.ts';
import { createGroupCommit, type TransactionState } from '#platform/sqlite/groupCommit.ts';
import { userVersion } from '#platform/sqlite/migrate.ts';
import type { HousekeepingStore, ServiceStore } from '../serviceStore.ts';
import { StoreError } from '../storeError.ts';
import { createAccountLedger } from './accountLedger.ts';
import { accountsTable } from './accountsTable.ts';
import { callsTable } from './callsTable.ts';
import { type CommitQueue, createCommitQueue } from './commitQueue.ts';
import { createHeadOfQueue } from './headOfQueue.ts';
import { openDatabase } from './openDatabase.ts';
import { createQueueCounter, type QueueCounter } from './queueCounts.ts';
import { resultsTable } from './resultsTable.ts';
import { tasksTable } from './tasksTable.ts';
import { webhooksTable } from './webhooksTable.ts';

export type SqliteStoreOptions = {
  readonly dataFolder: string;
  /** Attempts a webhook gets before it counts as failed. */
  readonly webhookAttempts?: number;
  /** False beside a running service, which changes tasks concurrently. */
  readonly ownsQueue?: boolean;
  /** What running jobs of an account may still be charged; zero if none is running. */
  readonly held?: (accountId: number) => number;
};

/**
 * The store in one SQLite file, `service.db`. It runs in the caller's thread, because a commit shared by all
 * callers of a turn costs less than passing every operation to another thread.
 * @throws StoreError if the file cannot be opened
 */
export function openSqliteStore(options: SqliteStoreOptions): ServiceStore {
  const { webhookAttempts = 5, ownsQueue = true, held = () => 0 } = options;
  const db = openDatabase(join(options.dataFolder, 'service.db'), !ownsQueue);
  // This thread serves all requests: from now on the queue waits for a locked file, without blocking it.
  db.pragma('busy_timeout = 20');
  const ledger = createAccountLedger(db, held);
  const counter = createQueueCounter(db);
  const head = createHeadOfQueue(db, counter);
  const state: TransactionState = {
    begin: () => {
      ledger.begin();
      if (ownsQueue) counter.begin();
      else counter.forget();
    },
    writeBack: ledger.writeBack,
    forget: () => {
      ledger.forget();
      counter.forget();
      head.forget();
    },
  };
  const queue = createCommitQueue(createGroupCommit(db, state));
  const results = resultsTable(db);
  const tasks = tasksTable(db, ledger, counter, head, results, queue, { webhookAttempts });
  return {
    ...accountsTable(db, ledger, queue),
    ...callsTable(db, ledger, results, queue),
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
    ...operating(db, counter),
  };
}

function operating(
  db: Database,
  counter: Pick<QueueCounter, 'waitingQueues'>,
): Pick<HousekeepingStore, 'check' | 'waiting'> {
  const version = userVersion(db);
  const dueWebhooks = db
    .prepare<{ now: number }, number>(
      "SELECT count(*) FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= @now",
    )
    .pluck();
  return {
    check: async () => {
      if (userVersion(db) > version)
        throw new StoreError('STORE_NEWER', `${db.name} was changed by a newer version of Parallax`);
    },
    waiting: async (now) => ({
      tasks: counter.waitingQueues().reduce((sum, { queued }) => sum + queued, 0),
      webhooks: dueWebhooks.get({ now }) ?? 0,
    }),
  };
}

function housekeeping(db: Database, queue: CommitQueue): Omit<HousekeepingStore, 'check' | 'waiting'> {
  const oldTasks = db.prepare<{ endedBefore: number; limit: number }, { sequence: number; id: string }>(
    `SELECT sequence, id FROM tasks WHERE finished_at <= @endedBefore AND NOT EXISTS
       (SELECT 1 FROM webhook_deliveries WHERE task_id = tasks.id AND state = 'pending') LIMIT @limit`,
  );
  const boundTasks = db.prepare<{ now: number; latest: number; first: number }>(
    'UPDATE tasks SET finished_at = @now WHERE finished_at > @latest OR finished_at < @first',
  );
  const firstAccount = db.prepare<[], number | null>('SELECT min(created_at) FROM accounts').pluck();
  const deleteTask = db.prepare('DELETE FROM tasks WHERE sequence = @sequence');
  const deleteDelivery = db.prepare('DELETE FROM webhook_deliveries WHERE task_id = @id');
  const deleteResult = db.prepare('DELETE FROM results WHERE job_id = @id');
  const accounts = db.prepare<[], number>('SELECT id FROM accounts').pluck();
  // Ids begin with their time, so an account's oldest calls come first. A long call may be kept until the next
  // sweep.
  const oldCalls = db.prepare<
    { account: number; before: string; endedBefore: number; limit: number },
    { account: number; id: string }
  >(
    'SELECT account_id AS account, id FROM calls WHERE account_id = @account AND id < @before AND finished_at <= @endedBefore ORDER BY id LIMIT @limit',
  );
  const deleteCall = db.prepare('DELETE FROM calls WHERE account_id = @account AND id = @id');
  const deletePages = db.prepare(
    'DELETE FROM result_pages WHERE rowid IN (SELECT rowid FROM result_pages WHERE created_at <= @endedBefore LIMIT @limit)',
  );
  const notice = db.prepare<{ name: string }, string>('SELECT value FROM notices WHERE name = @name').pluck();
  const setNotice = db.prepare(
    'INSERT INTO notices (name, value) VALUES (@name, @value) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const deleteNotice = db.prepare('DELETE FROM notices WHERE name = @name');

  return {
    sweep: ({ endedBefore, now, limit }) =>
      queue.write(() => {
        const first = firstAccount.get() ?? now;
        // A clock from before the first account is wrong itself.
        if (now < first) return false;
        boundTasks.run({ now, latest: now + 86_400_000, first });
        const tasks = oldTasks.all({ endedBefore, limit });
        for (const { sequence, id } of tasks) {
          deleteTask.run({ sequence });
          deleteDelivery.run({ id });
          deleteResult.run({ id });
        }
        const before = timeOrderedId(endedBefore + 1);
        const calls = accounts
          .all()
          .flatMap((account) => oldCalls.all({ account, before, endedBefore, limit }))
          .slice(0, limit);
        for (const { account, id } of calls) {
          deleteCall.run({ account, id });
          deleteResult.run({ id });
        }
        const { changes } = deletePages.run({ endedBefore, limit });
        return tasks.length === limit || calls.length === limit || changes === limit;
      }),
    notice: async (name) => notice.get({ name }) ?? null,
    setNotice: (name, value) =>
      queue.write(() => void (value === null ? deleteNotice.run({ name }) : setNotice.run({ name, value }))),
    close: async () => {
      db.pragma('busy_timeout = 5000');
      queue.close();
      db.close();
      noteAsLeft(db.name);
    },
  };
}
