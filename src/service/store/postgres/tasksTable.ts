import type { QueueRoom } from '../capacity.ts';
import { refusedAtPickup } from '../refusedAtPickup.ts';
import { runnableColumns, taskColumns } from '../rows.ts';
import type {
  Claim,
  ClaimRequest,
  NewTask,
  RunnableTask,
  Task,
  TaskCreation,
  TaskStore,
} from '../serviceStore.ts';
import { type LockedAccount, lockedAccounts } from './accountRows.ts';
import { bigints, integers, texts, uuids } from './columns.ts';
import { briefly, type Database, type Query } from './database.ts';
import { atHome, type Homes, peersOf } from './homes.ts';
import type { Node } from './nodes.ts';

/** A task to run; `startedAt` is null before its first start. */
export type QueuedRow = Omit<RunnableTask, 'startedAt'> &
  Pick<NewTask, 'priority'> & { readonly sequence: number; readonly startedAt: number | null };

const knownKeys = {
  name: 'tasks_known_keys',
  text: 'SELECT idempotency_key AS key FROM tasks WHERE account_id = $1 AND idempotency_key = ANY ($2::text[])',
};
const insert = {
  name: 'tasks_insert',
  text: `WITH counted AS (UPDATE accounts SET queued = queued + cardinality($3::uuid[]) WHERE id = $1)
    INSERT INTO tasks (account_id, id, request_id, engine, payload, priority, idempotency_key, webhook_url, state,
      attempts, credits_to_charge, maximum_cost, created_at)
    SELECT $1, id, request_id, engine, payload, priority, idempotency_key, webhook_url, 'QUEUED', 0,
      credits_to_charge, maximum_cost, $2
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::text[], $9::text[], $10::bigint[],
      $11::bigint[]) WITH ORDINALITY AS new (id, request_id, engine, payload, priority, idempotency_key, webhook_url,
        credits_to_charge, maximum_cost, nth)
    ORDER BY nth`,
};
/** Read under a lock that declaring the node dead has to wait for, and before accounts are locked. */
export const alive = 'alive AS MATERIALIZED (SELECT id FROM nodes WHERE id = $2 FOR KEY SHARE)';
/**
 * Takes the next tasks of each account as far as `room` and `credits` of the relation allow. Whoever takes
 * tasks of an account has locked it: a second node waits, and then sees what the first left.
 * Rows are updated by ctid, here and wherever a limit is a parameter: for a join, the planner expects a tenth
 * of the table and scans all of it.
 */
export const takenFrom = (accounts: string): string => `next AS MATERIALIZED (
    SELECT queued.*, credits, sum(maximum_cost) OVER (PARTITION BY account_id ORDER BY priority DESC, sequence) AS cost
    FROM ${accounts} AS open CROSS JOIN LATERAL (
      SELECT account_id, tasks.ctid AS version, priority, sequence, maximum_cost FROM tasks
      WHERE account_id = open.id AND state = 'QUEUED'
      ORDER BY priority DESC, sequence LIMIT greatest(0, open.room) FOR UPDATE SKIP LOCKED) AS queued),
  started AS (
    UPDATE tasks SET state = 'PROCESSING', node_id = $2, started_at = coalesce(tasks.started_at, $1)
    WHERE tasks.ctid = ANY (ARRAY(SELECT version FROM next WHERE cost <= credits))
    RETURNING tasks.account_id, tasks.id, tasks.request_id, tasks.engine, tasks.payload, tasks.attempts,
      tasks.maximum_cost, tasks.started_at, tasks.receipt, tasks.webhook_url, tasks.priority, tasks.sequence)`;
