/**
 * Columns under the names of the members they stand for, so that a row is the value. The same in SQLite and in
 * PostgreSQL.
 */
export const accountColumns = `id, name, plan, balance, ledger_sequence AS "ledgerSequence", cycle_ends_at AS "cycleEndsAt",
  webhook_secret IS NOT NULL AS "hasWebhookSecret", created_at AS "createdAt"`;

export const apiKeyColumns = `id, account_id AS "accountId", last_four AS "lastFour", label, created_at AS "createdAt",
  revoked_at AS "revokedAt"`;

export const ledgerColumns =
  'sequence, at, kind, delta, balance_after AS "balanceAfter", job_id AS "jobId", note';

export const deliveryColumns = `id, account_id AS "accountId", task_id AS "taskId", url, state, attempts,
  next_attempt_at AS "nextAttemptAt", last_status AS "lastStatus", last_error AS "lastError", created_at AS "createdAt",
  delivered_at AS "deliveredAt"`;

/** A `RunnableTask`, except that `startedAt` is null before its first start. */
export const runnableColumns = `id, account_id AS "accountId", request_id AS "requestId", engine, payload, attempts,
  maximum_cost AS "maximumCost", started_at AS "startedAt", receipt, webhook_url AS "webhookUrl"`;

export const taskColumns = `${runnableColumns}, sequence, priority, idempotency_key AS "idempotencyKey",
  credits_to_charge AS "creditsToCharge", state, credits_charged AS "creditsCharged", created_at AS "createdAt",
  finished_at AS "finishedAt"`;

const jobColumns = `request_id AS "requestId", engine, credits_charged AS "creditsCharged", attempts, started_at AS "startedAt",
  finished_at AS "finishedAt"`;

/** A call as a `JobSummary`. */
export const callColumns = `id, 'call' AS kind, ${jobColumns}, started_at AS "createdAt", status,
  error_code AS "errorCode", error_message AS "errorMessage", CAST(NULL AS integer) AS priority,
  CASE WHEN credits_charged > 0 OR error_code IS NULL THEN 'COMPLETED' ELSE 'FAILED' END AS state`;

/** A task as a `JobSummary`, with the expressions for the error of one that failed. */
export const taskJobColumns = (errorCode: string, errorMessage: string): string =>
  `id, 'task' AS kind, ${jobColumns}, created_at AS "createdAt", CAST(NULL AS integer) AS status,
  ${errorCode} AS "errorCode", ${errorMessage} AS "errorMessage", priority, state`;
