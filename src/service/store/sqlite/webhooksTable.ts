import type { Database } from 'better-sqlite3';
import { deliveryColumns } from '../rows.ts';
import type { Delivery, WebhookStore } from '../serviceStore.ts';
import type { CommitQueue } from './commitQueue.ts';

/** Longer than any delivery waits for its next attempt, milliseconds. */
const maxWaitMs = 14 * 86_400_000;

export function webhooksTable(
  db: Database,
  { write }: Pick<CommitQueue, 'write'>,
  options: { readonly webhookAttempts: number },
): WebhookStore {
  // A loose index scan from account to account, however many deliveries each has.
  const accountsWaiting = db
    .prepare<[], number>(
      `WITH RECURSIVE waiting (account) AS (
         SELECT min(account_id) FROM webhook_deliveries WHERE state = 'pending'
         UNION ALL
         SELECT (SELECT min(account_id) FROM webhook_deliveries WHERE state = 'pending' AND account_id > account)
         FROM waiting WHERE account IS NOT NULL
       ) SELECT account FROM waiting WHERE account IS NOT NULL`,
    )
    .pluck();
  const due = db.prepare<{ account: number; now: number; perAccount: number }, Delivery>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE state = 'pending' AND account_id = @account AND next_attempt_at <= @now
     ORDER BY next_attempt_at, id LIMIT @perAccount`,
  );
  // Postponed by a clock that was ahead: no delivery waits that long.
  const farAway = db.prepare<{ account: number; latest: number; perAccount: number }, Delivery>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE state = 'pending' AND account_id = @account AND next_attempt_at > @latest
     ORDER BY next_attempt_at, id LIMIT @perAccount`,
  );
  const nextDue = db
    .prepare<{ account: number; now: number }, number | null>(
      `SELECT min(next_attempt_at) FROM webhook_deliveries
       WHERE state = 'pending' AND account_id = @account AND next_attempt_at > @now`,
    )
    .pluck();
  const byId = db.prepare<{ deliveryId: number }, Delivery>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE id = @deliveryId`,
  );
  const attemptsLeft = db
    .prepare<{ deliveryId: number }, number>(
      'SELECT attempts_left FROM webhook_deliveries WHERE id = @deliveryId',
    )
    .pluck();
  const byTask = db.prepare<{ taskId: string }, Delivery>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE task_id = @taskId`,
  );
  const recent = db.prepare<{ accountId: number; limit: number }, Delivery>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE account_id = @accountId ORDER BY id DESC LIMIT @limit`,
  );
  const record = db.prepare(
    `UPDATE webhook_deliveries SET state = @state, attempts = attempts + 1, attempts_left = attempts_left - 1,
       next_attempt_at = @nextAttemptAt, last_status = @status, last_error = @error,
       delivered_at = coalesce(@deliveredAt, delivered_at) WHERE id = @deliveryId`,
  );
  const again = db.prepare(
    "UPDATE webhook_deliveries SET state = 'pending', attempts_left = @attemptsLeft, next_attempt_at = @now WHERE id = @deliveryId",
  );
  const taskExists = db.prepare<{ id: string }, number>('SELECT 1 FROM tasks WHERE id = @id').pluck();

  return {
    dueDeliveries: async ({ now, perAccount }) => {
      const accounts = accountsWaiting.all();
      const moments = accounts.flatMap((account) => nextDue.get({ account, now }) ?? []);
      return {
        due: accounts.flatMap((account) => [
          ...due.all({ account, now, perAccount }),
          ...farAway.all({ account, latest: now + maxWaitMs, perAccount }),
        ]),
        nextAt: moments.length === 0 ? null : Math.min(...moments),
      };
    },
    recordDelivery: ({ deliveryId, delivered, status, error, now, nextAttemptAt }) =>
      write(() => {
        const again = (attemptsLeft.get({ deliveryId }) ?? 0) > 1;
        const state = delivered ? 'delivered' : again ? 'pending' : 'failed';
        record.run({
          state,
          nextAttemptAt: state === 'pending' ? nextAttemptAt : null,
          status,
          error,
          deliveredAt: delivered ? now : null,
          deliveryId,
        });
        return state;
      }),
    deliveryOfTask: async (taskId) => byTask.get({ taskId }) ?? null,
    delivery: async ({ accountId, deliveryId }) => {
      const row = byId.get({ deliveryId });
      return row?.accountId === accountId ? row : null;
    },
    recentDeliveries: async ({ accountId, limit }) => recent.all({ accountId, limit }),
    resendDelivery: ({ accountId, deliveryId, now }) =>
      write(() => {
        const row = byId.get({ deliveryId });
        if (row?.accountId !== accountId || taskExists.get({ id: row.taskId }) === undefined) return false;
        again.run({ attemptsLeft: options.webhookAttempts, now, deliveryId });
        return true;
      }),
  };
}
