import type { Database } from 'better-sqlite3';
import type { JobResult, StoredPages } from '../serviceStore.ts';

/** Results of jobs and their HTML; written inside the caller's transaction. */
export type ResultsTable = {
  readonly insert: (jobId: string, body: string, pages: StoredPages | null, now: number) => void;
  readonly insertPages: (pages: StoredPages | null, now: number) => void;
  /** Assigns pages that were stored earlier to a result. */
  readonly linkPages: (jobId: string, pages: StoredPages) => void;
  readonly find: (jobId: string) => JobResult | null;
  readonly page: (token: string, page: number, notBefore: number) => Buffer | null;
};

export function resultsTable(db: Database): ResultsTable {
  const insertResult = db.prepare(
    'INSERT INTO results (job_id, body, page_token, page_count, created_at) VALUES (@jobId, @body, @pageToken, @pageCount, @now)',
  );
  const insertPage = db.prepare(
    'INSERT INTO result_pages (token, page, body, created_at) VALUES (@token, @page, @body, @now)',
  );
  const selectResult = db.prepare<{ jobId: string }, JobResult>(
    'SELECT body, page_token AS pageToken, page_count AS pageCount FROM results WHERE job_id = @jobId',
  );
  const selectPage = db
    .prepare<{ token: string; page: number; notBefore: number }, Buffer>(
      'SELECT body FROM result_pages WHERE token = @token AND page = @page AND created_at > @notBefore',
    )
    .pluck();

  const link = db.prepare(
    'UPDATE results SET page_token = @token, page_count = @pageCount WHERE job_id = @jobId',
  );

  const insertPages = (pages: StoredPages | null, now: number): void => {
    if (pages === null) return;
    for (const [index, body] of pages.bodies.entries())
      insertPage.run({ token: pages.token, page: index + 1, body, now });
  };

  return {
    insert: (jobId, body, pages, now) => {
      insertResult.run({
        jobId,
        body,
        pageToken: pages?.token ?? null,
        pageCount: pages?.bodies.length ?? 0,
        now,
      });
      insertPages(pages, now);
    },
    insertPages,
    linkPages: (jobId, { token, bodies }) => void link.run({ token, pageCount: bodies.length, jobId }),
    find: (jobId) => selectResult.get({ jobId }) ?? null,
    page: (token, page, notBefore) => selectPage.get({ token, page, notBefore }) ?? null,
  };
}
