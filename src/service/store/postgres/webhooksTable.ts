import { deliveryColumns } from '../rows.ts';
import type { Delivery, WebhookStore } from '../serviceStore.ts';
import { noteChange } from './accountsTable.ts';
import { briefly, type Database } from './database.ts';
import type { Node } from './nodes.ts';

/** Longer than an attempt may take: a node that is still sending keeps its deliveries. */
const leaseMs = 30_000;

/** A loose index scan from account to account, however many deliveries each has. */
const accountsWaiting = `RECURSIVE waiting (account) AS (
    (SELECT min(account_id) FROM webhook_deliveries WHERE state = 'pending')
    UNION ALL
    SELECT (SELECT min(account_id) FROM webhook_deliveries WHERE state = 'pending' AND account_id > account)
    FROM waiting WHERE account IS NOT NULL)`;
/**
 * Deliveries that no other node is sending; this node holds them exclusively for its lease while it is alive.
 */
const takeDue = {
  name: 'deliveries_due',
  text: `WITH ${accountsWaiting},
  due AS MATERIALIZED (
    SELECT next.id FROM waiting CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries
      WHERE state = 'pending' AND account_id = account AND next_attempt_at <= $1
        AND EXISTS (SELECT 1 FROM nodes WHERE nodes.id = $3)
        AND (leased_until IS NULL OR leased_by = $3 OR leased_until < clock_timestamp())
      ORDER BY next_attempt_at, id LIMIT $2 FOR UPDATE SKIP LOCKED) AS next)
  UPDATE webhook_deliveries SET leased_by = $3, leased_until = clock_timestamp() + $4 * interval '1 ms'
  WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING ${deliveryColumns}`,
};
const nextDue = {
  name: 'deliveries_next',
  text: `WITH ${accountsWaiting}
    SELECT min(next_attempt_at) AS at FROM waiting CROSS JOIN LATERAL (
      SELECT min(next_attempt_at) AS next_attempt_at FROM webhook_deliveries
      WHERE state = 'pending' AND account_id = account AND next_attempt_at > $1) AS next`,
};
/** Only by the node that holds it: the result of an attempt that outlived its lease is ignored. */
const record = {
  name: 'delivery_record',
  text: `UPDATE webhook_deliveries SET attempts = attempts + 1, attempts_left = attempts_left - 1,
      state = CASE WHEN $2 THEN 'delivered' WHEN attempts_left > 1 THEN 'pending' ELSE 'failed' END,
      next_attempt_at = CASE WHEN NOT $2 AND attempts_left > 1 THEN $6::bigint END,
      last_status = $3, last_error = $4, delivered_at = CASE WHEN $2 THEN $5::bigint ELSE delivered_at END,
      leased_by = NULL, leased_until = NULL
    WHERE id = $1 AND state = 'pending' AND leased_by = $7 RETURNING state`,
};
const byId = {
  name: 'delivery_by_id',
  text: `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE id = $1`,
};
const byTask = {
  name: 'delivery_by_task',
  text: `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE task_id = $1`,
};
const recent = {
  name: 'deliveries_recent',
  text: `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
};
const again = {
  name: 'delivery_again',
  text: `UPDATE webhook_deliveries SET state = 'pending', attempts_left = $3, next_attempt_at = $4, leased_by = NULL,
      leased_until = NULL
    WHERE id = $2 AND account_id = $1 AND EXISTS (
      SELECT 1 FROM tasks WHERE tasks.account_id = $1 AND tasks.id = webhook_deliveries.task_id) RETURNING id`,
};

export function webhooksTable(
  db: Database,
  node: Node,
  options: { readonly webhookAttempts: number },
): WebhookStore {
  return {
    dueDeliveries: async ({ now, perAccount }) => {
      const due = await db.query<Delivery>(takeDue, [now, perAccount, node.id, leaseMs]);
      const [next] = await db.query<{ at: number | null }>(nextDue, [now]);
      const inOrder = due.toSorted(
        (a, b) => a.accountId - b.accountId || (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0) || a.id - b.id,
      );
      return { due: inOrder, nextAt: next?.at ?? null };
    },
    recordDelivery: async ({ deliveryId, delivered, status, error, now, nextAttemptAt }) => {
      const values = [deliveryId, delivered, status, error, now, nextAttemptAt, node.id];
      const [recorded] = await db.query<{ state: Delivery['state'] }>(record, values);
      const [row] = recorded === undefined ? await db.query<Delivery>(byId, [deliveryId]) : [recorded];
      return row?.state ?? 'failed';
    },
    deliveryOfTask: async (taskId) => (await db.query<Delivery>(byTask, [taskId], briefly))[0] ?? null,
    delivery: async ({ accountId, deliveryId }) => {
      const [delivery] = await db.query<Delivery>(byId, [deliveryId]);
      return delivery?.accountId === accountId ? delivery : null;
    },
    recentDeliveries: ({ accountId, limit }) => db.query<Delivery>(recent, [accountId, limit]),
    resendDelivery: ({ accountId, deliveryId, now }) =>
      db.transaction(async (query) => {
        const started = await query(again, [accountId, deliveryId, options.webhookAttempts, now]);
        await query(noteChange);
        return started.length > 0;
      }),
  };
}
