import type { Database } from 'better-sqlite3';
import type { Ceilings } from '#shared/model/plan.ts';
import { reads, writes } from './operation.ts';
import { createConnectionFinder } from './projectRows.ts';
import { dayMs, monthStartDay, type RunBudgets } from './runBudgets.ts';

export type SetCeilings = {
  readonly connectionId: string;
  /** Null removes a limit; absent ones do not change. */
  readonly day?: number | null;
  readonly month?: number | null;
  readonly nowMs: number;
};

/** Credit limits of a connection per UTC day and UTC month, and its spending. */
export function createCeilingOperations(db: Database, budgets: RunBudgets) {
  const connectionRow = createConnectionFinder(db);
  const read = db.prepare<{ id: number; period: 'day' | 'month' }, { credits: number }>(
    'SELECT credits FROM ceilings WHERE connection_id = @id AND period = @period',
  );
  const set = db.prepare<{ id: number; period: 'day' | 'month'; credits: number }>(
    `INSERT INTO ceilings (connection_id, period, credits) VALUES (@id, @period, @credits)
     ON CONFLICT (connection_id, period) DO UPDATE SET credits = excluded.credits`,
  );
  const unset = db.prepare<{ id: number; period: 'day' | 'month' }>(
    'DELETE FROM ceilings WHERE connection_id = @id AND period = @period',
  );
  const view = (uid: string, nowMs: number): Ceilings => {
    const id = connectionRow(uid);
    return {
      connectionId: uid,
      day: read.get({ id, period: 'day' })?.credits ?? null,
      month: read.get({ id, period: 'month' })?.credits ?? null,
      spentToday: budgets.spentSince(id, Math.floor(nowMs / dayMs), nowMs),
      spentThisMonth: budgets.spentSince(id, monthStartDay(nowMs), nowMs),
    };
  };

  return {
    'ceilings.get': reads(
      (input: { readonly connectionId: string; readonly nowMs: number }): Ceilings =>
        view(input.connectionId, input.nowMs),
    ),
    'ceilings.set': writes((input: SetCeilings): Ceilings => {
      const id = connectionRow(input.connectionId);
      for (const period of ['day', 'month'] as const) {
        const credits = input[period];
        if (credits === null) unset.run({ id, period });
        else if (credits !== undefined) set.run({ id, period, credits });
      }
      return view(input.connectionId, input.nowMs);
    }),
  };
}
