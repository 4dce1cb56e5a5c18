import { timeOrderedId } from '#platform/identifiers.ts';
import type { HousekeepingStore } from '../serviceStore.ts';
import type { Database } from './database.ts';
import type { Node } from './nodes.ts';
import { checkSchema } from './schema.ts';

/** Held by the one node that runs retention. */
const sweepLock = 7_266_190_102;

const tryLock = { name: 'sweep_lock', text: 'SELECT pg_try_advisory_xact_lock($1) AS mine' };
const oldTasks = {
  name: 'sweep_tasks',
  text: `WITH old AS MATERIALIZED (
      SELECT ctid AS version, id FROM tasks WHERE finished_at <= $1 AND NOT EXISTS (
        SELECT 1 FROM webhook_deliveries WHERE task_id = tasks.id AND state = 'pending') LIMIT $2),
    deliveries AS (DELETE FROM webhook_deliveries WHERE task_id = ANY (ARRAY(SELECT id FROM old))),
    stored AS (DELETE FROM results WHERE job_id = ANY (ARRAY(SELECT id FROM old))),
    gone AS (DELETE FROM tasks WHERE ctid = ANY (ARRAY(SELECT version FROM old)))
  SELECT count(*) AS count FROM old`,
};
/** Ids begin with their time. A long call may be kept until the next sweep. */
const oldCalls = {
  name: 'sweep_calls',
  text: `WITH old AS MATERIALIZED (
      SELECT each.version, each.id FROM accounts CROSS JOIN LATERAL (
        SELECT calls.ctid AS version, id FROM calls WHERE account_id = accounts.id AND id < $3 AND finished_at <= $1
        ORDER BY id LIMIT $2) AS each LIMIT $2),
    stored AS (DELETE FROM results WHERE job_id = ANY (ARRAY(SELECT id FROM old))),
    gone AS (DELETE FROM calls WHERE ctid = ANY (ARRAY(SELECT version FROM old)))
  SELECT count(*) AS count FROM old`,
};
const oldPages = {
  name: 'sweep_pages',
  text: `WITH gone AS (
      DELETE FROM result_pages WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM result_pages WHERE created_at <= $1 LIMIT $2)) RETURNING 1)
    SELECT count(*) AS count FROM gone`,
};
/** Notices of living nodes, newest first. */
const notice = {
  name: 'notice',
  text: `SELECT notices ->> $1 AS value FROM nodes WHERE notices ? $1 AND lease_ends_at > clock_timestamp()
    ORDER BY started_at DESC LIMIT 1`,
};
const setNotice = {
  name: 'notice_set',
  text: `UPDATE nodes SET notices = CASE WHEN $3::text IS NULL THEN notices - $2::text
      ELSE notices || jsonb_build_object($2::text, $3::text) END WHERE id = $1`,
};
const waiting = {
  name: 'waiting',
  text: `SELECT (SELECT coalesce(sum(queued), 0) FROM accounts)::bigint AS tasks,
    (SELECT count(*) FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= $1) AS webhooks`,
};

export function housekeeping(db: Database, node: Node): Omit<HousekeepingStore, 'close'> {
  return {
    sweep: ({ endedBefore, limit }) =>
      db.transaction(async (query) => {
        const [lock] = await query<{ mine: boolean }>(tryLock, [sweepLock]);
        if (lock?.mine !== true) return false;
        const rows = [
          ...(await query<{ count: number }>(oldTasks, [endedBefore, limit])),
          ...(await query<{ count: number }>(oldCalls, [endedBefore, limit, timeOrderedId(endedBefore + 1)])),
          ...(await query<{ count: number }>(oldPages, [endedBefore, limit])),
        ];
        return rows.some(({ count }) => count === limit);
      }),
    notice: async (name) => (await db.query<{ value: string }>(notice, [name]))[0]?.value ?? null,
    setNotice: (name, value) =>
      node.keep(`notice ${name}`, () => db.query(setNotice, [node.id, name, value])),
    check: () => checkSchema(db),
    waiting: async (now) =>
      (await db.query<{ tasks: number; webhooks: number }>(waiting, [now]))[0] ?? { tasks: 0, webhooks: 0 },
  };
}
