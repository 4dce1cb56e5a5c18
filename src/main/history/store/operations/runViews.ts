import type { Database } from 'better-sqlite3';
import { type Engine, isEngine } from '#shared/interface/engines.ts';
import type { RunMode } from '#shared/model/plan.ts';
import type { CellState, HoldReason, PlanRunFacts, RunDetail, RunSummary } from '#shared/model/run.ts';
import type { Wordings } from '#shared/model/wordingTexts.ts';
import { askedQuestions } from '#shared/planning/cells.ts';
import { planSchema } from '#shared/planning/plan.ts';
import { HistoryFailure } from '../failures.ts';
import { type CellRow, cellView, selectCells } from './cellRows.ts';
import { storedEngine } from './observationRows.ts';
import { reads } from './operation.ts';
import { createProjectFinder } from './projectRows.ts';

export type ListRuns = {
  readonly limit: number;
  readonly before?: { readonly createdAtMs: number; readonly id: string } | undefined;
  readonly text?: string | undefined;
  /** Only runs of this project; all if absent. */
  readonly projectId?: string | undefined;
};

export type GetRun = {
  readonly runId: string;
  /** Index of the question in the run, and engine; only for a plan's run. */
  readonly question?: number | undefined;
  readonly engine?: Engine | undefined;
};

type RunRow = {
  readonly id: number;
  readonly uid: string;
  readonly question: string;
  readonly engine: string;
  readonly connection_uid: string;
  readonly connection_name: string;
  readonly project_uid: string;
  readonly project_name: string;
  readonly options: string;
  /** JSON by country and language; only for a run of one question. */
  readonly wordings: string | null;
  readonly samples: number;
  readonly state: RunSummary['state'];
  readonly created_at_ms: number;
  readonly finished_at_ms: number | null;
  readonly planned: number;
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly unknown: number;
  readonly credits_charged: number;
  /** JSON list of driver names. */
  readonly drivers: string;
  readonly plan_version_id: number | null;
  readonly plan_uid: string | null;
  readonly plan_name: string | null;
  readonly plan_version: number | null;
  readonly question_count: number;
  /** JSON object of options by engine; only for a plan's run. */
  readonly engine_options: string | null;
  readonly mode: RunMode;
  readonly ceiling: number | null;
  readonly maximum_credits: number | null;
  readonly credits_held: number;
  readonly hold_reason: HoldReason | null;
};

const selectRuns = `SELECT r.*, q.text AS question, c.uid AS connection_uid, c.name AS connection_name,
    j.uid AS project_uid, j.name AS project_name, p.uid AS plan_uid, p.name AS plan_name, v.number AS plan_version
  FROM runs r JOIN questions q ON q.id = r.question_id JOIN connections c ON c.id = r.connection_id
    JOIN projects j ON j.id = r.project_id
    LEFT JOIN plan_versions v ON v.id = r.plan_version_id LEFT JOIN plans p ON p.id = v.plan_id`;

/** Finds the row of a run. @throws HistoryFailure NOT_FOUND */
export function createRunFinder(db: Database) {
  const oneRun = db.prepare<{ uid: string }, RunRow>(`${selectRuns} WHERE r.uid = @uid`);
  return (uid: string): RunRow => {
    const row = oneRun.get({ uid });
    if (!row)
      throw new HistoryFailure('NOT_FOUND', `No run ${uid} in the history. It may have been deleted.`);
    return row;
  };
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

  const totalOf = (row: RunRow): number =>
    row.planned + row.running + row.completed + row.failed + row.cancelled + row.unknown;
  const summary = (row: RunRow): RunSummary => ({
    id: row.uid,
    question: row.question,
    engine: storedEngine(row.engine),
    connectionId: row.connection_uid,
    connectionName: row.connection_name,
    projectId: row.project_uid,
    projectName: row.project_name,
    state: row.state,
    createdAtMs: row.created_at_ms,
    finishedAtMs: row.finished_at_ms,
    counts: {
      total: totalOf(row),
      planned: row.planned,
      running: row.running,
      completed: row.completed,
      failed: row.failed,
      cancelled: row.cancelled,
      unknown: row.unknown,
    },
    creditsCharged: row.credits_charged,
    samples: row.samples,
    markets: marketCount(row.id, totalOf(row)),
    strip: strip(row.id),
    drivers: JSON.parse(row.drivers),
    ...planFacts(row),
  });

  return {
    'runs.status': reads((input: { readonly runId: string }): RunSummary => summary(mustFind(input.runId))),
    'runs.get': reads((input: GetRun): RunDetail => {
      const row = mustFind(input.runId);
      if (row.plan_version_id !== null) {
        const questions = questionsOfRun.all({ runId: row.id });
        const question = questions[input.question ?? 0]?.text ?? row.question;
        const options = engineOptionsOf(row);
        const engine = input.engine ?? Object.keys(options).find(isEngine) ?? storedEngine(row.engine);
        const cells = cellsOfSlice.all({ runId: row.id, engine, question }).map(cellView);
        return {
          run: { ...summary(row), question, engine },
          options: options[engine] ?? {},
          ...(cells.some(({ wording }) => wording !== undefined)
            ? { wordings: plannedWordings(row.plan_version_id, question) }
            : {}),
          cells,
        };
      }
      return {
        run: summary(row),
        options: JSON.parse(row.options),
        ...(row.wordings === null ? {} : { wordings: JSON.parse(row.wordings) }),
        cells: cellsOfRun.all({ runId: row.id }).map(cellView),
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
  return JSON.parse(row.engine_options ?? '{}');
}

function planFacts(row: RunRow): { readonly plan?: PlanRunFacts } {
  if (row.plan_uid === null) return {};
  return {
    plan: {
      planId: row.plan_uid,
      name: row.plan_name ?? '',
      version: row.plan_version ?? 1,
      mode: row.mode,
      questions: row.question_count,
      engines: Object.keys(engineOptionsOf(row)).filter(isEngine),
      ceiling: row.ceiling,
      maximumCredits: row.maximum_credits ?? 0,
      creditsHeld: row.credits_held,
      holdReason: row.hold_reason,
    },
  };
}

function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
