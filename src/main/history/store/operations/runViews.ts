import type { Database } from 'better-sqlite3';
import { type Engine, isEngine } from '#shared/interface/engines.ts';
import type { RunMode } from '#shared/model/plan.ts';
import type { CellState, HoldReason, RunDetail, RunSummary } from '#shared/model/run.ts';
import type { Wordings } from '#shared/model/wordingTexts.ts';
import { askedQuestions } from '#shared/planning/cells.ts';
import { planSchema } from '#shared/planning/plan.ts';
import { mustHave, noRun } from '../failures.ts';
import { type CellRow, cellView, selectCells } from './cellRows.ts';
import { storedEngine } from './observationRows.ts';
import { reads } from './operation.ts';
import { createProjectFinder } from './projectRows.ts';

export type ListRuns = {
  readonly limit: number;
  readonly before?: { readonly createdAtMs: number; readonly id: string };
  readonly text?: string;
  /** Only runs of this project; all if absent. */
  readonly projectId?: string;
};

export type GetRun = {
  readonly runId: string;
  /** Index of the question in the run, and engine; only for a plan's run. */
  readonly question?: number;
  readonly engine?: Engine;
};

type RunRow = Pick<
  RunSummary,
  | 'id'
  | 'question'
  | 'connectionId'
  | 'connectionName'
  | 'projectId'
  | 'projectName'
  | 'state'
  | 'createdAtMs'
  | 'finishedAtMs'
  | 'creditsCharged'
  | 'samples'
> &
  Omit<RunSummary['counts'], 'total'> & {
    readonly row: number;
    readonly engine: string;
    readonly options: string;
    /** JSON by country and language; only for a run of one question. */
    readonly wordings: string | null;
    /** JSON list of driver names. */
    readonly drivers: string;
    readonly planVersionRow: number | null;
    readonly planId: string | null;
    readonly planName: string | null;
    readonly planVersion: number | null;
    readonly questions: number;
    /** JSON object of options by engine; only for a plan's run. */
    readonly engineOptions: string | null;
    readonly mode: RunMode;
    readonly ceiling: number | null;
    readonly maximumCredits: number | null;
    readonly creditsHeld: number;
    readonly holdReason: HoldReason | null;
  };

const selectRuns = `SELECT r.id AS row, r.uid AS id, q.text AS question, r.engine, c.uid AS connectionId, c.name AS connectionName,
    j.uid AS projectId, j.name AS projectName, r.options, r.wordings, r.samples, r.state, r.created_at_ms AS createdAtMs,
    r.finished_at_ms AS finishedAtMs, r.planned, r.running, r.completed, r.failed, r.cancelled, r.unknown,
    r.credits_charged AS creditsCharged, r.drivers, r.plan_version_id AS planVersionRow, p.uid AS planId, p.name AS planName,
    v.number AS planVersion, r.question_count AS questions, r.engine_options AS engineOptions, r.mode, r.ceiling,
    r.maximum_credits AS maximumCredits, r.credits_held AS creditsHeld, r.hold_reason AS holdReason
  FROM runs r JOIN questions q ON q.id = r.question_id JOIN connections c ON c.id = r.connection_id
    JOIN projects j ON j.id = r.project_id
    LEFT JOIN plan_versions v ON v.id = r.plan_version_id LEFT JOIN plans p ON p.id = v.plan_id`;

/** Finds the row of a run. @throws HistoryFailure NOT_FOUND */
export function createRunFinder(db: Database) {
  const oneRun = db.prepare<{ uid: string }, RunRow>(`${selectRuns} WHERE r.uid = @uid`);
  return (uid: string): RunRow => mustHave(oneRun.get({ uid }), noRun(uid));
}

/** Markets of the strip that represents a run in a list, and the cells that it is read from. */
const stripMarkets = 20;
const stripLimit = 300;
/** If a market has several cells, the first of these is shown: failed or pending states first. */
const shownFirst: readonly CellState[] = [
  'failed',
  'unknown',
  'running',
  'planned',
  'cancelled',
  'completed',
];

