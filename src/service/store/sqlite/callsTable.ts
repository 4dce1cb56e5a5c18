import type { Database } from 'better-sqlite3';
import { type JobColumns, jobSummaryOf } from '../rows.ts';
import type { CallStore } from '../serviceStore.ts';
import type { AccountLedger } from './accountLedger.ts';
import type { CommitQueue } from './commitQueue.ts';
import type { ResultsTable } from './resultsTable.ts';

const callColumns = `id, 'call' AS kind, request_id, engine,
  CASE WHEN credits_charged > 0 OR error_code IS NULL THEN 'COMPLETED' ELSE 'FAILED' END AS state,
  status, error_code, error_message, credits_charged, attempts, started_at AS created_at, started_at, finished_at,
  NULL AS priority`;
const taskColumns = `id, 'task' AS kind, request_id, engine, state, NULL AS status,
  CASE WHEN state = 'FAILED' THEN
    (SELECT json_extract(body, '$.error.code') FROM results WHERE job_id = tasks.id) END AS error_code,
  CASE WHEN state = 'FAILED' THEN
    (SELECT json_extract(body, '$.error.message') FROM results WHERE job_id = tasks.id) END AS error_message,
  credits_charged, attempts, created_at, started_at, finished_at, priority`;

export function callsTable(
  db: Database,
  ledger: AccountLedger,
  results: ResultsTable,
  { write }: Pick<CommitQueue, 'write'>,
): CallStore {
  const insertCall = db.prepare(
    `INSERT INTO calls (id, account_id, request_id, engine, status, error_code, error_message, credits_charged,
       attempts, started_at, finished_at) VALUES (@id, @accountId, @requestId, @engine, @status, @errorCode, @errorMessage, @charge, @attempts, @startedAt, @finishedAt)`,
  );
  const recent = db.prepare<{ accountId: number; limit: number }, JobColumns>(
    `SELECT * FROM (
       SELECT * FROM (SELECT ${callColumns} FROM calls WHERE account_id = @accountId ORDER BY id DESC LIMIT @limit)
       UNION ALL
       SELECT * FROM (SELECT ${taskColumns} FROM tasks WHERE account_id = @accountId ORDER BY sequence DESC LIMIT @limit)
     ) ORDER BY created_at DESC, id DESC LIMIT @limit`,
  );
  const byRequest = db.prepare<{ requestId: string; accountId: number }, JobColumns>(
    `SELECT ${callColumns} FROM calls WHERE request_id = @requestId AND account_id = @accountId
     UNION ALL SELECT ${taskColumns} FROM tasks WHERE request_id = @requestId AND account_id = @accountId`,
  );
  const callExists = db
    .prepare<{ accountId: number; callId: string }, number>(
      'SELECT 1 FROM calls WHERE account_id = @accountId AND id = @callId',
    )
    .pluck();

  return {
    settleCall: (input) =>
      write(() => {
        const { accountId, charge, finishedAt } = input;
        const account = ledger.accountAt(accountId, finishedAt);
        if (account.balance < charge) return { kind: 'insufficient' };
        const after =
          charge === 0
            ? { balance: account.balance, ledgerSequence: account.ledgerSequence }
            : ledger.post({
                accountId,
                at: finishedAt,
                kind: 'charge',
                delta: -charge,
                jobId: input.id,
                note: input.engine,
              });
        if (after === null) return { kind: 'insufficient' };
        insertCall.run({
          id: input.id,
          accountId,
          requestId: input.requestId,
          engine: input.engine,
          status: input.status,
          errorCode: input.errorCode,
          errorMessage: input.errorMessage,
          charge,
          attempts: input.attempts,
          startedAt: input.startedAt,
          finishedAt,
        });
        if (input.result === null) results.insertPages(input.pages, finishedAt);
        else results.insert(input.id, input.result, input.pages, finishedAt);
        return { kind: 'settled', ...after };
      }),
    keepCallResult: ({ accountId, callId, result, pages, now }) =>
      write(() => {
        if (callExists.get({ accountId, callId }) === undefined || results.find(callId) !== null) return;
        // The pages were stored with the call; only the result is missing.
        results.insert(callId, result, null, now);
        if (pages !== null) results.linkPages(callId, pages);
      }),
    recentJobs: async ({ accountId, limit }) => recent.all({ accountId, limit }).map(jobSummaryOf),
    jobsByRequestId: async ({ accountId, requestId }) =>
      byRequest.all({ requestId, accountId }).map(jobSummaryOf),
    jobResult: async (jobId) => results.find(jobId),
    resultPage: async ({ token, page, notBefore }) => results.page(token, page, notBefore),
  };
}
