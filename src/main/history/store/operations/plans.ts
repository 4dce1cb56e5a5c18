import type { Database } from 'better-sqlite3';
import { deploymentOf } from '#shared/interface/deployments.ts';
import type { PlanRow } from '#shared/model/plan.ts';
import { askedQuestions, countCells } from '#shared/planning/cells.ts';
import { searchHostsOf } from '#shared/planning/includeOptions.ts';
import { type Plan, planSchema } from '#shared/planning/plan.ts';
import { type PlanPrice, pricePlan } from '#shared/planning/price.ts';
import { HistoryFailure } from '../failures.ts';
import { newId } from '../ids.ts';
import { reads, writes } from './operation.ts';
import { createProjectFinder, type InProject } from './projectRows.ts';

type StoredRow = Pick<
  PlanRow,
  'id' | 'name' | 'version' | 'createdAtMs' | 'changedAtMs' | 'cells' | 'runs'
> & {
  readonly row: number;
  readonly projectRow: number;
  readonly versionId: number;
  readonly content: string;
};

const selectPlans = `SELECT p.id AS row, p.project_id AS projectRow, p.uid AS id, p.name, p.created_at_ms AS createdAtMs,
    v.id AS versionId, v.number AS version, v.content, v.cells, v.created_at_ms AS changedAtMs,
    (SELECT count(*) FROM runs r JOIN plan_versions w ON w.id = r.plan_version_id WHERE w.plan_id = p.id) AS runs
  FROM plans p JOIN plan_versions v ON v.plan_id = p.id
  WHERE p.removed_at_ms IS NULL`;
const newest = 'v.number = (SELECT max(number) FROM plan_versions WHERE plan_id = p.id)';

export type FindPlan = InProject & {
  /** Its id, or its name in the project, ignoring case. */
  readonly plan: string;
  /** The newest when absent. */
  readonly version?: number;
};

export type StoredPlan = {
  readonly versionId: number;
  readonly projectRow: number;
  readonly row: PlanRow;
  readonly plan: Plan;
};

export function createPlanFinder(db: Database) {
  const projectOf = createProjectFinder(db);
  const find = db.prepare<[Record<string, string | number | null>], StoredRow>(
    `${selectPlans} AND (p.uid = @plan OR (p.name = @plan COLLATE NOCASE AND p.project_id = @project))
       AND CASE WHEN @version IS NULL THEN ${newest} ELSE v.number = @version END`,
  );
  /** @throws HistoryFailure NOT_FOUND */
  return (input: FindPlan): StoredPlan => {
    const row = find.get({
      plan: input.plan,
      version: input.version ?? null,
      project: projectOf(input),
    });
    if (!row) {
      const version = input.version === undefined ? '' : ` in version ${input.version}`;
      throw new HistoryFailure('NOT_FOUND', `No plan "${input.plan}"${version}.`);
    }
    const plan = planSchema.parse(JSON.parse(row.content));
    const { versionId, projectRow } = row;
    return { versionId, projectRow, row: planRow(row, plan), plan };
  };
}

/** Plans in immutable versions: saving changed content under an existing name creates the next one. */
export type PlanToPrice = {
  readonly plan: Plan;
  /** The known hosted service that is asked, by its id. */
  readonly deployment: string | null;
  /** Whether it is asked synchronously; otherwise as tasks. */
  readonly synchronous: boolean;
};

