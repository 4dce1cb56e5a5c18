import type { Database } from 'better-sqlite3';
import { callColumns, taskJobColumns } from '../rows.ts';
import type { CallStore, JobSummary } from '../serviceStore.ts';
import type { AccountLedger } from './accountLedger.ts';
import type { CommitQueue } from './commitQueue.ts';
import type { ResultsTable } from './resultsTable.ts';

const ofError = (member: string): string =>
  `CASE WHEN state = 'FAILED' THEN (SELECT json_extract(body, '$.error.${member}') FROM results WHERE job_id = tasks.id) END`;
const taskColumns = taskJobColumns(ofError('code'), ofError('message'));

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
  const recent = db.prepare<{ accountId: number; limit: number }, JobSummary>(
    `SELECT * FROM (
       SELECT * FROM (SELECT ${callColumns} FROM calls WHERE account_id = @accountId ORDER BY id DESC LIMIT @limit)
       UNION ALL
       SELECT * FROM (SELECT ${taskColumns} FROM tasks WHERE account_id = @accountId ORDER BY sequence DESC LIMIT @limit)
     ) ORDER BY createdAt DESC, id DESC LIMIT @limit`,
  );
  const byRequest = db.prepare<{ requestId: string; accountId: number }, JobSummary>(
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
        insertCall.run(input);
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
    recentJobs: async ({ accountId, limit }) => recent.all({ accountId, limit }),
    jobsByRequestId: async ({ accountId, requestId }) => byRequest.all({ requestId, accountId }),
    jobResult: async (jobId) => results.find(jobId),
    resultPage: async ({ token, page, notBefore }) => results.page(token, page, notBefore),
  };
}
