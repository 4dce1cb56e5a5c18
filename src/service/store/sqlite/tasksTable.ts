import type { Database } from 'better-sqlite3';
import { refusedAtPickup } from '../refusedAtPickup.ts';
import { runnableColumns, taskColumns } from '../rows.ts';
import type { Claim, ClaimRequest, RunnableTask, StoredPages, Task, TaskStore } from '../serviceStore.ts';
import type { AccountLedger } from './accountLedger.ts';
import type { CommitQueue } from './commitQueue.ts';
import type { HeadOfQueue, QueuedRow } from './headOfQueue.ts';
import type { QueueCounter } from './queueCounts.ts';
import type { ResultsTable } from './resultsTable.ts';

type TaskRow = Task & QueuedRow;

/** Data needed to end a task. */
type EndedRow = Pick<
  TaskRow,
  'sequence' | 'id' | 'accountId' | 'engine' | 'priority' | 'webhookUrl' | 'state'
>;

export function tasksTable(
  db: Database,
  ledger: AccountLedger,
  counter: QueueCounter,
  head: HeadOfQueue,
  results: ResultsTable,
  { write }: Pick<CommitQueue, 'write'>,
  options: { readonly webhookAttempts: number },
): TaskStore {
  const byKey = db
    .prepare<{ accountId: number; idempotencyKey: string }, number>(
      'SELECT 1 FROM tasks WHERE account_id = @accountId AND idempotency_key = @idempotencyKey',
    )
    .pluck();
  const insert = db.prepare(
    `INSERT INTO tasks (id, account_id, request_id, engine, payload, priority, idempotency_key, webhook_url,
       state, attempts, credits_to_charge, maximum_cost, created_at)
     VALUES (@id, @accountId, @requestId, @engine, @payload, @priority, @idempotencyKey, @webhookUrl, 'QUEUED', 0, @creditsToCharge, @maximumCost, @now)`,
  );
  const next = db.prepare<{ accountId: number }, QueuedRow>(
    `SELECT sequence, priority, ${runnableColumns} FROM tasks WHERE account_id = @accountId AND state = 'QUEUED' ORDER BY priority DESC, sequence LIMIT 1`,
  );
  const start = db.prepare(
    "UPDATE tasks SET state = 'PROCESSING', started_at = coalesce(started_at, @now) WHERE sequence = @sequence",
  );
  const finish = db.prepare(
    'UPDATE tasks SET state = @state, credits_charged = @charge, attempts = @attempts, finished_at = @now WHERE sequence = @sequence',
  );
  const countAttempts = db.prepare(
    "UPDATE tasks SET attempts = @attempts WHERE id = @taskId AND state = 'PROCESSING'",
  );
  const keepReceipt = db.prepare('UPDATE tasks SET receipt = @receipt WHERE id = @taskId');
  const requeue = db.prepare(
    "UPDATE tasks SET state = 'QUEUED' WHERE sequence = @sequence AND state = 'PROCESSING'",
  );
  const byId = db.prepare<{ id: string }, TaskRow>(`SELECT ${taskColumns} FROM tasks WHERE id = @id`);
  const withKey = db.prepare<{ accountId: number; taskId: string }, TaskRow>(
    `SELECT ${taskColumns} FROM tasks WHERE account_id = @accountId AND idempotency_key = @taskId`,
  );
  const toEnd = db.prepare<{ id: string }, EndedRow>(
    'SELECT sequence, id, account_id AS accountId, engine, priority, webhook_url AS webhookUrl, state FROM tasks WHERE id = @id',
  );
  const processing = db.prepare<[], RunnableTask>(
    `SELECT ${runnableColumns} FROM tasks WHERE state = 'PROCESSING' ORDER BY account_id, sequence`,
  );
  const end = db
    .prepare<{ accountId: number }, number | null>(
      "SELECT max(sequence) FROM tasks WHERE account_id = @accountId AND state = 'QUEUED'",
    )
    .pluck();
  const someQueued = db.prepare<
    { accountId: number; upTo: number; limit: number },
    { sequence: number; priority: number }
  >(
    "SELECT sequence, priority FROM tasks WHERE account_id = @accountId AND state = 'QUEUED' AND sequence <= @upTo LIMIT @limit",
  );
  const remove = db.prepare('DELETE FROM tasks WHERE sequence = @sequence');
  const insertDelivery = db.prepare(
    `INSERT INTO webhook_deliveries (account_id, task_id, url, state, attempts, attempts_left, next_attempt_at, created_at)
     VALUES (@accountId, @taskId, @url, 'pending', 0, @attemptsLeft, @now, @now)`,
  );

  /**
   * Tasks selected in one turn share one UPDATE; if it failed, they are updated with the next ones, or with
   * their outcome.
   */
  let moving = false;
  const moveSelected = (): void => {
    if (moving) return;
    moving = true;
    write(() => {
      moving = false;
      return head.storeSelected();
    }).then(head.clearSelected, () => undefined);
  };

  const close = (
    task: Pick<EndedRow, 'sequence' | 'id' | 'accountId' | 'webhookUrl'>,
    state: 'COMPLETED' | 'FAILED',
    charge: number,
    response: string,
    pages: StoredPages | null,
    attempts: number,
    now: number,
  ): void => {
    finish.run({ state, charge, attempts, now, sequence: task.sequence });
    results.insert(task.id, response, pages, now);
    if (task.webhookUrl !== null) {
      insertDelivery.run({
        accountId: task.accountId,
        taskId: task.id,
        url: task.webhookUrl,
        attemptsLeft: options.webhookAttempts,
        now,
      });
    }
  };

  const claim = ({ accountId, count, budget }: ClaimRequest, now: number): Claim => {
    const tasks: RunnableTask[] = [];
    let left = budget;
    let refused = 0;
    while (tasks.length < count) {
      const task = next.get({ accountId });
      if (task === undefined) break;
      if (task.maximumCost > ledger.accountAt(accountId, now).balance) {
        close(task, 'FAILED', 0, refusedAtPickup, null, task.attempts, now);
        counter.add(accountId, task.priority, -1);
        refused += 1;
        // Failing a long queue at once would block the thread; the scheduler calls again.
        if (refused >= 200) break;
        continue;
      }
      if (task.maximumCost > left) return { accountId, tasks, refused, waitsForCredits: true };
      left -= task.maximumCost;
      start.run({ now, sequence: task.sequence });
      counter.add(accountId, task.priority, -1);
      counter.addProcessing(accountId, 1);
      tasks.push(runnable(task, now));
    }
    return { accountId, tasks, refused, waitsForCredits: false };
  };

  return {
    createTasks: ({ accountId, tasks, batchSize, queueLimit, now }) =>
      write(() => {
        const queuedCount = counter.queued(accountId);
        if (queuedCount + batchSize > queueLimit) return { kind: 'overflow', queuedCount };
        let uncommitted = ledger.accountAt(accountId, now).balance;
        const outcomes = tasks.map((task) => {
          if (
            task.idempotencyKey !== null &&
            byKey.get({ accountId, idempotencyKey: task.idempotencyKey }) !== undefined
          ) {
            return 'exists' as const;
          }
          // The same cost as when the task starts: what is accepted here is not refused there unless the
          // balance changes.
          if (task.maximumCost > uncommitted) return 'insufficient' as const;
          uncommitted -= task.maximumCost;
          insert.run({ ...task, accountId, now });
          counter.add(accountId, task.priority, 1);
          return 'created' as const;
        });
        head.queueChanged(accountId);
        return { kind: 'done', results: outcomes };
      }),
    pickTasks: async ({ requests, now }) => {
      const picks = requests.map((request) => {
        const { rows, blocked } = head.pick(request, now);
        const tasks = rows.map((row) => runnable(row, now));
        return { accountId: request.accountId, tasks, blocked };
      });
      if (picks.some(({ tasks }) => tasks.length > 0)) moveSelected();
      return picks;
    },
    claimTasks: ({ requests, now }) =>
      write(() => {
        head.storeSelected();
        for (const { accountId } of requests) head.queueChanged(accountId);
        return requests.map((request) => claim(request, now));
      }),
    recordFailedAttempt: ({ taskId, attempts }) => write(() => void countAttempts.run({ attempts, taskId })),
    keepReceipt: ({ taskId, receipt }) => write(() => void keepReceipt.run({ receipt, taskId })),
    settleTask: async ({ taskId, state, charge, response, pages, attempts, now }) => {
      const { sequence, ...settled } = await write(() => {
        const task = toEnd.get({ id: taskId });
        const runs =
          task?.state === 'PROCESSING' || (task?.state === 'QUEUED' && head.storeOne(task.sequence));
        if (task === undefined || !runs) return { kind: 'gone' as const, sequence: null };
        const { balance, ledgerSequence } = ledger.accountAt(task.accountId, now);
        const after =
          charge === 0
            ? { balance, ledgerSequence }
            : ledger.post({
                accountId: task.accountId,
                at: now,
                kind: 'charge',
                delta: -charge,
                jobId: task.id,
                note: task.engine,
              });
        if (after === null) return { kind: 'insufficient' as const, sequence: null };
        close(task, state, charge, response, pages, attempts, now);
        counter.addProcessing(task.accountId, -1);
        return { kind: 'settled' as const, ...after, sequence: task.sequence };
      });
      if (sequence !== null) head.clearSelected([sequence]);
      return settled;
    },
    requeueTasks: (taskIds) =>
      write(() => {
        for (const id of taskIds) {
          const task = toEnd.get({ id });
          if (task === undefined) continue;
          head.storeOne(task.sequence);
          head.clearSelected([task.sequence]);
          if (requeue.run({ sequence: task.sequence }).changes === 0) continue;
          head.queueChanged(task.accountId);
          counter.add(task.accountId, task.priority, 1);
          counter.addProcessing(task.accountId, -1);
        }
      }),
    processingTasks: async () => processing.all(),
    task: async ({ accountId, taskId }) => {
      // Ids are UUIDs, written in lower case and matched case-insensitively.
      const found = byId.get({ id: taskId.toLowerCase() });
      return (found?.accountId === accountId ? found : withKey.get({ accountId, taskId })) ?? null;
    },
    queueCounts: async (accountId) => counter.counts(accountId),
    waitingQueues: async () =>
      counter.waitingQueues().flatMap(({ accountId, queued }) => {
        const left = queued - head.selectedCount(accountId);
        return left > 0 ? [{ accountId, queued: left }] : [];
      }),
    queueEnd: async (accountId) => end.get({ accountId }) ?? 0,
    clearQueue: ({ accountId, upTo, limit }) =>
      write(() => {
        head.storeSelected();
        head.queueChanged(accountId);
        const rows = someQueued.all({ accountId, upTo, limit });
        for (const { sequence, priority } of rows) {
          remove.run({ sequence });
          counter.add(accountId, priority, -1);
        }
        return rows.length;
      }),
  };
}

/** @param now start time, unless it has started before */
const runnable = ({ sequence: _, priority: __, ...task }: QueuedRow, now: number): RunnableTask => ({
  ...task,
  startedAt: task.startedAt ?? now,
});
