import type { Capacity } from '../capacity.ts';
import type { RateLimiter } from '../rateLimiter.ts';
import { callColumns, taskJobColumns } from '../rows.ts';
import type { CallStore, JobResult, JobSummary, ServiceStore } from '../serviceStore.ts';
import { accountsTable } from './accountsTable.ts';
import { createAdmission } from './admission.ts';
import { briefly, type Database, openPool } from './database.ts';
import { createHomes } from './homes.ts';
import { housekeeping } from './housekeeping.ts';
import { detachedNode, joinNodes, type NodeOptions } from './nodes.ts';
import { sharedRateLimiter } from './rateWindows.ts';
import { migrate } from './schema.ts';
import { createSettling } from './settling.ts';
import { readStoreClock } from './storeClock.ts';
import { tasksTable } from './tasksTable.ts';
import { webhooksTable } from './webhooksTable.ts';

export type PostgresStoreOptions = {
  /** Such as `postgres://user:password@host:5432/database`. */
  readonly address: string;
  /** Attempts a webhook gets before it counts as failed. */
  readonly webhookAttempts?: number;
  /** The time; that of the database by default. */
  readonly now?: () => number;
  /** Null for an operator, which runs no jobs. */
  readonly node: NodeOptions | null;
};

export type SharedStore = {
  readonly store: ServiceStore;
  readonly capacity: Capacity;
  /** Milliseconds since the epoch by the database's clock, which all nodes share. */
  readonly now: () => number;
  /** Counts the requests of all nodes together. */
  readonly rateLimiter: (limit: number) => RateLimiter;
  /** True while the database does not answer. */
  readonly away: () => boolean;
  /** A key that every node accepts while this one is alive. */
  readonly addSessionKey: (accountId: number, hash: Buffer) => Promise<void>;
};

/**
 * The store in a PostgreSQL database, shared by any number of processes, which coordinate only by its row locks
 * and transactions.
 * @throws StoreError if the database cannot be used
 */
export async function openPostgresStore({
  address,
  webhookAttempts = 5,
  now: givenNow,
  node: nodeOptions,
}: PostgresStoreOptions): Promise<SharedStore> {
  const db = openPool(address);
  try {
    await migrate(db);
    const clock = await readStoreClock(db);
    const now = givenNow ?? clock.now;
    const node = nodeOptions === null ? detachedNode() : await joinNodes(db, clock, nodeOptions);
    const { addSessionKey, ...accounts } = accountsTable(db, node);
    const homes = createHomes(() => performance.now());
    const tasks = tasksTable(db, node, homes, { webhookAttempts });
    const { renewCycles } = accounts;
    const { holdForCall, releaseCall, accountUse, slotsOfAll } = createAdmission(db, node, {
      now,
      renewCycles,
    });
    const store: ServiceStore = {
      ...accounts,
      ...callsTable(db),
      ...tasks,
      ...createSettling(db, node, { webhookAttempts, homes, renewCycles }),
      ...webhooksTable(db, node, { webhookAttempts }),
      ...housekeeping(db, node),
      close: async () => {
        await node.close().finally(db.close);
      },
    };
    return {
      store,
      now,
      addSessionKey,
      away: db.away,
      rateLimiter: (limit) => sharedRateLimiter(db, limit),
      capacity: {
        holdForCall,
        releaseCall,
        accountUse,
        slotsOfAll,
        learn: () => undefined,
        settled: () => undefined,
        queues: tasks.waitingQueues,
        // Taking tasks counts them in the same statement.
        tasks: {
          take: () => undefined,
          giveBack: () => undefined,
          resume: () => false,
          freeOnAnswer: false,
          lease: node.lease,
        },
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** `failure` is the response of a task that failed. */
type JobRow = JobSummary & { readonly failure: string | null };

const calls = `${callColumns}, NULL AS failure`;
const tasks = `${taskJobColumns('NULL', 'NULL')},
  CASE WHEN state = 'FAILED' THEN (SELECT body FROM results WHERE job_id = tasks.id) END AS failure`;

const recent = {
  name: 'jobs_recent',
  text: `(SELECT ${calls} FROM calls WHERE account_id = $1 ORDER BY id DESC LIMIT $2)
    UNION ALL (SELECT ${tasks} FROM tasks WHERE account_id = $1 ORDER BY id DESC LIMIT $2)
    ORDER BY "createdAt" DESC, id DESC LIMIT $2`,
};
const byRequest = {
  name: 'jobs_by_request',
  text: `SELECT ${calls} FROM calls WHERE request_id = $2 AND account_id = $1
    UNION ALL SELECT ${tasks} FROM tasks WHERE request_id = $2 AND account_id = $1`,
};
/** The pages were stored with the call; only the result is missing. */
const keepResult = {
  name: 'call_keep_result',
  text: `INSERT INTO results (job_id, body, page_token, page_count, created_at)
    SELECT id, $3, $4, $5, $6 FROM calls WHERE account_id = $1 AND id = $2 ON CONFLICT (job_id) DO NOTHING`,
};
const result = {
  name: 'job_result',
  text: 'SELECT body, page_token AS "pageToken", page_count AS "pageCount" FROM results WHERE job_id = $1',
};
const page = {
  name: 'result_page',
  text: 'SELECT body FROM result_pages WHERE token = $1 AND page = $2 AND created_at > $3',
};

function callsTable(db: Database): Omit<CallStore, 'settleCall'> {
  return {
    keepCallResult: async ({ accountId, callId, result: body, pages, now }) => {
      await db.query(keepResult, [
        accountId,
        callId,
        body,
        pages?.token ?? null,
        pages?.bodies.length ?? 0,
        now,
      ]);
    },
    recentJobs: async ({ accountId, limit }) =>
      (await db.query<JobRow>(recent, [accountId, limit])).map(jobSummary),
    jobsByRequestId: async ({ accountId, requestId }) =>
      (await db.query<JobRow>(byRequest, [accountId, requestId])).map(jobSummary),
    jobResult: async (jobId) => (await db.query<JobResult>(result, [jobId], briefly))[0] ?? null,
    resultPage: async ({ token, page: number, notBefore }) =>
      (await db.query<{ body: Buffer }>(page, [token, number, notBefore], briefly))[0]?.body ?? null,
  };
}

function jobSummary({ failure, ...job }: JobRow): JobSummary {
  if (failure === null) return job;
  const { error } = JSON.parse(failure) as { error?: { code?: string; message?: string } };
  return { ...job, errorCode: error?.code ?? null, errorMessage: error?.message ?? null };
}
