import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import type { RunMode } from '#shared/model/plan.ts';
import type { RunBudgets } from './runBudgets.ts';

/**
 * A request of an engine that charged nothing yet counts as several of its price as long as others are under way. The
 * first of a run is sent alone.
 */
const unprovenShare = 10;

type Price = { readonly engine: Engine; readonly credits: number };
type Sent = Price & { readonly cells: number };

/** What a cell may cost, with the row and the id of its run. */
export type CellPrice = Price & { readonly run: number; readonly runId: string };

/**
 * Prices of a run while it goes on: its service may charge more than its list, and a credit limit holds all the same.
 * What an answer or the confirmation of a task says of the charge corrects the price of what is still to be sent.
 */
export function createRunPrices(db: Database, budgets: RunBudgets) {
  const runRow = db.prepare<{ uid: string }, { id: number; mode: RunMode; embedded: number }>(
    `SELECT r.id, r.mode, c.embedded FROM runs r JOIN connections c ON c.id = r.connection_id WHERE r.uid = @uid`,
  );
  const planned = db.prepare<{ id: number; limit: number }, Price>(
    `SELECT engine, maximum_credits AS credits FROM cells
     WHERE run_id = @id AND state = 'planned' ORDER BY ordinal LIMIT @limit`,
  );
  const sent = db.prepare<{ id: number }, Sent>(
    `SELECT engine, sum(maximum_credits) AS credits, count(*) AS cells FROM cells
     WHERE run_id = @id AND state = 'running' GROUP BY engine`,
  );
  const charged = db.prepare<{ id: number }, { engine: Engine }>(
    `SELECT DISTINCT engine FROM cells WHERE run_id = @id AND state = 'completed' AND credits_charged IS NOT NULL`,
  );
  const cell = db.prepare<{ id: number }, CellPrice>(
    `SELECT x.run_id AS run, r.uid AS runId, x.engine, x.maximum_credits AS credits
     FROM cells x JOIN runs r ON r.id = x.run_id WHERE x.id = +@id`,
  );
  const raise = db.prepare<{ above: number; run: number; engine: Engine }>(
    `UPDATE cells SET maximum_credits = maximum_credits + @above
     WHERE run_id = @run AND engine = @engine AND state IN ('planned', 'running', 'unknown')`,
  );
  // The run keeps the estimate that was said before.
  const keepEstimate = db.prepare<{ credits: number; run: number }>(
    'UPDATE runs SET maximum_credits = maximum_credits - @credits WHERE id = @run',
  );
  const engines = db.prepare<{ run: number }, { engine: Engine }>(
    `SELECT DISTINCT engine FROM cells WHERE run_id = @run AND state IN ('planned', 'running', 'unknown')`,
  );
  /**
   * Engines whose charge is known, by the id of the run: its row number is given to another run once it is deleted.
   * After a restart, those with a charged answer.
   */
  const proven = new Map<string, Set<Engine>>();
  const provenOf = (uid: string, run: number): Set<Engine> => {
    const known = proven.get(uid) ?? new Set(charged.all({ id: run }).map(({ engine }) => engine));
    proven.set(uid, known);
    return known;
  };

  return {
    /**
     * The service stated what a request costs. What it costs above its price, every other of its engine does, and, until
     * they were charged themselves, of every other engine of the run.
     */
    state(known: CellPrice, credits: number): void {
      const ofRun = provenOf(known.runId, known.run);
      ofRun.add(known.engine);
      const above = credits - known.credits;
      if (above <= 0) return;
      const { run } = known;
      for (const { engine } of engines.all({ run })) {
        if (engine !== known.engine && ofRun.has(engine)) continue;
        keepEstimate.run({ credits: above * raise.run({ above, run, engine }).changes, run });
      }
    },
    of: (cellRow: number): CellPrice | undefined => cell.get({ id: cellRow }),
    /** How many of the next cells fit together under the run's credit limits. */
    affordable({ runId, limit, nowMs }: { runId: string; limit: number; nowMs: number }): number {
      const run = runRow.get({ uid: runId });
      const budget = run ? budgets.of(run.id, nowMs) : null;
      if (run === undefined || budget === null) return limit;
      const known = provenOf(runId, run.id);
      // The own service charges what its list says.
      const isProven = (engine: Engine): boolean => run.embedded === 1 || known.has(engine);
      const underWay = new Map<Engine, number>();
      let left = budget.credits;
      let reserve = 0;
      for (const { engine, credits, cells } of sent.iterate({ id: run.id })) {
        if (isProven(engine)) continue;
        underWay.set(engine, cells);
        reserve += (unprovenShare - 1) * credits;
      }
      let fitting = 0;
      for (const { engine, credits } of planned.iterate({ id: run.id, limit })) {
        left -= credits;
        if (left < 0) break;
        if (!isProven(engine)) {
          const others = underWay.get(engine) ?? 0;
          reserve += (unprovenShare - 1) * credits;
          const alone = underWay.size === 0 && fitting === 0;
          // Before any charge is known, nothing says how far its list is from what it charges.
          const isFirst = known.size === 0;
          // The confirmation of a task says its charge at once, so that one of an engine is enough.
          if (!alone && (isFirst || (run.mode === 'queued' && others > 0) || left < reserve)) break;
          underWay.set(engine, others + 1);
        } else if (left < reserve && reserve > 0) break;
        fitting += 1;
      }
      return fitting;
    },
  };
}

export type RunPrices = ReturnType<typeof createRunPrices>;