const pick = {
  name: 'tasks_pick',
  text: `WITH ${alive},
  locked AS MATERIALIZED (
    SELECT accounts.id, least(asked.wanted, slots - slots_used) AS room, least(asked.budget, balance - credits_held) AS credits
    FROM unnest($3::bigint[], $4::integer[], $5::bigint[]) AS asked (id, wanted, budget)
      JOIN accounts ON accounts.id = asked.id, alive
    WHERE cycle_ends_at > $1 ORDER BY accounts.id FOR NO KEY UPDATE OF accounts),
  ${takenFrom('locked')},
  counted AS (
    UPDATE accounts SET slots_used = slots_used + totals.tasks, credits_held = credits_held + totals.credits,
      queued = queued - totals.tasks
    FROM (SELECT account_id, count(*) AS tasks, sum(maximum_cost) AS credits FROM started GROUP BY account_id) AS totals
    WHERE accounts.id = totals.account_id)
  SELECT ${runnableColumns}, priority, sequence FROM started
  UNION ALL
  SELECT DISTINCT NULL::uuid, account_id, NULL, NULL, NULL, NULL::integer, NULL::bigint, NULL::bigint, NULL, NULL,
    NULL::integer, NULL::bigint FROM next WHERE cost > credits`,
};
/** Data of a locked account for a take. */
const roomOf = {
  name: 'account_room',
  text: `SELECT slots - slots_used AS room FROM accounts, nodes
    WHERE accounts.id = $1 AND nodes.id = $2 FOR KEY SHARE OF nodes`,
};
const upcoming = {
  name: 'tasks_upcoming',
  text: `SELECT ${runnableColumns}, priority, sequence FROM tasks WHERE account_id = $1 AND state = 'QUEUED'
    ORDER BY priority DESC, sequence LIMIT $2`,
};
const start = {
  name: 'tasks_start',
  text: `WITH counted AS (
      UPDATE accounts SET slots_used = slots_used + cardinality($2::uuid[]), queued = queued - cardinality($2::uuid[]),
        credits_held = credits_held + $5 WHERE id = $1)
    UPDATE tasks SET state = 'PROCESSING', node_id = $3, started_at = coalesce(started_at, $4)
    WHERE account_id = $1 AND id = ANY ($2::uuid[])`,
};
const refuse = {
  name: 'tasks_refuse',
  text: `WITH ended AS (
      UPDATE tasks SET state = 'FAILED', credits_charged = 0, finished_at = $3
      WHERE account_id = $1 AND id = ANY ($2::uuid[]) RETURNING id, webhook_url),
    counted AS (UPDATE accounts SET queued = queued - cardinality($2::uuid[]) WHERE id = $1),
    stored AS (
      INSERT INTO results (job_id, body, page_token, page_count, created_at) SELECT id, $4, NULL, 0, $3 FROM ended)
    INSERT INTO webhook_deliveries (account_id, task_id, url, state, attempts, attempts_left, next_attempt_at, created_at)
    SELECT $1, id, webhook_url, 'pending', 0, $5, $3, $3 FROM ended WHERE webhook_url IS NOT NULL`,
};
const countAttempts = {
  name: 'task_attempts',
  text: `UPDATE tasks SET attempts = $4 WHERE account_id = $1 AND id = $2 AND node_id = $3`,
};
const keepReceipt = {
  name: 'task_receipt',
  text: `UPDATE tasks SET receipt = $4 WHERE account_id = $1 AND id = $2 AND node_id = $3`,
};
const requeue = {
  name: 'tasks_requeue',
  text: `WITH locked AS MATERIALIZED (
      SELECT id FROM accounts WHERE id = ANY ($2::bigint[]) ORDER BY id FOR NO KEY UPDATE),
    back AS (
      UPDATE tasks SET state = 'QUEUED', node_id = NULL FROM locked
      WHERE tasks.account_id = locked.id AND tasks.id = ANY ($1::uuid[]) AND node_id = $3
      RETURNING account_id, maximum_cost)
    UPDATE accounts SET queued = queued + totals.tasks, slots_used = slots_used - totals.tasks,
      credits_held = credits_held - totals.credits
    FROM (SELECT account_id, count(*) AS tasks, sum(maximum_cost) AS credits FROM back GROUP BY account_id) AS totals
    WHERE accounts.id = totals.account_id`,
};
const byId = {
  name: 'task_by_id',
  text: `SELECT ${taskColumns} FROM tasks WHERE account_id = $1 AND id = $2`,
};
const byKey = {
  name: 'task_by_key',
  text: `SELECT ${taskColumns} FROM tasks WHERE account_id = $1 AND idempotency_key = $2`,
};
const levels = {
  name: 'queue_levels',
  text: `SELECT priority, count(*) AS count FROM tasks WHERE account_id = $1 AND state = 'QUEUED'
    GROUP BY priority ORDER BY priority DESC`,
};
const processing = {
  name: 'queue_processing',
  text: `SELECT count(*) AS count FROM tasks WHERE account_id = $1 AND state = 'PROCESSING'`,
};
const waiting = {
  name: 'queues_waiting',
  text: `WITH ${peersOf('$1')}
    SELECT id AS "accountId", queued, greatest(0, slots - slots_used) AS "freeSlots",
      balance - credits_held AS "availableCredits", ${atHome('id')} AS "atHome"
    FROM accounts, peers WHERE queued > 0 ORDER BY id`,
};
const end = {
  name: 'queue_end',
  text: `SELECT coalesce(max(sequence), 0)::bigint AS sequence FROM tasks WHERE account_id = $1 AND state = 'QUEUED'`,
};
/**
 * The state is checked twice: the subquery sees the state before the lock, and a task may have started since.
 */
