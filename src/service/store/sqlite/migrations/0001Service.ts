import type { Migration } from '#platform/sqlite/migrate.ts';

/** Times are milliseconds since the epoch. Credits are whole numbers. */
export const serviceTables: Migration = {
  version: 1,
  name: 'accounts, keys, ledger, calls, tasks, results, webhooks',
  sql: `
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL,
  balance INTEGER NOT NULL CHECK (balance >= 0),
  ledger_sequence INTEGER NOT NULL,
  cycle_anchor INTEGER NOT NULL,
  cycle_ends_at INTEGER NOT NULL,
  webhook_secret TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  hash BLOB NOT NULL UNIQUE,
  last_four TEXT NOT NULL,
  label TEXT,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

-- Every movement of credits. balance_after makes each row checkable against the one before it.
CREATE TABLE ledger (
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('cycle', 'expiry', 'grant', 'plan', 'charge')),
  delta INTEGER NOT NULL,
  balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
  job_id TEXT,
  note TEXT,
  PRIMARY KEY (account_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ledger_one_charge_per_job ON ledger (job_id) WHERE job_id IS NOT NULL;
CREATE TRIGGER ledger_rows_never_change BEFORE UPDATE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_rows_never_go BEFORE DELETE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Synchronous calls that ran. status is what the caller was answered, 499 when he had left.
-- Ids begin with their time, so an account's newest are the last of its part of the table.
CREATE TABLE calls (
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  engine TEXT NOT NULL,
  status INTEGER NOT NULL,
  error_code TEXT,
  error_message TEXT,
  credits_charged INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_by_request ON calls (request_id);

CREATE TABLE tasks (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  request_id TEXT NOT NULL,
  engine TEXT NOT NULL,
  payload TEXT NOT NULL,
  priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 10),
  idempotency_key TEXT,
  webhook_url TEXT,
  state TEXT NOT NULL CHECK (state IN ('QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED')),
  -- attempts that ended in failure; one cut short by a stop or a crash is not counted
  attempts INTEGER NOT NULL,
  credits_to_charge INTEGER NOT NULL,
  maximum_cost INTEGER NOT NULL,
  credits_charged INTEGER,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE UNIQUE INDEX tasks_by_key ON tasks (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX tasks_queue ON tasks (account_id, priority DESC, sequence) WHERE state = 'QUEUED';
CREATE INDEX tasks_processing ON tasks (account_id, sequence) WHERE state = 'PROCESSING';
CREATE INDEX tasks_finished ON tasks (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX tasks_by_account ON tasks (account_id);
CREATE INDEX tasks_by_request ON tasks (request_id);

-- What a job produced, as JSON without its html member, whose addresses depend on where the service listens.
CREATE TABLE results (
  job_id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  page_token TEXT,
  page_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX results_by_age ON results (created_at);

-- HTML of results, compressed with zstd.
CREATE TABLE result_pages (
  token TEXT NOT NULL,
  page INTEGER NOT NULL,
  body BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (token, page)
) STRICT;
CREATE INDEX result_pages_by_age ON result_pages (created_at);

CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  task_id TEXT NOT NULL,
  url TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  attempts_left INTEGER NOT NULL,
  next_attempt_at INTEGER,
  last_status INTEGER,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  delivered_at INTEGER
) STRICT;
CREATE UNIQUE INDEX deliveries_by_task ON webhook_deliveries (task_id);
CREATE INDEX deliveries_due ON webhook_deliveries (account_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX deliveries_by_account ON webhook_deliveries (account_id);

-- Where the service that holds this database listens, for operators in other processes.
CREATE TABLE notices (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
