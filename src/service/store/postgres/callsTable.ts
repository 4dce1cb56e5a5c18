import { callColumns, taskJobColumns } from '../rows.ts';
import type { CallStore, JobResult, JobSummary } from '../serviceStore.ts';
import { briefly, type Database } from './database.ts';

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

export function callsTable(db: Database): Omit<CallStore, 'settleCall'> {
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