/** Reads runs: one, only its state, or all. */
export function createRunViewOperations(db: Database) {
  const projectRow = createProjectFinder(db);
  const mustFind = createRunFinder(db);
  const listed = db.prepare<[Record<string, string | number | null>], RunRow>(
    `${selectRuns} WHERE (r.created_at_ms, r.id) < (@at, ifnull((SELECT id FROM runs WHERE uid = @uid), 0))
       AND (@text IS NULL OR q.text LIKE @text ESCAPE '\\') AND (@project IS NULL OR r.project_id = @project)
     ORDER BY r.created_at_ms DESC, r.id DESC LIMIT @limit`,
  );
  const cellsOfStrip = db.prepare<{ runId: number; stripLimit: number }, RunSummary['strip'][number]>(
    `SELECT m.key AS market, m.country, x.state FROM cells x JOIN markets m ON m.id = x.market_id
     WHERE x.run_id = @runId ORDER BY x.ordinal LIMIT @stripLimit`,
  );
  const strip = (runId: number): RunSummary['strip'] => {
    const shown = new Map<string, RunSummary['strip'][number]>();
    for (const cell of cellsOfStrip.all({ runId, stripLimit })) {
      const known = shown.get(cell.market);
      const replaces =
        known === undefined
          ? shown.size < stripMarkets
          : shownFirst.indexOf(cell.state) < shownFirst.indexOf(known.state);
      if (replaces) shown.set(cell.market, cell);
    }
    return [...shown.values()];
  };
  const marketsOf = db.prepare<{ run: number }, { n: number }>(
    'SELECT count(DISTINCT market_id) AS n FROM cells WHERE run_id = @run',
  );
  // A run of 80,000 cells takes some ms to count, and its cells do not change after planning.
  const markets = new Map<number, { readonly cells: number; readonly n: number }>();
  const marketCount = (run: number, cells: number): number => {
    const known = markets.get(run);
    if (known?.cells === cells) return known.n;
    const n = marketsOf.get({ run })?.n ?? 0;
    markets.set(run, { cells, n });
    return n;
  };
  const cellsOfRun = db.prepare<{ runId: number }, CellRow>(
    `${selectCells} WHERE x.run_id = @runId ORDER BY x.ordinal`,
  );
  const cellsOfSlice = db.prepare<{ runId: number; engine: string; question: string }, CellRow>(
    `${selectCells} WHERE x.run_id = @runId AND x.engine = @engine AND x.question_id = (SELECT id FROM questions WHERE text = @question)
     ORDER BY x.ordinal`,
  );
  const questionsOfRun = db.prepare<{ runId: number }, { text: string }>(
    `SELECT q.text FROM cells x JOIN questions q ON q.id = x.question_id WHERE x.run_id = @runId
     GROUP BY x.question_id ORDER BY min(x.ordinal)`,
  );

  const contentOf = db
    .prepare<{ id: number }, string>('SELECT content FROM plan_versions WHERE id = @id')
    .pluck();
  const plannedWordings = (id: number, question: string): Wordings => {
    const asked = askedQuestions(planSchema.parse(JSON.parse(contentOf.get({ id }) ?? 'null')));
    return (asked.ok && asked.questions.find(({ text }) => text === question)?.wordings) || {};
  };

  const summary = (row: RunRow): RunSummary => {
    const { planned, running, completed, failed, cancelled, unknown, creditsCharged, samples } = row;
    const total = planned + running + completed + failed + cancelled + unknown;
    return {
      id: row.id,
      question: row.question,
      engine: storedEngine(row.engine),
      connectionId: row.connectionId,
      connectionName: row.connectionName,
      projectId: row.projectId,
      projectName: row.projectName,
      state: row.state,
      createdAtMs: row.createdAtMs,
      finishedAtMs: row.finishedAtMs,
      counts: { total, planned, running, completed, failed, cancelled, unknown },
      creditsCharged,
      samples,
      markets: marketCount(row.row, total),
      strip: strip(row.row),
      drivers: JSON.parse(row.drivers),
      ...planFacts(row),
    };
  };

  return {
    'runs.status': reads((input: { readonly runId: string }): RunSummary => summary(mustFind(input.runId))),
    'runs.get': reads((input: GetRun): RunDetail => {
      const row = mustFind(input.runId);
      if (row.planVersionRow !== null) {
        const questions = questionsOfRun.all({ runId: row.row });
        const question = questions[input.question ?? 0]?.text ?? row.question;
        const options = engineOptionsOf(row);
        const engine = input.engine ?? Object.keys(options).find(isEngine) ?? storedEngine(row.engine);
        const cells = cellsOfSlice.all({ runId: row.row, engine, question }).map(cellView);
        return {
          run: { ...summary(row), question, engine },
          options: options[engine] ?? {},
          ...(cells.some(({ wording }) => wording !== undefined)
            ? { wordings: plannedWordings(row.planVersionRow, question) }
            : {}),
          cells,
        };
      }
      return {
        run: summary(row),
        options: JSON.parse(row.options),
        ...(row.wordings === null ? {} : { wordings: JSON.parse(row.wordings) }),
        cells: cellsOfRun.all({ runId: row.row }).map(cellView),
      };
    }),
    'runs.list': reads(
      (input: ListRuns): { readonly runs: readonly RunSummary[]; readonly more: boolean } => {
        const rows = listed.all({
          at: input.before?.createdAtMs ?? Number.MAX_SAFE_INTEGER,
          uid: input.before?.id ?? null,
          text: input.text ? likePattern(input.text) : null,
          project: input.projectId === undefined ? null : projectRow(input),
          limit: input.limit + 1,
        });
        return { runs: rows.slice(0, input.limit).map(summary), more: rows.length > input.limit };
      },
    ),
  };
}

function engineOptionsOf(row: RunRow): Readonly<Partial<Record<Engine, Readonly<Record<string, unknown>>>>> {
  return JSON.parse(row.engineOptions ?? '{}');
}

function planFacts(row: RunRow): Pick<RunSummary, 'plan' | 'limits'> {
  const { planId, mode, questions, ceiling, creditsHeld, holdReason, maximumCredits } = row;
  const limits = { ceiling, maximumCredits: maximumCredits ?? 0, creditsHeld, holdReason };
  if (planId === null) return maximumCredits === null ? {} : { limits };
  return {
    plan: {
      planId,
      name: row.planName ?? '',
      version: row.planVersion ?? 1,
      mode,
      questions,
      engines: Object.keys(engineOptionsOf(row)).filter(isEngine),
      ...limits,
    },
  };
}

function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
