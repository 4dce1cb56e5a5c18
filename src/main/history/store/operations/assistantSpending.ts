import type { Database } from 'better-sqlite3';
import { HistoryFailure } from '../failures.ts';
import { reads, writes } from './operation.ts';
import { dayMs, monthStartDay } from './runBudgets.ts';

type Reservation = {
  /** Id of the quote; each can be used once. */
  readonly quote: string;
  readonly credits: number;
  /** Credits per UTC month. */
  readonly limit: number;
  readonly nowMs: number;
};

/** Spending of assistants, over all programs. */
export function createAssistantSpendingOperations(db: Database) {
  // An unfinished run may still cost its full reservation; of a deleted run, only the reservation is known.
  const spent = db
    .prepare<{ sinceMs: number }, number>(
      `SELECT ifnull(sum(CASE
         WHEN r.id IS NULL THEN s.reserved
         WHEN r.state IN ('finished', 'cancelled') AND r.running = 0 THEN r.credits_charged + r.credits_held
         ELSE max(s.reserved, r.credits_charged + r.credits_held) END), 0)
       FROM assistant_spending s LEFT JOIN runs r ON r.id = s.run_id WHERE s.reserved_at_ms >= @sinceMs`,
    )
    .pluck();
  const add = db.prepare<Pick<Reservation, 'quote' | 'credits' | 'nowMs'>>(
    'INSERT OR IGNORE INTO assistant_spending (quote, reserved, reserved_at_ms) VALUES (@quote, @credits, @nowMs)',
  );
  const attach = db.prepare<{ quote: string; runId: string }>(
    'UPDATE assistant_spending SET run_id = (SELECT id FROM runs WHERE uid = @runId) WHERE quote = @quote',
  );
  const release = db.prepare<{ quote: string }>(
    'UPDATE assistant_spending SET reserved = 0 WHERE quote = @quote AND run_id IS NULL',
  );
  const spentIn = (nowMs: number): number => spent.get({ sinceMs: monthStartDay(nowMs) * dayMs }) ?? 0;

  return {
    /** Credits of this UTC month, charged, held or reserved. */
    'assistants.spent': reads((input: { readonly nowMs: number }): number => spentIn(input.nowMs)),
    /** @throws HistoryFailure CONFLICT if it exceeds the remaining credits, or the quote was used */
    'assistants.reserve': writes(({ quote, credits, limit, nowMs }: Reservation): void => {
      const left = Math.max(0, limit - spentIn(nowMs));
      if (credits > left)
        throw new HistoryFailure(
          'CONFLICT',
          `This can cost up to ${credits} credits, and ${left} of the ${limit} that assistants may spend this month are left. Nothing was sent.`,
        );
      if (add.run({ quote, credits, nowMs }).changes === 0)
        throw new HistoryFailure(
          'CONFLICT',
          'This quote was used. Get a new one with price_plan. Nothing was sent.',
        );
    }),
    'assistants.began': writes((input: { readonly quote: string; readonly runId: string }): void => {
      attach.run(input);
    }),
    /** Of a run that could not start; its quote stays used. */
    'assistants.release': writes((input: { readonly quote: string }): void => {
      release.run(input);
    }),
  };
}
