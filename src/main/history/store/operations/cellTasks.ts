import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import type { RunMode } from '#shared/model/plan.ts';
import type { HoldReason, RunSummary } from '#shared/model/run.ts';
import { mustHave, noRun } from '../failures.ts';
import { parseCellId } from '../ids.ts';
import { reads, writes } from './operation.ts';
import type { RunBudgets } from './runBudgets.ts';
import type { RunPrices } from './runPrices.ts';

/** How to execute a run. */
export type RunConfig = {
  readonly mode: RunMode;
  readonly priority: number;
  /** Request fields beyond question and market, by engine. */
  readonly optionsOf: Readonly<Partial<Record<Engine, Readonly<Record<string, unknown>>>>>;
  /** A credit limit applies: a settled cell may make room for another one. */
  readonly limited: boolean;
};

export type NotedTask = {
  readonly cellId: string;
  readonly taskId: string;
  /** Null if the service did not say. */
  readonly credits: number | null;
};

export type RunStatus = {
  readonly state: RunSummary['state'];
  readonly planned: number;
  readonly running: number;
};

type RunConfigRow = {
  readonly id: number;
  readonly engine: Engine;
  readonly mode: RunMode;
  readonly priority: number;
  readonly options: string;
  readonly engineOptions: string | null;
};

/** Data for executing a run beyond its cells: its config, its tasks, and pausing at a credit limit. */
export function createCellTaskOperations(db: Database, budgets: RunBudgets, prices: RunPrices) {
  const runConfig = db.prepare<{ uid: string }, RunConfigRow>(
    'SELECT id, engine, mode, priority, options, engine_options AS engineOptions FROM runs WHERE uid = @uid',
  );
  const runStatus = db.prepare<{ uid: string }, RunStatus & { id: number }>(
    'SELECT id, state, planned, running FROM runs WHERE uid = @uid',
  );
  const noteTask = db.prepare<{ taskId: string; uid: string; ordinal: number }, { id: number }>(
    `UPDATE cells SET task_id = @taskId WHERE run_id = (SELECT id FROM runs WHERE uid = @uid) AND ordinal = @ordinal
       AND state = 'running' RETURNING id`,
  );
  const withdraw = db.prepare<{ finishedAtMs: number; uid: string; ordinal: number }>(
    `UPDATE cells SET state = 'cancelled', finished_at_ms = @finishedAtMs, task_id = NULL
     WHERE run_id = (SELECT id FROM runs WHERE uid = @uid) AND ordinal = @ordinal AND state = 'running'`,
  );
  const cheapest = db.prepare<{ id: number }, { credits: number | null }>(
    `SELECT maximum_credits AS credits FROM cells WHERE run_id = @id AND state = 'planned' ORDER BY ordinal LIMIT 1`,
  );
  const hold = db.prepare<{ holdReason: HoldReason; id: number }>(
    `UPDATE runs SET state = 'paused', hold_reason = @holdReason, session_id = NULL WHERE id = @id AND state = 'running'`,
  );
  const uncollected = db.prepare<[], { runId: string; connectionId: string }>(
    `SELECT r.uid AS runId, c.uid AS connectionId FROM runs r JOIN connections c ON c.id = r.connection_id
     WHERE r.mode = 'queued' AND r.running > 0 AND r.state <> 'running' AND r.session_id IS NULL
       AND c.removed_at_ms IS NULL ORDER BY r.id`,
  );

  return {
    'runs.config': reads((input: { readonly runId: string; readonly nowMs: number }): RunConfig => {
      const row = mustHave(runConfig.get({ uid: input.runId }), noRun(input.runId));
      return {
        mode: row.mode,
        priority: row.priority,
        optionsOf:
          row.engineOptions === null
            ? { [row.engine]: JSON.parse(row.options) }
            : JSON.parse(row.engineOptions),
        limited: budgets.of(row.id, input.nowMs) !== null,
      };
    }),
    'runs.pending': reads((input: { readonly runId: string }): RunStatus => {
      const { state, planned, running } = mustHave(runStatus.get({ uid: input.runId }), noRun(input.runId));
      return { state, planned, running };
    }),
    /** Runs without a program, but with paid tasks at the service. */
    'runs.uncollected': reads(
      (
        _: Readonly<Record<string, never>>,
      ): readonly { readonly runId: string; readonly connectionId: string }[] => uncollected.all(),
    ),
    /** Records that the service accepted these cells as tasks, and what each costs at most. */
    'tasks.note': writes((input: { readonly tasks: readonly NotedTask[] }): void => {
      for (const { cellId, taskId, credits } of input.tasks) {
        const cell = parseCellId(cellId);
        const noted = cell && noteTask.get({ taskId, uid: cell.runId, ordinal: cell.ordinal });
        const price = noted && prices.of(noted.id);
        if (price && credits !== null) prices.state(price, credits);
      }
    }),
    /** Tasks that were removed from the queue before they started; nothing was charged. */
    'tasks.withdraw': writes(
      (input: { readonly cellIds: readonly string[]; readonly nowMs: number }): void => {
        for (const uid of input.cellIds) {
          const cell = parseCellId(uid);
          if (cell) withdraw.run({ finishedAtMs: input.nowMs, uid: cell.runId, ordinal: cell.ordinal });
        }
      },
    ),
    /** Pauses an idle run whose next cell exceeds a credit limit; null if it fits, or none is left. */
    'runs.holdAtCeiling': writes(
      (input: { readonly runId: string; readonly nowMs: number }): HoldReason | null => {
        const { id, state, planned } = mustHave(runStatus.get({ uid: input.runId }), noRun(input.runId));
        if (state !== 'running' || planned === 0) return null;
        const budget = budgets.of(id, input.nowMs);
        const next = cheapest.get({ id })?.credits ?? 0;
        if (budget === null || next <= budget.credits) return null;
        hold.run({ holdReason: budget.by, id });
        return budget.by;
      },
    ),
  };
}
