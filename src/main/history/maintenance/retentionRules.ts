import type { Database } from 'better-sqlite3';
import type { RetentionRule } from '#shared/model/maintenance.ts';
import { mustHave } from '../store/failures.ts';
import { firstProjectId } from '../store/operations/projectRows.ts';

type RuleRow = Pick<RetentionRule, 'pagesDays' | 'runsMonths'> &
  Readonly<Record<'keepMarked' | 'keepMonitors' | 'automatic', 0 | 1>>;

const dayMs = 86_400_000;
const never = -1;

const marked = 'SELECT observation_id FROM notes UNION SELECT observation_id FROM labels';
export const oldRuns = `runs r WHERE r.project_id = @project AND r.state IN ('finished', 'cancelled')
  AND max(ifnull(r.finished_at_ms, 0), r.created_at_ms) < @runsBefore`;
const mayGo = `AND (@keepMarked = 0 OR r.id NOT IN (SELECT run_id FROM observations WHERE id IN (${marked})))
  AND (@keepMonitors = 0 OR r.id NOT IN (SELECT run_id FROM monitor_times WHERE run_id IS NOT NULL))`;
export const goingRuns = `${oldRuns} ${mayGo}`;
/**
 * Old pages of answers that stay. CROSS JOIN makes SQLite start from the oldest page instead of scanning all
 * answers.
 */
export const goingPages = `pages p CROSS JOIN observations o ON o.id = p.observation_id CROSS JOIN runs r ON r.id = o.run_id
  WHERE p.state = 'stored' AND p.fetched_at_ms < @pagesBefore AND r.project_id = @project
    AND (@keepMarked = 0 OR o.id NOT IN (${marked}))
    AND (@keepMonitors = 0 OR r.id NOT IN (SELECT run_id FROM monitor_times WHERE run_id IS NOT NULL))`;

/** Parameters of the conditions above. */
export type Bounds = Record<string, string | number>;

/** Projects and their rules. */
export function createRetentionRules(db: Database) {
  const project = db.prepare<
    [{ project: string | null; first: number }],
    { id: number; uid: string; name: string }
  >(
    `SELECT id, uid, name FROM projects WHERE removed_at_ms IS NULL
       AND (uid = @project OR name = @project COLLATE NOCASE OR (@project IS NULL AND id = @first))
     ORDER BY uid <> ifnull(@project, uid) LIMIT 1`,
  );
  const rule = db.prepare<{ id: number }, RuleRow>(
    `SELECT pages_days AS pagesDays, runs_months AS runsMonths, keep_marked AS keepMarked, keep_monitors AS keepMonitors,
       automatic
     FROM retention_rules WHERE project_id = @id`,
  );

  const find = (named: string | undefined) =>
    mustHave(project.get({ project: named ?? null, first: firstProjectId }), `No project "${named ?? ''}".`);
  const ruleOf = (id: number): RetentionRule | null => {
    const row = rule.get({ id });
    if (!row) return null;
    return {
      ...row,
      keepMarked: row.keepMarked === 1,
      keepMonitors: row.keepMonitors === 1,
      automatic: row.automatic === 1,
    };
  };

  return { find, ruleOf };
}

export function boundsOf(project: number, rule: RetentionRule | null, nowMs: number, limit = 0): Bounds {
  return {
    project,
    pagesBefore: rule?.pagesDays == null ? never : nowMs - rule.pagesDays * dayMs,
    runsBefore: rule?.runsMonths == null ? never : monthsBefore(nowMs, rule.runsMonths),
    keepMarked: rule?.keepMarked ? 1 : 0,
    keepMonitors: rule?.keepMonitors ? 1 : 0,
    limit,
  };
}

/** The same day of the month (UTC), or the last one of a shorter month. */
function monthsBefore(nowMs: number, months: number): number {
  const date = new Date(nowMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}
