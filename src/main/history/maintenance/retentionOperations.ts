import type { Database } from 'better-sqlite3';
import type { RetentionRound, RetentionRule } from '#shared/model/maintenance.ts';
import { reads, writes } from '../store/operations/operation.ts';
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
  /** On the disk, packed. */
  readonly bytes: number;
};

const nothing: Deleted = { pages: 0, runs: 0, answers: 0, bytes: 0 };

/** What projects keep and for how long. Everything is deleted a little at a time, each time whole in itself. */
export function createRetentionOperations(db: Database) {
  const { find, ruleOf } = createRetentionRules(db);
  const setRule = db.prepare<[number, number | null, number | null, number, number, number, number]>(
    `INSERT OR REPLACE INTO retention_rules
       (project_id, pages_days, runs_months, keep_marked, keep_monitors, automatic, set_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const removeRule = db.prepare<[number]>('DELETE FROM retention_rules WHERE project_id = ?');
  const lastRound = db.prepare<[number], RetentionRound>(
    `SELECT began_at_ms AS beganAtMs, ended_at_ms AS endedAtMs, pages, runs, answers, bytes
     FROM retention_rounds WHERE project_id = ? ORDER BY began_at_ms DESC, id DESC LIMIT 1`,
  );
  const due = db.prepare<[number], { uid: string }>(
    `SELECT p.uid FROM retention_rules t JOIN projects p ON p.id = t.project_id
     WHERE t.automatic = 1 AND p.removed_at_ms IS NULL AND NOT EXISTS (
       SELECT 1 FROM retention_rounds u WHERE u.project_id = t.project_id AND u.ended_at_ms > ?)`,
  );
  const begin = db.prepare<[number, number]>(
    'INSERT INTO retention_rounds (project_id, began_at_ms) VALUES (?, ?)',
  );
  const note = db.prepare<[Record<string, number>]>(
    `UPDATE retention_rounds SET pages = pages + @pages, runs = runs + @runs, answers = answers + @answers,
       bytes = bytes + @bytes WHERE id = @round`,
  );
  const end = db.prepare<[number, number]>('UPDATE retention_rounds SET ended_at_ms = ? WHERE id = ?');

  const nextPages = db.prepare<[Bounds], { id: number; payload_id: number }>(
    `SELECT p.id, p.payload_id FROM ${goingPages} ORDER BY p.fetched_at_ms LIMIT @limit`,
  );
  const clearPage = db.prepare<[string, number]>(
    `UPDATE pages SET state = 'failed', payload_id = NULL, error_message = ? WHERE id = ?`,
  );
  const nextRun = db.prepare<[Bounds], { id: number }>(
    `SELECT r.id FROM ${goingRuns} ORDER BY r.created_at_ms, r.id LIMIT 1`,
  );
  const cellsOf = db.prepare<[number, number], { id: number }>(
    'SELECT id FROM cells WHERE run_id = ? LIMIT ?',
  );
  const answersOf = db.prepare<[string], { id: number; payload_id: number; sent_request_id: number }>(
    `SELECT id, payload_id, sent_request_id FROM observations WHERE cell_id IN (SELECT value FROM json_each(?))`,
  );
  const pagesOf = db.prepare<[string], { payload_id: number }>(
    `SELECT payload_id FROM pages WHERE payload_id IS NOT NULL
       AND observation_id IN (SELECT value FROM json_each(?))`,
  );
  const urlsOf = db.prepare<[string], { url_id: number }>(
    'SELECT DISTINCT url_id FROM sources WHERE observation_id IN (SELECT value FROM json_each(?))',
  );
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
  const removeCells = db.prepare<[string]>('DELETE FROM cells WHERE id IN (SELECT value FROM json_each(?))');
  const removeRun = db.prepare<[number]>(
    'DELETE FROM runs WHERE id = ? AND NOT EXISTS (SELECT 1 FROM cells WHERE run_id = runs.id)',
  );
  const unused = `id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM observations o WHERE o.payload_id = payloads.id)
    AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.payload_id = payloads.id)`;
  const unusedBytes = db.prepare<[string], { n: number }>(
    `SELECT ifnull(sum(length(body)), 0) AS n FROM payloads WHERE ${unused}`,
  );
  const removePayloads = db.prepare<[string]>(`DELETE FROM payloads WHERE ${unused}`);
  const removeRequests = db.prepare<[string]>(
    `DELETE FROM requests WHERE id IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM observations o WHERE o.sent_request_id = requests.id)`,
  );
  const removeUrls = db.prepare<[string]>(
    `DELETE FROM urls WHERE id IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.url_id = urls.id)`,
  );

  const get = (named: string | undefined): StoredRetention => {
    const { id, uid, name } = find(named);
    return { projectId: uid, projectName: name, rule: ruleOf(id), lastRound: lastRound.get(id) ?? null };
  };
  const dropPayloads = (ids: readonly number[]): number => {
    const list = JSON.stringify(ids);
    const bytes = unusedBytes.get(list)?.n ?? 0;
    removePayloads.run(list);
    return bytes;
  };

  const deletePages = (bounds: Bounds, nowMs: number): Deleted | null => {
    const pages = nextPages.all(bounds);
    if (pages.length === 0) return null;
    const reason = `Deleted by the retention rule on ${new Date(nowMs).toISOString().slice(0, 10)}.`;
    for (const { id } of pages) clearPage.run(reason, id);
    const bytes = dropPayloads(pages.map(({ payload_id }) => payload_id));
    return { ...nothing, pages: pages.length, bytes };
  };
  const deleteCells = (bounds: Bounds, limit: number): Deleted | null => {
    const run = nextRun.get(bounds);
    if (!run) return null;
    const cells = JSON.stringify(cellsOf.all(run.id, limit).map(({ id }) => id));
    const answers = answersOf.all(cells);
    const observations = JSON.stringify(answers.map(({ id }) => id));
    const pages = pagesOf.all(observations).map(({ payload_id }) => payload_id);
    const urls = JSON.stringify(urlsOf.all(observations).map(({ url_id }) => url_id));
    uncount.run({ cells, run: run.id });
    removeCells.run(cells);
    const bytes = dropPayloads([...answers.map(({ payload_id }) => payload_id), ...pages]);
    removeRequests.run(JSON.stringify(answers.map(({ sent_request_id }) => sent_request_id)));
    removeUrls.run(urls);
    const runs = removeRun.run(run.id).changes;
    return { ...nothing, runs, answers: answers.length, bytes };
  };

  return {
    'retention.get': reads(
      (input: { readonly project?: string | undefined }): StoredRetention => get(input.project),
    ),
    'retention.set': writes(
      (input: {
        readonly project?: string | undefined;
        readonly rule: RetentionRule | null;
        readonly nowMs: number;
      }): StoredRetention => {
        const { id } = find(input.project);
        const given = input.rule;
        if (given === null) removeRule.run(id);
        else
          setRule.run(
            id,
            given.pagesDays,
            given.runsMonths,
            given.keepMarked ? 1 : 0,
            given.keepMonitors ? 1 : 0,
            given.automatic ? 1 : 0,
            input.nowMs,
          );
        return get(input.project);
      },
    ),
    /** Projects whose rule applies itself and was not applied since. */
    'retention.due': reads((input: { readonly sinceMs: number }): readonly string[] =>
      due.all(input.sinceMs).map(({ uid }) => uid),
    ),
    'retention.begin': writes((input: { readonly project?: string | undefined; readonly nowMs: number }) => ({
      round: Number(begin.run(find(input.project).id, input.nowMs).lastInsertRowid),
    })),
    /** Deletes some of what the rule says now; nothing when there is no rule any more. */
    'retention.deleteSome': writes(
      (input: {
        readonly project?: string | undefined;
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
      end.run(input.nowMs, input.round);
    }),
  };
}
