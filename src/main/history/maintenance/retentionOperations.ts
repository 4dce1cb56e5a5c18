import type { Database } from 'better-sqlite3';
import type { RetentionRound, RetentionRule } from '#shared/model/maintenance.ts';
import { hasCome, reads, writes } from '../store/operations/operation.ts';
import { type Bounds, boundsOf, createRetentionRules, goingPages, goingRuns } from './retentionRules.ts';

export type StoredRetention = {
  readonly projectId: string;
  readonly projectName: string;
  readonly rule: RetentionRule | null;
  readonly lastRound: RetentionRound | null;
};

type Deleted = {
  readonly pages: number;
  readonly runs: number;
  readonly answers: number;
  /** Compressed size on disk. */
  readonly bytes: number;
};

const nothing: Deleted = { pages: 0, runs: 0, answers: 0, bytes: 0 };

/** Retention rules of projects. Deletes in small transactions, each consistent by itself. */
export function createRetentionOperations(db: Database) {
  const { find, ruleOf } = createRetentionRules(db);
  const setRule = db.prepare<{
    id: number;
    pagesDays: number | null;
    runsMonths: number | null;
    keepMarked: number;
    keepMonitors: number;
    automatic: number;
    setAtMs: number;
  }>(
    `INSERT OR REPLACE INTO retention_rules
       (project_id, pages_days, runs_months, keep_marked, keep_monitors, automatic, set_at_ms)
     VALUES (@id, @pagesDays, @runsMonths, @keepMarked, @keepMonitors, @automatic, @setAtMs)`,
  );
  const removeRule = db.prepare<{ id: number }>('DELETE FROM retention_rules WHERE project_id = @id');
  const lastRound = db.prepare<{ id: number }, RetentionRound>(
    `SELECT began_at_ms AS beganAtMs, ended_at_ms AS endedAtMs, pages, runs, answers, bytes
     FROM retention_rounds WHERE project_id = @id ORDER BY began_at_ms DESC, id DESC LIMIT 1`,
  );
  const due = db.prepare<{ endedAtMs: number }, { uid: string }>(
    `SELECT p.uid FROM retention_rules t JOIN projects p ON p.id = t.project_id
     WHERE t.automatic = 1 AND p.removed_at_ms IS NULL AND NOT EXISTS (
       SELECT 1 FROM retention_rounds u WHERE u.project_id = t.project_id AND NOT ${hasCome('u.ended_at_ms', '@endedAtMs')})`,
  );
  const newest = db
    .prepare<[], number>(
      `SELECT max(ifnull((SELECT max(created_at_ms) FROM runs), 0), ifnull((SELECT max(trashed_at_ms) FROM trash), 0))`,
    )
    .pluck();
  const begin = db.prepare<{ projectId: number; beganAtMs: number }>(
    'INSERT INTO retention_rounds (project_id, began_at_ms) VALUES (@projectId, @beganAtMs)',
  );
  const note = db.prepare<[Record<string, number>]>(
    `UPDATE retention_rounds SET pages = pages + @pages, runs = runs + @runs, answers = answers + @answers,
       bytes = bytes + @bytes WHERE id = @round`,
  );
  const end = db.prepare<{ endedAtMs: number; id: number }>(
    'UPDATE retention_rounds SET ended_at_ms = @endedAtMs WHERE id = @id',
  );

  const nextPages = db.prepare<[Bounds], { id: number; payload: number }>(
    `SELECT p.id, p.payload_id AS payload FROM ${goingPages} ORDER BY p.fetched_at_ms LIMIT @limit`,
  );
  const clearPage = db.prepare<{ reason: string; id: number }>(
    `UPDATE pages SET state = 'failed', payload_id = NULL, error_message = @reason WHERE id = @id`,
  );
  const nextRun = db.prepare<[Bounds], { id: number }>(
    `SELECT r.id FROM ${goingRuns} ORDER BY r.created_at_ms, r.id LIMIT 1`,
  );
  const cellsOf = db.prepare<{ runId: number; limit: number }, { id: number }>(
    'SELECT id FROM cells WHERE run_id = @runId LIMIT @limit',
  );
  const answersOf = db.prepare<{ cells: string }, { id: number; payload: number; request: number }>(
    `SELECT id, payload_id AS payload, sent_request_id AS request FROM observations WHERE cell_id IN (SELECT value FROM json_each(@cells))`,
  );
  const pagesOf = db
    .prepare<{ observations: string }, number>(
      `SELECT payload_id FROM pages WHERE payload_id IS NOT NULL
         AND observation_id IN (SELECT value FROM json_each(@observations))`,
    )
    .pluck();
  const urlsOf = db
    .prepare<{ observations: string }, number>(
      'SELECT DISTINCT url_id FROM sources WHERE observation_id IN (SELECT value FROM json_each(@observations))',
    )
    .pluck();
  const uncount = db.prepare<[{ cells: string; run: number }]>(
    `UPDATE runs SET planned = runs.planned - c.planned, running = runs.running - c.running,
       completed = runs.completed - c.completed, failed = runs.failed - c.failed,
       cancelled = runs.cancelled - c.cancelled, unknown = runs.unknown - c.unknown,
       credits_charged = runs.credits_charged - c.credits
     FROM (SELECT sum(state = 'planned') AS planned, sum(state = 'running') AS running,
         sum(state = 'completed') AS completed, sum(state = 'failed') AS failed, sum(state = 'cancelled') AS cancelled,
         sum(state = 'unknown') AS unknown, ifnull(sum(credits_charged), 0) AS credits
       FROM cells WHERE id IN (SELECT value FROM json_each(@cells))) c
     WHERE runs.id = @run`,
  );
  const removeCells = db.prepare<{ cells: string }>(
    'DELETE FROM cells WHERE id IN (SELECT value FROM json_each(@cells))',
  );
  const removeRun = db.prepare<{ id: number }>(
    'DELETE FROM runs WHERE id = @id AND NOT EXISTS (SELECT 1 FROM cells WHERE run_id = runs.id)',
  );
  const unused = `id IN (SELECT value FROM json_each(@ids))
    AND NOT EXISTS (SELECT 1 FROM observations o WHERE o.payload_id = payloads.id)
    AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.payload_id = payloads.id)`;
  const unusedBytes = db.prepare<{ ids: string }, { n: number }>(
    `SELECT ifnull(sum(length(body)), 0) AS n FROM payloads WHERE ${unused}`,
  );
  const removePayloads = db.prepare<{ ids: string }>(`DELETE FROM payloads WHERE ${unused}`);
  const removeRequests = db.prepare<{ ids: string }>(
    `DELETE FROM requests WHERE id IN (SELECT value FROM json_each(@ids))
       AND NOT EXISTS (SELECT 1 FROM observations o WHERE o.sent_request_id = requests.id)`,
  );
  const removeUrls = db.prepare<{ urls: string }>(
    `DELETE FROM urls WHERE id IN (SELECT value FROM json_each(@urls))
       AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.url_id = urls.id)`,
  );

  const get = (named: string | undefined): StoredRetention => {
    const { id, uid, name } = find(named);
    return { projectId: uid, projectName: name, rule: ruleOf(id), lastRound: lastRound.get({ id }) ?? null };
  };
  const dropPayloads = (ids: readonly number[]): number => {
    const list = { ids: JSON.stringify(ids) };
    const bytes = unusedBytes.get(list)?.n ?? 0;
    removePayloads.run(list);
    return bytes;
  };

  const deletePages = (bounds: Bounds, nowMs: number): Deleted | null => {
    const pages = nextPages.all(bounds);
    if (pages.length === 0) return null;
    const reason = `Deleted by the retention rule on ${new Date(nowMs).toISOString().slice(0, 10)}.`;
    for (const { id } of pages) clearPage.run({ reason, id });
    const bytes = dropPayloads(pages.map(({ payload }) => payload));
    return { ...nothing, pages: pages.length, bytes };
  };
  const deleteCells = (bounds: Bounds, limit: number): Deleted | null => {
    const run = nextRun.get(bounds);
    if (!run) return null;
    const cells = JSON.stringify(cellsOf.all({ runId: run.id, limit }).map(({ id }) => id));
    const answers = answersOf.all({ cells });
    const observations = JSON.stringify(answers.map(({ id }) => id));
    const pages = pagesOf.all({ observations });
    const urls = JSON.stringify(urlsOf.all({ observations }));
    uncount.run({ cells, run: run.id });
    removeCells.run({ cells });
    const bytes = dropPayloads([...answers.map(({ payload }) => payload), ...pages]);
    removeRequests.run({ ids: JSON.stringify(answers.map(({ request }) => request)) });
    removeUrls.run({ urls });
    const runs = removeRun.run({ id: run.id }).changes;
    return { ...nothing, runs, answers: answers.length, bytes };
  };

  return {
    'retention.get': reads((input: { readonly project?: string }): StoredRetention => get(input.project)),
    'retention.set': writes(
      (input: {
        readonly project?: string;
        readonly rule: RetentionRule | null;
        readonly nowMs: number;
      }): StoredRetention => {
        const { id } = find(input.project);
        const given = input.rule;
        if (given === null) removeRule.run({ id });
        else
          setRule.run({
            id,
            pagesDays: given.pagesDays,
            runsMonths: given.runsMonths,
            keepMarked: given.keepMarked ? 1 : 0,
            keepMonitors: given.keepMonitors ? 1 : 0,
            automatic: given.automatic ? 1 : 0,
            setAtMs: input.nowMs,
          });
        return get(input.project);
      },
    ),
    /** Projects with an automatic rule that is due. */
    'retention.due': reads((input: { readonly sinceMs: number }): readonly string[] =>
      due.all({ endedAtMs: input.sinceMs }).map(({ uid }) => uid),
    ),
    /** The newest time stored so far; 0 for none. */
    'retention.newest': reads((): { readonly atMs: number } => ({ atMs: newest.get() ?? 0 })),
    'retention.begin': writes((input: { readonly project?: string; readonly nowMs: number }) => ({
      round: Number(begin.run({ projectId: find(input.project).id, beganAtMs: input.nowMs }).lastInsertRowid),
    })),
    /** Deletes a batch by the current rule; nothing if the rule no longer exists. */
    'retention.deleteSome': writes(
      (input: {
        readonly project?: string;
        readonly round: number;
        readonly limit: number;
        readonly nowMs: number;
      }): Deleted & { readonly more: boolean } => {
        const { id } = find(input.project);
        const bounds = boundsOf(id, ruleOf(id), input.nowMs, input.limit);
        const gone = deletePages(bounds, input.nowMs) ?? deleteCells(bounds, input.limit);
        if (gone === null) return { ...nothing, more: false };
        note.run({ ...gone, round: input.round });
        return { ...gone, more: true };
      },
    ),
    'retention.end': writes((input: { readonly round: number; readonly nowMs: number }): void => {
      end.run({ endedAtMs: input.nowMs, id: input.round });
    }),
  };
}