const clear = {
  name: 'queue_clear',
  text: `WITH locked AS MATERIALIZED (SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE),
    gone AS (
      DELETE FROM tasks WHERE state = 'QUEUED' AND ctid = ANY (ARRAY(
        SELECT tasks.ctid FROM tasks, locked
        WHERE account_id = locked.id AND state = 'QUEUED' AND sequence <= $2 LIMIT $3))
      RETURNING tasks.id),
    counted AS (UPDATE accounts SET queued = queued - (SELECT count(*) FROM gone) WHERE id = $1)
    SELECT id FROM gone`,
};
const lockAccount = {
  name: 'account_lock',
  text: 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
};
const stillThere = {
  name: 'tasks_there',
  text: 'SELECT id FROM tasks WHERE account_id = $1 AND id = ANY ($2::uuid[]) LIMIT 1',
};

/** Failing a long queue in one statement would block the account; the scheduler calls again. */
const refusedAtOnce = 200;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * PostgreSQL's text cannot contain NUL, but a caller's key can: U+FDD0 stands for it. U+FDD1 marks that character,
 * and itself, where a key contains them.
 */
export const storedKey = (key: string): string =>
  key.replace(/[\uFDD0\uFDD1]/g, '\uFDD1$&').replaceAll('\0', '\uFDD0');
const callersKey = (key: string | null): string | null =>
  key?.replace(/\uFDD1([\uFDD0\uFDD1])|\uFDD0/g, (_, marked?: string) => marked ?? '\0') ?? null;

type Tasks = Omit<TaskStore, 'settleTask' | 'waitingQueues'> & {
  readonly waitingQueues: () => Promise<readonly QueueRoom[]>;
};

