import type { Database } from 'better-sqlite3';
import type { HoldReason } from '#shared/model/run.ts';

export const dayMs = 86_400_000;

/** First day of the UTC month that `nowMs` lies in, in days since the epoch. */
export function monthStartDay(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / dayMs;
}

export type Budget = { readonly credits: number; readonly by: HoldReason };

type Ceilings = {
  readonly connection: number;
  readonly ceiling: number | null;
  readonly spent: number;
  readonly day: number | null;
  readonly month: number | null;
};

export type RunBudgets = ReturnType<typeof createRunBudgets>;

/**
 * Remaining credits. Charged and reserved credits both count, so that cells taken in one transaction with
 * this result cannot together exceed a limit, whatever other runs and programs take meanwhile.
 */
export function createRunBudgets(db: Database) {
  const ceilings = db.prepare<{ runId: number }, Ceilings>(
    `SELECT r.connection_id AS connection, r.ceiling, r.credits_charged + r.credits_held AS spent,
       (SELECT credits FROM ceilings c WHERE c.connection_id = r.connection_id AND period = 'day') AS day,
       (SELECT credits FROM ceilings c WHERE c.connection_id = r.connection_id AND period = 'month') AS month
     FROM runs r WHERE r.id = @runId`,
  );
  const spent = db.prepare<
    { connectionId: number; firstDay: number; floor: number },
    { credits: number | null }
  >(
    'SELECT sum(held + charged) AS credits FROM spending WHERE connection_id = @connectionId AND day BETWEEN @firstDay AND @floor',
  );
  const spentSince = (connectionId: number, firstDay: number, nowMs: number): number =>
    spent.get({ connectionId, firstDay, floor: Math.floor(nowMs / dayMs) })?.credits ?? 0;

  return {
    spentSince,
    /** The lowest of the run's, the day's and the month's; null if there is no limit. */
    of(runId: number, nowMs: number): Budget | null {
      const row = ceilings.get({ runId });
      if (!row) return null;
      const budgets: Budget[] = [];
      if (row.ceiling !== null) budgets.push({ credits: row.ceiling - row.spent, by: 'ceiling-run' });
      if (row.day !== null) {
        const today = spentSince(row.connection, Math.floor(nowMs / dayMs), nowMs);
        budgets.push({ credits: row.day - today, by: 'ceiling-day' });
      }
      if (row.month !== null) {
        const thisMonth = spentSince(row.connection, monthStartDay(nowMs), nowMs);
        budgets.push({ credits: row.month - thisMonth, by: 'ceiling-month' });
      }
      return budgets.reduce<Budget | null>(
        (least, next) => (least === null || next.credits < least.credits ? next : least),
        null,
      );
    },
  };
}
