import { type PlanId, planOf } from '#shared/interface/plans.ts';
import type { LedgerKind } from './serviceStore.ts';

type RenewalEntry = { readonly kind: LedgerKind; readonly delta: number; readonly note: string | null };

/**
 * Ledger rows at the start of a cycle: the rest of the old one expires, the plan's credits are granted.
 * @param held what running jobs may still be charged; the balance never falls below it
 */
export function renewal(plan: PlanId, balance: number, held: number): readonly RenewalEntry[] {
  const kept = Math.min(held, balance);
  const granted = Math.max(0, planOf(plan).monthlyCredits - kept);
  return [
    ...(balance > kept ? [{ kind: 'expiry' as const, delta: kept - balance, note: null }] : []),
    { kind: 'cycle', delta: granted, note: plan },
  ];
}

/**
 * End of the current monthly cycle: the anchor plus the smallest number of whole months that is later than the
 * moment, in UTC. A day that a month does not have becomes the month's last day, and the anchor's own day
 * returns afterwards (31 January, 28 February, 31 March).
 * @param anchor start of the first cycle, milliseconds since the epoch
 */
export function cycleEnd(anchor: number, moment: number): number {
  const from = new Date(anchor);
  const at = new Date(moment);
  let months = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  months = Math.max(1, months);
  while (addMonths(anchor, months) <= moment) months += 1;
  return addMonths(anchor, months);
}

/** No cycle ends later than this, milliseconds: what does was renewed by a clock that was ahead. */
export const maxCycleMs = 63 * 86_400_000;

/**
 * The end of an account's cycle at a moment, and whether a new cycle begins. An end that a clock far ahead stored is
 * bounded by the anchor, without granting credits again; a clock before the anchor changes nothing.
 */
export function cycleAt(
  anchor: number,
  endsAt: number,
  now: number,
): { readonly endsAt: number; readonly renews: boolean } {
  if (endsAt <= now) return { endsAt: cycleEnd(anchor, now), renews: true };
  const ahead = now >= anchor && endsAt - now > maxCycleMs;
  return { endsAt: ahead ? cycleEnd(anchor, now) : endsAt, renews: false };
}

function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}
