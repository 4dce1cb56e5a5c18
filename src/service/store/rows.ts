import type { Engine } from '#shared/interface/engines.ts';
import type { TaskState } from '#shared/interface/tasks.ts';
import type { ApiKey, Delivery, JobSummary, LedgerKind, LedgerRow } from './serviceStore.ts';

/** Rows whose columns are the same in SQLite and in PostgreSQL, and what they stand for. */

export type ApiKeyColumns = {
  readonly id: string;
  readonly account_id: number;
  readonly last_four: string;
  readonly label: string | null;
  readonly created_at: number;
  readonly revoked_at: number | null;
};

export const apiKeyOf = (row: ApiKeyColumns): ApiKey => ({
  id: row.id,
  accountId: row.account_id,
  lastFour: row.last_four,
  label: row.label,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
});

export type LedgerColumns = {
  readonly sequence: number;
  readonly at: number;
  readonly kind: LedgerKind;
  readonly delta: number;
  readonly balance_after: number;
  readonly job_id: string | null;
  readonly note: string | null;
};

export const ledgerRowOf = (row: LedgerColumns): LedgerRow => ({
  sequence: row.sequence,
  at: row.at,
  kind: row.kind,
  delta: row.delta,
  balanceAfter: row.balance_after,
  jobId: row.job_id,
  note: row.note,
});

export type DeliveryColumns = {
  readonly id: number;
  readonly account_id: number;
  readonly task_id: string;
  readonly url: string;
  readonly state: Delivery['state'];
  readonly attempts: number;
  readonly next_attempt_at: number | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: number;
  readonly delivered_at: number | null;
};

export const deliveryOf = (row: DeliveryColumns): Delivery => ({
  id: row.id,
  accountId: row.account_id,
  taskId: row.task_id,
  url: row.url,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at,
  deliveredAt: row.delivered_at,
});

export type JobColumns = {
  readonly id: string;
  readonly kind: 'call' | 'task';
  readonly request_id: string;
  readonly engine: Engine;
  readonly state: TaskState;
  readonly status: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly credits_charged: number | null;
  readonly attempts: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly priority: number | null;
};

export const jobSummaryOf = (row: JobColumns): JobSummary => ({
  id: row.id,
  kind: row.kind,
  requestId: row.request_id,
  engine: row.engine,
  state: row.state,
  status: row.status,
  errorCode: row.error_code,
  errorMessage: row.error_message,
  creditsCharged: row.credits_charged,
  attempts: row.attempts,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  priority: row.priority,
});
