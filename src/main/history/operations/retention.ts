import type { Database } from 'better-sqlite3';
import type { RetentionPreview, RetentionRound, RetentionRule } from '#shared/bridge/routes/keeping.ts';
import { HistoryFailure } from '../failures.ts';
import { firstProjectId } from './projectRows.ts';

type RuleRow = {
  readonly pages_days: number | null;
  readonly runs_months: number | null;
  readonly keep_marked: 0 | 1;
  readonly keep_monitors: 0 | 1;
  readonly automatic: 0 | 1;
};

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

const dayMs = 86_400_000;
const never = -1;

const marked = 'SELECT observation_id FROM notes UNION SELECT observation_id FROM labels';
const oldRuns = `runs r WHERE r.project_id = @project AND r.state IN ('finished', 'cancelled')
  AND ifnull(r.finished_at_ms, r.created_at_ms) < @runsBefore`;
const mayGo = `AND (@keepMarked = 0 OR r.id NOT IN (SELECT run_id FROM observations WHERE id IN (${marked})))
  AND (@keepMonitors = 0 OR r.id NOT IN (SELECT run_id FROM monitor_times WHERE run_id IS NOT NULL))`;
const goingRuns = `${oldRuns} ${mayGo}`;
/** Old pages of answers that stay. */
const goingPages = `pages p JOIN observations o ON o.id = p.observation_id JOIN runs r ON r.id = o.run_id
  WHERE p.state = 'stored' AND p.fetched_at_ms < @pagesBefore AND r.project_id = @project
    AND (@keepMarked = 0 OR o.id NOT IN (${marked}))
    AND (@keepMonitors = 0 OR r.id NOT IN (SELECT run_id FROM monitor_times WHERE run_id IS NOT NULL))`;

type Amount = { count: number; bytes: number; oldest: number | null; newest: number | null };
type Bounds = Record<string, string | number>;

/** What projects keep and for how long. Everything is deleted a little at a time, each time whole in itself. */
export function createRetentionOperations(db: Database) {
  const project = db.prepare<
    [{ project: string | null; first: number }],
    { id: number; uid: string; name: string }
  >(
    `SELECT id, uid, name FROM projects WHERE removed_at_ms IS NULL
       AND (uid = @project OR name = @project COLLATE NOCASE OR (@project IS NULL AND id = @first))
     ORDER BY uid <> ifnull(@project, uid) LIMIT 1`,
  );
  const rule = db.prepare<[number], RuleRow>('SELECT * FROM retention_rules WHERE project_id = ?');
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

  const pagesAmount = db.prepare<[Bounds], Amount>(
    `SELECT count(*) AS count, ifnull(sum((SELECT length(body) FROM payloads WHERE id = p.payload_id)), 0) AS bytes,
       min(p.fetched_at_ms) AS oldest, max(p.fetched_at_ms) AS newest
     FROM ${goingPages} AND r.id NOT IN (SELECT r.id FROM ${goingRuns})`,
  );
  const runsAmount = db.prepare<[Bounds], Omit<Amount, 'bytes'>>(
    `SELECT count(*) AS count, min(r.created_at_ms) AS oldest, max(r.created_at_ms) AS newest FROM ${goingRuns}`,
  );
  const answersAmount = db.prepare<[Bounds], { answers: number; bytes: number }>(
    `WITH going AS MATERIALIZED (SELECT id, payload_id FROM observations WHERE run_id IN (SELECT r.id FROM ${goingRuns}))
     SELECT (SELECT count(*) FROM going) AS answers, ifnull((SELECT sum(length(body)) FROM payloads WHERE id IN (
       SELECT payload_id FROM going UNION SELECT p.payload_id FROM pages p JOIN going g ON g.id = p.observation_id)), 0)
       AS bytes`,
  );
  const oldAmount = db.prepare<[Bounds], { n: number }>(`SELECT count(*) AS n FROM ${oldRuns}`);

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

  const find = (named: string | undefined) => {
    const row = project.get({ project: named ?? null, first: firstProjectId });
    if (row) return row;
    throw new HistoryFailure('NOT_FOUND', `There is no project "${named ?? ''}".`);
  };
  const ruleOf = (id: number): RetentionRule | null => {
    const row = rule.get(id);
    if (!row) return null;
    return {
      pagesDays: row.pages_days,
      runsMonths: row.runs_months,
      keepMarked: row.keep_marked === 1,
      keepMonitors: row.keep_monitors === 1,
      automatic: row.automatic === 1,
    };
  };
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
    'retention.get': (input: { readonly project?: string | undefined }): StoredRetention =>
      get(input.project),
    'retention.set': (input: {
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
    /** What would go now by this rule; the project's own one when none is given. */
    'retention.preview': (input: {
      readonly project?: string | undefined;
      readonly rule?: RetentionRule | undefined;
      readonly nowMs: number;
    }): RetentionPreview => {
      const { id } = find(input.project);
      const bounds = boundsOf(id, input.rule ?? ruleOf(id), input.nowMs);
      const pages = pagesAmount.get(bounds);
      const runs = runsAmount.get(bounds);
      const { answers, bytes } = answersAmount.get(bounds) ?? { answers: 0, bytes: 0 };
      const amount = (count = 0, size = 0, oldest: number | null = null, newest: number | null = null) => ({
        count,
        bytes: size,
        oldestAtMs: oldest,
        newestAtMs: newest,
      });
      return {
        pages: amount(pages?.count, pages?.bytes, pages?.oldest, pages?.newest),
        runs: { ...amount(runs?.count, bytes, runs?.oldest, runs?.newest), answers },
        keptRuns: (oldAmount.get(bounds)?.n ?? 0) - (runs?.count ?? 0),
      };
    },
    /** Projects whose rule applies itself and was not applied since. */
    'retention.due': (input: { readonly sinceMs: number }): readonly string[] =>
      due.all(input.sinceMs).map(({ uid }) => uid),
    'retention.begin': (input: { readonly project?: string | undefined; readonly nowMs: number }) => ({
      round: Number(begin.run(find(input.project).id, input.nowMs).lastInsertRowid),
    }),
    /** Deletes some of what the rule says now; nothing when there is no rule any more. */
    'retention.deleteSome': (input: {
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
    'retention.end': (input: { readonly round: number; readonly nowMs: number }): void => {
      end.run(input.nowMs, input.round);
    },
  };
}

function boundsOf(project: number, rule: RetentionRule | null, nowMs: number, limit = 0): Bounds {
  return {
    project,
    pagesBefore: rule?.pagesDays == null ? never : nowMs - rule.pagesDays * dayMs,
    runsBefore: rule?.runsMonths == null ? never : monthsBefore(nowMs, rule.runsMonths),
    keepMarked: rule?.keepMarked ? 1 : 0,
    keepMonitors: rule?.keepMonitors ? 1 : 0,
    limit,
  };
}

/** The same day of the month (UTC), or its last one where that month is shorter. */
function monthsBefore(nowMs: number, months: number): number {
  const date = new Date(nowMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}
