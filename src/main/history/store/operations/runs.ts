import type { Database } from 'better-sqlite3';
import { type Engine, isEngine } from '#shared/interface/engines.ts';
import type { Market } from '#shared/model/market.ts';
import type { RunMode } from '#shared/model/plan.ts';
import type { CellState, HoldReason, PlanRunFacts, RunDetail, RunSummary } from '#shared/model/run.ts';
import { HistoryFailure } from '../failures.ts';
import { newId } from '../ids.ts';
import { type CellRow, cellView, selectCells } from './cellRows.ts';
import type { Dimensions } from './dimensions.ts';
import { storedEngine } from './observationRows.ts';
import { reads, writes } from './operation.ts';
import type { PayloadStore } from './payloads.ts';
import { createProjectFinder, type InProject } from './projectRows.ts';
import type { QuestionTags } from './questionTags.ts';

export type CreateRun = InProject & {
  readonly sessionId: string;
  readonly question: string;
  readonly engine: Engine;
  readonly connectionId: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly samples: number;
  /** In plan order; samples of one market follow each other. */
  readonly cells: readonly {
    readonly market: Market;
    readonly sample: number;
    /** What it can cost at most; held against the ceilings while it is under way. */
    readonly maximumCredits?: number;
  }[];
  readonly nowMs: number;
};

export type ListRuns = {
  readonly limit: number;
  readonly before?: { readonly createdAtMs: number; readonly id: string } | undefined;
  readonly text?: string | undefined;
  /** Only runs of this project; of all of them when absent. */
  readonly projectId?: string | undefined;
};

