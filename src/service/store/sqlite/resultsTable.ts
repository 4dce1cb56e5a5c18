import type { Database } from 'better-sqlite3';
import type { JobResult, StoredPages } from '../serviceStore.ts';

/** What jobs produced and the HTML that belongs to it; written inside the caller's transaction. */
export type ResultsTable = {
  readonly insert: (jobId: string, body: string, pages: StoredPages | null, now: number) => void;
  readonly insertPages: (pages: StoredPages | null, now: number) => void;
  /** Ties pages that were stored earlier to a result. */
  readonly linkPages: (jobId: string, pages: StoredPages) => void;
  readonly find: (jobId: string) => JobResult | null;
  readonly page: (token: string, page: number, notBefore: number) => Buffer | null;
};

export function resultsTable(db: Database): ResultsTable {
  const insertResult = db.prepare(
    'INSERT INTO results (job_id, body, page_token, page_count, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const insertPage = db.prepare(
    'INSERT INTO result_pages (token, page, body, created_at) VALUES (?, ?, ?, ?)',
  );
  const selectResult = db.prepare<[string], { body: string; page_token: string | null; page_count: number }>(
    'SELECT body, page_token, page_count FROM results WHERE job_id = ?',
  );
  const selectPage = db
    .prepare<[string, number, number], Buffer>(
      'SELECT body FROM result_pages WHERE token = ? AND page = ? AND created_at > ?',
    )
    .pluck();

  const link = db.prepare('UPDATE results SET page_token = ?, page_count = ? WHERE job_id = ?');

  const insertPages = (pages: StoredPages | null, now: number): void => {
    if (pages === null) return;
    for (const [index, body] of pages.bodies.entries()) insertPage.run(pages.token, index + 1, body, now);
  };

  return {
    insert: (jobId, body, pages, now) => {
      insertResult.run(jobId, body, pages?.token ?? null, pages?.bodies.length ?? 0, now);
      insertPages(pages, now);
    },
    insertPages,
    linkPages: (jobId, { token, bodies }) => void link.run(token, bodies.length, jobId),
    find: (jobId) => {
      const row = selectResult.get(jobId);
      return row === undefined
        ? null
        : { body: row.body, pageToken: row.page_token, pageCount: row.page_count };
    },
    page: (token, page, notBefore) => selectPage.get(token, page, notBefore) ?? null,
  };
}