export function createPlanOperations(db: Database) {
  const find = createPlanFinder(db);
  const projectRow = createProjectFinder(db);
  const all = db.prepare<{ projectId: number | null }, StoredRow>(
    `${selectPlans} AND ${newest} AND p.project_id = ifnull(@projectId, p.project_id)
     ORDER BY v.created_at_ms DESC, p.id DESC`,
  );
  const named = db.prepare<{ name: string; project: number }, StoredRow>(
    `${selectPlans} AND ${newest} AND p.name = @name COLLATE NOCASE AND p.project_id = @project`,
  );
  const addPlan = db.prepare<{ project: number; uid: string; name: string; createdAtMs: number }>(
    'INSERT INTO plans (project_id, uid, name, created_at_ms) VALUES (@project, @uid, @name, @createdAtMs)',
  );
  const addVersion = db.prepare<{
    id: number;
    version: number;
    content: string;
    cells: number;
    createdAtMs: number;
  }>(
    'INSERT INTO plan_versions (plan_id, number, content, cells, created_at_ms) VALUES (@id, @version, @content, @cells, @createdAtMs)',
  );
  const rename = db.prepare<{ name: string; uid: string }>('UPDATE plans SET name = @name WHERE uid = @uid');
  const remove = db.prepare<{ removedAtMs: number; uid: string }>(
    'UPDATE plans SET removed_at_ms = @removedAtMs WHERE uid = @uid AND removed_at_ms IS NULL',
  );

  return {
    'plans.save': writes(
      (input: InProject & { readonly name: string; readonly plan: Plan; readonly nowMs: number }) => {
        const project = projectRow(input);
        const content = JSON.stringify(input.plan);
        const cells = cellCount(input.plan);
        const before = named.get({ name: input.name, project });
        const answer = (uid: string, version: number, created: boolean) => ({
          id: uid,
          name: before?.name ?? input.name,
          version,
          cells,
          created,
        });
        if (before?.content === content) return answer(before.id, before.version, false);
        const uid = before?.id ?? newId();
        const id =
          before?.row ??
          Number(addPlan.run({ project, uid, name: input.name, createdAtMs: input.nowMs }).lastInsertRowid);
        const version = (before?.version ?? 0) + 1;
        addVersion.run({ id, version, content, cells, createdAtMs: input.nowMs });
        return answer(uid, version, true);
      },
    ),
    /** Of all projects if absent. */
    'plans.list': reads((input: InProject): { readonly plans: readonly PlanRow[] } => ({
      plans: all
        .all({ projectId: input.projectId === undefined ? null : projectRow(input) })
        .map((row) => planRow(row, planSchema.parse(JSON.parse(row.content)))),
    })),
    'plans.get': reads((input: FindPlan) => {
      const { row, plan } = find(input);
      return { ...row, plan };
    }),
    /** @throws HistoryFailure CONFLICT if another plan of the project has the name */
    'plans.rename': writes((input: FindPlan & { readonly name: string }): PlanRow => {
      const { row, projectRow: project } = find(input);
      const other = named.get({ name: input.name, project });
      if (other !== undefined && other.id !== row.id)
        throw new HistoryFailure('CONFLICT', `A plan "${other.name}" already exists. Choose another name.`);
      rename.run({ name: input.name, uid: row.id });
      return { ...row, name: input.name };
    }),
    /** Removes the plan from lists; its versions stay for their runs. */
    'plans.remove': writes(
      (input: FindPlan & { readonly nowMs: number }): boolean =>
        remove.run({ removedAtMs: input.nowMs, uid: find(input).row.id }).changes > 0,
    ),
    /** Computed here, because there may be many excluded cells. */
    'plans.price': reads((input: PlanToPrice): PlanPrice => {
      const asked = askedQuestions(input.plan);
      return pricePlan(input.plan, asked.ok ? asked.questions : [], {
        searchHosts: searchHostsOf(input.plan),
        deployment: deploymentOf(input.deployment),
        synchronous: input.synchronous,
      });
    }),
  };
}

function cellCount(plan: Plan): number {
  const asked = askedQuestions(plan);
  return asked.ok ? countCells(plan, asked.questions) : 0;
}

function planRow(
  { row: _, projectRow: __, versionId: ___, content: ____, ...stored }: StoredRow,
  plan: Plan,
): PlanRow {
  const asked = askedQuestions(plan);
  return {
    ...stored,
    questions: asked.ok ? asked.questions.length : 0,
    engines: plan.engines.map(({ engine }) => engine),
    markets: plan.markets.length,
    samples: plan.samples,
  };
}
