import type { Database } from 'better-sqlite3';
import type { Ceilings } from '#shared/model/plan.ts';
import { HistoryFailure } from '../failures.ts';
import { reads, writes } from './operation.ts';
import { dayMs, monthStartDay, type RunBudgets } from './runBudgets.ts';

export type SetCeilings = {
  readonly connectionId: string;
  /** Null takes a ceiling away; what is absent stays. */
  readonly day?: number | null | undefined;
  readonly month?: number | null | undefined;
  readonly nowMs: number;
};

/** What one connection may spend in a UTC day and a UTC month, and what it has spent. */
export function createCeilingOperations(db: Database, budgets: RunBudgets) {
  const connectionRow = db.prepare<[string], { id: number }>('SELECT id FROM connections WHERE uid = ?');
  const read = db.prepare<[number, 'day' | 'month'], { credits: number }>(
    'SELECT credits FROM ceilings WHERE connection_id = ? AND period = ?',
  );
  const set = db.prepare<[number, 'day' | 'month', number]>(
    `INSERT INTO ceilings (connection_id, period, credits) VALUES (?, ?, ?)
     ON CONFLICT (connection_id, period) DO UPDATE SET credits = excluded.credits`,
  );
  const unset = db.prepare<[number, 'day' | 'month']>(
    'DELETE FROM ceilings WHERE connection_id = ? AND period = ?',
  );
  const mustFind = (uid: string): number => {
    const row = connectionRow.get(uid);
    if (row) return row.id;
    throw new HistoryFailure('NOT_FOUND', 'This connection was removed: choose another.');
  };
  const view = (uid: string, nowMs: number): Ceilings => {
    const id = mustFind(uid);
    return {
      connectionId: uid,
      day: read.get(id, 'day')?.credits ?? null,
      month: read.get(id, 'month')?.credits ?? null,
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
      const id = mustFind(input.connectionId);
      for (const period of ['day', 'month'] as const) {
        const credits = input[period];
        if (credits === null) unset.run(id, period);
        else if (credits !== undefined) set.run(id, period, credits);
      }
      return view(input.connectionId, input.nowMs);
    }),
  };
}