export function tasksTable(
  db: Database,
  node: Node,
  homes: Homes,
  options: { readonly webhookAttempts: number },
): Tasks {
  const pickTasks: Tasks['pickTasks'] = ({ requests, now }) =>
    node.taking(async () => {
      const rows = await db.once<QueuedRow | { readonly id: null; readonly accountId: number }>(pick, [
        now,
        node.id,
        bigints(requests.map(({ accountId }) => accountId)),
        integers(requests.map(({ count }) => count)),
        bigints(requests.map(({ budget }) => budget)),
      ]);
      return requests.map(({ accountId }) => {
        const own = rows.filter((row) => row.accountId === accountId);
        const taken = own.filter((row): row is QueuedRow => row.id !== null).sort(inOrder);
        for (const { id } of taken) node.tasks.set(id, accountId);
        return {
          accountId,
          tasks: taken.map((row) => runnable(row, now)),
          blocked: taken.length < own.length,
        };
      });
    });

  const claim = async (query: Query, request: ClaimRequest, now: number): Promise<Claim> => {
    const { accountId, count } = request;
    const locked = (await lockedAccounts(query, [accountId], now)).get(accountId) as LockedAccount;
    await locked.write();
    const [room] = await query<{ room: number }>(roomOf, [accountId, node.id]);
    const { balance } = locked.account();
    const wanted = Math.max(0, Math.min(count, room?.room ?? 0));
    const rows = await query<QueuedRow>(upcoming, [accountId, wanted === 0 ? 0 : wanted + refusedAtOnce]);
    let left = balance - locked.row.creditsHeld;
    let cost = 0;
    let waitsForCredits = false;
    const taken: QueuedRow[] = [];
    const refused: string[] = [];
    for (const row of rows) {
      if (taken.length === wanted || refused.length === refusedAtOnce) break;
      if (row.maximumCost > balance) refused.push(row.id);
      else if (row.maximumCost > left) {
        waitsForCredits = true;
        break;
      } else {
        left -= row.maximumCost;
        cost += row.maximumCost;
        taken.push(row);
      }
    }
    const ids = taken.map(({ id }) => id);
    if (ids.length > 0) await query(start, [accountId, ids, node.id, now, cost]);
    if (refused.length > 0)
      await query(refuse, [accountId, refused, now, refusedAtPickup, options.webhookAttempts]);
    const tasks = taken.map((row) => runnable(row, now));
    return { accountId, tasks, refused: refused.length, waitsForCredits };
  };

  /** @param before the result of an earlier attempt that may or may not have been committed */
  const create = async (
    query: Query,
    { accountId, tasks, batchSize, queueLimit, now }: Parameters<TaskStore['createTasks']>[0],
    before: TaskCreation | null,
  ): ReturnType<TaskStore['createTasks']> => {
    // Waits for the earlier attempt, in case the server is still executing it.
    const locked = (await lockedAccounts(query, [accountId], now)).get(accountId) as LockedAccount;
    await locked.write();
    if (before !== null) {
      const there = await query(stillThere, [accountId, tasks.map(({ id }) => id)]);
      if (there.length > 0) return before;
    }
    const { queued } = locked.row;
    if (queued + batchSize > queueLimit) return { kind: 'overflow', queuedCount: queued };
    const keys = tasks.flatMap(({ idempotencyKey: key }) => (key === null ? [] : [storedKey(key)]));
    const known = keys.length === 0 ? [] : await query<{ key: string }>(knownKeys, [accountId, keys]);
    const taken = new Set(known.map(({ key }) => key));
    let uncommitted = locked.account().balance;
    const added: NewTask[] = [];
    const results = tasks.map((task) => {
      const key = task.idempotencyKey === null ? null : storedKey(task.idempotencyKey);
      if (key !== null && taken.has(key)) return 'exists' as const;
      // The same cost as when the task starts: what is accepted here is not refused there unless the balance
      // changes.
      if (task.maximumCost > uncommitted) return 'insufficient' as const;
      uncommitted -= task.maximumCost;
      if (key !== null) taken.add(key);
      added.push(task);
      return 'created' as const;
    });
    if (added.length > 0) {
      await query(insert, [
        accountId,
        now,
        uuids(added.map(({ id }) => id)),
        texts(added.map(({ requestId }) => requestId)),
        texts(added.map(({ engine }) => engine)),
        texts(added.map(({ payload }) => payload)),
        integers(added.map(({ priority }) => priority)),
        texts(added.map(({ idempotencyKey: key }) => (key === null ? null : storedKey(key)))),
        texts(added.map(({ webhookUrl }) => webhookUrl)),
        bigints(added.map(({ creditsToCharge }) => creditsToCharge)),
        bigints(added.map(({ maximumCost }) => maximumCost)),
      ]);
    }
    return { kind: 'done', results };
  };

  return {
    createTasks: (input) => {
      let before: TaskCreation | null = null;
      const work = async (query: Query): Promise<TaskCreation> => {
        before = await create(query, input, before);
        return before;
      };
      return db.transaction(work, { findsOut: true, ...briefly });
    },
    pickTasks,
    claimTasks: ({ requests, now }) =>
      node.taking(async () => {
        const claims: Claim[] = [];
        for (const request of requests) {
          const claimed = await db.transaction((query) => claim(query, request, now));
          for (const { id, accountId } of claimed.tasks) node.tasks.set(id, accountId);
          claims.push(claimed);
        }
        return claims;
      }),
    recordFailedAttempt: async ({ taskId, attempts }) => {
      await db.query(countAttempts, [node.tasks.get(taskId) ?? 0, taskId, node.id, attempts]);
    },
    keepReceipt: async ({ taskId, receipt }) => {
      await db.query(keepReceipt, [node.tasks.get(taskId) ?? 0, taskId, node.id, receipt]);
    },
    requeueTasks: async (taskIds) => {
      const accounts = [...new Set(taskIds.flatMap((id) => node.tasks.get(id) ?? []))];
      await db.query(requeue, [taskIds, accounts, node.id]);
      for (const id of taskIds) node.tasks.delete(id);
    },
    // Tasks of a former run belong to a dead node: whichever node notices requeues them.
    processingTasks: async () => [],
    task: async ({ accountId, taskId }) => {
      const [found] = uuid.test(taskId) ? await db.query<Task>(byId, [accountId, taskId], briefly) : [];
      const row = found ?? (await db.query<Task>(byKey, [accountId, storedKey(taskId)], briefly))[0];
      return row === undefined ? null : { ...row, idempotencyKey: callersKey(row.idempotencyKey) };
    },
    queueCounts: async (accountId) => {
      const byPriority = await db.query<{ priority: number; count: number }>(levels, [accountId], briefly);
      const [running] = await db.query<{ count: number }>(processing, [accountId], briefly);
      const queued = byPriority.reduce((sum, { count }) => sum + count, 0);
      return { queued, processing: running?.count ?? 0, byPriority };
    },
    waitingQueues: async () => homes.open(await db.query(waiting, [node.id])),
    queueEnd: async (accountId) =>
      (await db.query<{ sequence: number }>(end, [accountId], briefly))[0]?.sequence ?? 0,
    clearQueue: ({ accountId, upTo, limit }) => {
      let before: readonly string[] = [];
      const work = async (query: Query): Promise<number> => {
        if (before.length > 0) {
          await query(lockAccount, [accountId]);
          if ((await query(stillThere, [accountId, before])).length === 0) return before.length;
        }
        before = (await query<{ id: string }>(clear, [accountId, upTo, limit])).map(({ id }) => id);
        return before.length;
      };
      return db.transaction(work, { findsOut: true, ...briefly });
    },
  };
}

export const inOrder = (a: QueuedRow, b: QueuedRow): number =>
  b.priority - a.priority || a.sequence - b.sequence;

/** @param now start time, unless it has started before */
export const runnable = ({ sequence: _, priority: __, ...task }: QueuedRow, now: number): RunnableTask => ({
  ...task,
  startedAt: task.startedAt ?? now,
});
