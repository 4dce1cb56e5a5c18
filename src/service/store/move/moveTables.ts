import { plans } from '#shared/interface/plans.ts';

/**
 * A column of both stores: its type in PostgreSQL, and its SQLite expression if that is not the column itself.
 */
type Column = readonly [name: string, type: string, inSqlite?: string];

export type MovedTable = {
  readonly name: string;
  /** Unique in both stores, indexed in SQLite: the order of copying. */
  readonly key: readonly string[];
  /** Additional columns for PostgreSQL's index on the key. */
  readonly foundBy?: readonly string[];
  readonly columns: readonly Column[];
};

const number = (name: string, inSqlite?: string): Column => [name, 'bigint', inSqlite];
const text = (name: string, inSqlite?: string): Column => [name, 'text', inSqlite];
const uuid = (name: string): Column => [name, 'uuid'];
const bytes = (name: string): Column => [name, 'bytea'];

const slotsOfPlan = `CASE plan ${plans.map(({ id, slots }) => `WHEN '${id}' THEN ${slots}`).join(' ')} END`;
const queuedTasks = `(SELECT count(*) FROM tasks
  WHERE account_id = accounts.id AND state IN ('QUEUED', 'PROCESSING'))`;
/** An interrupted task returns to the queue, with its attempts and its start. */
const stateAfterwards = "CASE state WHEN 'PROCESSING' THEN 'QUEUED' ELSE state END";

/** All data of a service, in the order of references. Leases, slots in use and notices end with the process. */
export const movedTables: readonly MovedTable[] = [
  {
    name: 'accounts',
    key: ['id'],
    columns: [
      number('id'),
      text('name'),
      text('plan'),
      number('balance'),
      number('ledger_sequence'),
      number('cycle_anchor'),
      number('cycle_ends_at'),
      text('webhook_secret'),
      number('created_at'),
      number('slots', slotsOfPlan),
      number('queued', queuedTasks),
    ],
  },
  {
    name: 'api_keys',
    key: ['id'],
    columns: [
      text('id'),
      number('account_id'),
      bytes('hash'),
      text('last_four'),
      text('label'),
      number('created_at'),
      number('revoked_at'),
    ],
  },
  {
    name: 'ledger',
    key: ['account_id', 'sequence'],
    columns: [
      number('account_id'),
      number('sequence'),
      number('at'),
      text('kind'),
      number('delta'),
      number('balance_after'),
      uuid('job_id'),
      text('note'),
    ],
  },
  {
    name: 'tasks',
    key: ['id'],
    foundBy: ['account_id'],
    columns: [
      number('account_id'),
      uuid('id'),
      number('sequence'),
      text('request_id'),
      text('engine'),
      text('payload'),
      number('priority'),
      text('idempotency_key'),
      text('webhook_url'),
      text('state', stateAfterwards),
      number('attempts'),
      number('credits_to_charge'),
      number('maximum_cost'),
      number('credits_charged'),
      number('created_at'),
      number('started_at'),
      number('finished_at'),
      text('receipt'),
    ],
  },
  {
    name: 'calls',
    key: ['account_id', 'id'],
    columns: [
      number('account_id'),
      uuid('id'),
      text('request_id'),
      text('engine'),
      number('status'),
      text('error_code'),
      text('error_message'),
      number('credits_charged'),
      number('attempts'),
      number('started_at'),
      number('finished_at'),
    ],
  },
  {
    name: 'results',
    key: ['job_id'],
    columns: [uuid('job_id'), text('body'), text('page_token'), number('page_count'), number('created_at')],
  },
  {
    name: 'result_pages',
    key: ['token', 'page'],
    columns: [text('token'), number('page'), bytes('body'), number('created_at')],
  },
  {
    name: 'webhook_deliveries',
    key: ['id'],
    columns: [
      number('id'),
      number('account_id'),
      uuid('task_id'),
      text('url'),
      text('state'),
      number('attempts'),
      number('attempts_left'),
      number('next_attempt_at'),
      number('last_status'),
      text('last_error'),
      number('created_at'),
      number('delivered_at'),
    ],
  },
];

/** Tables with sequences that continue where SQLite's ended, and their columns. */
export const countedColumns = [
  ['accounts', 'id'],
  ['tasks', 'sequence'],
  ['webhook_deliveries', 'id'],
] as const;

/** Queries for both stores: totals that must match, in addition to every row. */
export const sumsOfStore = `SELECT
  (SELECT coalesce(sum(balance), 0) FROM accounts) AS balance,
  (SELECT coalesce(sum(delta), 0) FROM ledger) AS ledger,
  (SELECT coalesce(-sum(delta), 0) FROM ledger WHERE kind = 'charge') AS charged,
  (SELECT count(*) FROM tasks) AS tasks,
  (SELECT count(*) FROM tasks WHERE state IN ('COMPLETED', 'FAILED')) AS ended,
  (SELECT count(*) FROM accounts WHERE balance <> (
    SELECT coalesce(sum(delta), 0) FROM ledger WHERE account_id = accounts.id)) AS unsound`;

export type SumsOfStore = {
  readonly balance: number;
  readonly ledger: number;
  readonly charged: number;
  readonly tasks: number;
  readonly ended: number;
  readonly unsound: number;
};