export type Replan = {
  readonly runId: string;
  readonly sessionId: string;
  readonly failed: boolean;
  readonly unknown: boolean;
  /** Ordinals that a person picked; then only these, whatever their outcome so far. */
  readonly ordinals?: readonly number[] | undefined;
  /** Error codes; then only failed and unknown cells that ended with one of them. */
  readonly causes?: readonly string[] | undefined;
  readonly ceiling?: number | undefined;
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
  /** JSON object of options by engine; only in a run of a plan. */
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

const stripLimit = 300;

export function createRunOperations(
  db: Database,
  dimensions: Dimensions,
  payloads: PayloadStore,
  tags: QuestionTags,
) {
  const projectRow = createProjectFinder(db);
  const addRun = db.prepare<[string, number, number, string, number, string, number, number, number, number]>(
    `INSERT INTO runs (uid, project_id, question_id, engine, connection_id, options, samples, session_id, created_at_ms,
       planned)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addCell = db.prepare<[number, number, number, string, number, number, string, number]>(
    `INSERT INTO cells (run_id, ordinal, question_id, engine, market_id, sample, idempotency_key, maximum_credits)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const connectionRow = db.prepare<[string], { id: number }>('SELECT id FROM connections WHERE uid = ?');
  const sessionRow = db.prepare<[string], { id: number }>('SELECT id FROM sessions WHERE uid = ?');
  const oneRun = db.prepare<[string], RunRow>(`${selectRuns} WHERE r.uid = ?`);
  const runRow = db.prepare<[string], { id: number }>('SELECT id FROM runs WHERE uid = ?');
  const listed = db.prepare<[Record<string, string | number | null>], RunRow>(
    `${selectRuns} WHERE (r.created_at_ms, r.id) < (@at, ifnull((SELECT id FROM runs WHERE uid = @uid), 0))
       AND (@text IS NULL OR q.text LIKE @text ESCAPE '\\') AND (@project IS NULL OR r.project_id = @project)
     ORDER BY r.created_at_ms DESC, r.id DESC LIMIT @limit`,
  );
  const strip = db.prepare<[number, number], { market: string; country: string | null; state: CellState }>(
    `SELECT m.key AS market, m.country, x.state FROM cells x JOIN markets m ON m.id = x.market_id
     WHERE x.run_id = ? ORDER BY x.ordinal LIMIT ?`,
  );
  const marketsOf = db.prepare<[number], { n: number }>(
    'SELECT count(DISTINCT market_id) AS n FROM cells WHERE run_id = ?',
  );
  // A run of 80,000 cells takes some ms to count, and its cells do not change once they are planned.
  const markets = new Map<number, { readonly cells: number; readonly n: number }>();
  const marketCount = (run: number, cells: number): number => {
    const known = markets.get(run);
    if (known?.cells === cells) return known.n;
    const n = marketsOf.get(run)?.n ?? 0;
    markets.set(run, { cells, n });
    return n;
  };
  const cellsOfRun = db.prepare<[number], CellRow>(`${selectCells} WHERE x.run_id = ? ORDER BY x.ordinal`);
  const cellsOfSlice = db.prepare<[number, string, string], CellRow>(
    `${selectCells} WHERE x.run_id = ? AND x.engine = ? AND x.question_id = (SELECT id FROM questions WHERE text = ?)
     ORDER BY x.ordinal`,
  );
  const questionsOfRun = db.prepare<[number], { text: string }>(
    `SELECT q.text FROM cells x JOIN questions q ON q.id = x.question_id WHERE x.run_id = ?
     GROUP BY x.question_id ORDER BY min(x.ordinal)`,
  );
  const finish = db.prepare<[number, number]>(
    // A run that was paused when all of it was sent has nothing left to resume.
    `UPDATE runs SET state = 'finished', finished_at_ms = ?, hold_reason = NULL, session_id = NULL
     WHERE id = ? AND state IN ('running', 'paused', 'interrupted') AND planned = 0 AND running = 0`,
  );
  const cancelCells = db.prepare<[number, number]>(
    `UPDATE cells SET state = 'cancelled', finished_at_ms = ? WHERE run_id = ? AND state = 'planned'`,
  );
  const cancelRun = db.prepare<[number, number]>(
    `UPDATE runs SET state = 'cancelled', finished_at_ms = ?, session_id = NULL
     WHERE id = ? AND state IN ('running', 'paused', 'interrupted')`,
  );
  const failPlanned = db.prepare<[number, string, string, number]>(
    `UPDATE cells SET state = 'failed', finished_at_ms = ?, error_code = ?, error_message = ?
     WHERE run_id = ? AND state = 'planned'`,
  );
  // A new generation makes a new idempotency key: the service may still hold the failed task under the old one.
  const replanSet = `state = 'planned', generation = generation + 1, attempts = 0, started_at_ms = NULL,
    finished_at_ms = NULL, credits_charged = NULL, error_code = NULL, error_message = NULL, error_status = NULL,
    error_body = NULL, request_id = NULL, task_id = NULL, idempotency_key = ? || '-' || ordinal || '-' || (generation + 1)`;
  const replanState = db.prepare<[string, number, string]>(
    `UPDATE cells SET ${replanSet} WHERE run_id = ? AND state = ?`,
  );
  const replanOne = db.prepare<[string, number, number]>(
    `UPDATE cells SET ${replanSet} WHERE run_id = ? AND ordinal = ? AND state IN ('failed', 'unknown', 'cancelled')`,
  );
  const replanCause = db.prepare<[string, number, string]>(
    `UPDATE cells SET ${replanSet} WHERE run_id = ? AND state IN ('failed', 'unknown') AND error_code = ?`,
  );
  const adopt = db.prepare<[number, number]>(
    `UPDATE runs SET state = 'running', finished_at_ms = NULL, hold_reason = NULL, session_id = ? WHERE id = ?`,
  );
  const raise = db.prepare<[number, number]>('UPDATE runs SET ceiling = ? WHERE id = ?');
  const pause = db.prepare<[string, number]>(
    `UPDATE runs SET state = 'paused', hold_reason = ?, session_id = NULL WHERE id = ? AND state = 'running'`,
  );
  const removeRun = db.prepare<[string]>('DELETE FROM runs WHERE uid = ?');

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
    strip: strip.all(row.id, stripLimit),
    drivers: JSON.parse(row.drivers),
    ...planFacts(row),
  });
  const mustFind = (uid: string): RunRow => {
    const row = oneRun.get(uid);
    if (!row) throw new HistoryFailure('NOT_FOUND', `There is no run ${uid} in the history.`);
    return row;
  };

  return {
    'runs.create': writes((input: CreateRun): { readonly runId: string } => {
      const connection = connectionRow.get(input.connectionId);
      if (!connection) throw new HistoryFailure('NOT_FOUND', 'This connection was removed: choose another.');
      const session = sessionRow.get(input.sessionId);
      if (!session) throw new HistoryFailure('CONFLICT', 'This program is no longer registered: restart it.');
      const uid = newId();
      const project = projectRow(input);
      const question = dimensions.question(input.question);
      tags.asked(project, question);
      const run = addRun.run(
        uid,
        project,
        question,
        input.engine,
        connection.id,
        JSON.stringify(input.options),
        input.samples,
        session.id,
        input.nowMs,
        input.cells.length,
      );
      const id = Number(run.lastInsertRowid);
      const marketIds = new Map<Market, number>();
      for (const [ordinal, cell] of input.cells.entries()) {
        const market = marketIds.get(cell.market) ?? dimensions.market(cell.market);
        marketIds.set(cell.market, market);
        addCell.run(
          id,
          ordinal,
          question,
          input.engine,
          market,
          cell.sample,
          `${uid}-${ordinal}-1`,
          cell.maximumCredits ?? 0,
        );
      }
      return { runId: uid };
    }),
    'runs.status': reads((input: { readonly runId: string }): RunSummary => summary(mustFind(input.runId))),
    'runs.get': reads((input: GetRun): RunDetail => {
      const row = mustFind(input.runId);
      if (row.plan_version_id !== null) {
        const questions = questionsOfRun.all(row.id);
        const question = questions[input.question ?? 0]?.text ?? row.question;
        const options = engineOptionsOf(row);
        const engine = input.engine ?? Object.keys(options).find(isEngine) ?? storedEngine(row.engine);
        return {
          run: { ...summary(row), question, engine },
          options: options[engine] ?? {},
          cells: cellsOfSlice.all(row.id, engine, question).map(cellView),
        };
      }
      return {
        run: summary(row),
        options: JSON.parse(row.options),
        cells: cellsOfRun.all(row.id).map(cellView),
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
    /** Ends a run that has nothing left to do; false when it has, or has ended before. */
    'runs.finish': writes((input: { readonly runId: string; readonly nowMs: number }): boolean => {
      const row = runRow.get(input.runId);
      return row !== undefined && finish.run(input.nowMs, row.id).changes > 0;
    }),
    /** What was not sent is cancelled; what is being answered is settled by whoever sent it. */
    'runs.cancel': writes(
      (input: { readonly runId: string; readonly nowMs: number }): { readonly cancelled: number } => {
        const row = mustFind(input.runId);
        const cancelled = cancelCells.run(input.nowMs, row.id).changes;
        cancelRun.run(input.nowMs, row.id);
        return { cancelled };
      },
    ),
    /** Fails what was not sent yet, when every further call would fail the same way. */
    'runs.failPlanned': writes(
      (input: {
        readonly runId: string;
        readonly code: string;
        readonly message: string;
        readonly nowMs: number;
      }): { readonly failed: number } => {
        const row = mustFind(input.runId);
        return { failed: failPlanned.run(input.nowMs, input.code, input.message, row.id).changes };
      },
    ),
    /** Holds a run that is going on; what is under way is settled by whoever sent it. */
    'runs.pause': writes(
      (input: { readonly runId: string; readonly reason: HoldReason }): boolean =>
        pause.run(input.reason, mustFind(input.runId).id).changes > 0,
    ),
    /** Makes cells ready to be sent (again) and hands the run to this session. */
    'runs.replan': writes(
      (
        input: Replan,
      ): {
        readonly ready: number;
        /** Sent before and not settled: tasks that wait at the service. */
        readonly collecting: number;
      } => {
        const row = mustFind(input.runId);
        const session = sessionRow.get(input.sessionId);
        if (!session)
          throw new HistoryFailure('CONFLICT', 'This program is no longer registered: restart it.');
        if (row.state === 'running') {
          throw new HistoryFailure(
            'CONFLICT',
            'This run is still going on: wait for it, or cancel it first.',
          );
        }
        if (input.ordinals) {
          for (const ordinal of input.ordinals) replanOne.run(row.uid, row.id, ordinal);
        } else if (input.causes) {
          for (const cause of input.causes) replanCause.run(row.uid, row.id, cause);
        } else {
          replanState.run(row.uid, row.id, 'cancelled');
          if (input.failed) replanState.run(row.uid, row.id, 'failed');
          if (input.unknown) replanState.run(row.uid, row.id, 'unknown');
        }
        if (input.ceiling !== undefined) raise.run(input.ceiling, row.id);
        const { planned: ready, running: collecting } = mustFind(input.runId);
        if (ready > 0 || collecting > 0) adopt.run(session.id, row.id);
        return { ready, collecting };
      },
    ),
    'runs.remove': writes((input: { readonly runId: string }): { readonly removed: boolean } => {
      const row = oneRun.get(input.runId);
      if (!row) return { removed: false };
      if (row.state === 'running') {
        throw new HistoryFailure('CONFLICT', 'This run is still going on: cancel it before removing it.');
      }
      removeRun.run(input.runId);
      payloads.sweep();
      return { removed: true };
    }),
  };
}

export type GetRun = {
  readonly runId: string;
  /** Place of the question in the run, and engine; only in a run of a plan. */
  readonly question?: number | undefined;
  readonly engine?: Engine | undefined;
};

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
