/**
 * Wilson score interval of a share (E. B. Wilson, "Probable Inference, the Law of Succession, and
 * Statistical Inference", JASA 22, 1927), and verdicts on two shares.
 */
import type { IncomparableReason, Rate, Verdict } from './comparison.ts';

const Z = 1.96;

/** Fewer valid samples than this on a side say nothing about how much asking again would change. */
export const leastSamples = 3;

/**
 * Share with its 95 % interval: centre (p + z²/2n) / (1 + z²/n), half-width z/(1 + z²/n) · √(p(1−p)/n + z²/4n²).
 * Where n is 0 there is no share, not a share of 0.
 */
export function rateOf(numerator: number, denominator: number): Rate {
  if (denominator <= 0) return { numerator, denominator: 0, value: null, low: null, high: null };
  const p = numerator / denominator;
  const spread = 1 + (Z * Z) / denominator;
  const centre = (p + (Z * Z) / (2 * denominator)) / spread;
  const half =
    (Z / spread) * Math.sqrt((p * (1 - p)) / denominator + (Z * Z) / (4 * denominator * denominator));
  return {
    numerator,
    denominator,
    value: rounded(p),
    low: rounded(Math.max(0, centre - half)),
    high: rounded(Math.min(1, centre + half)),
  };
}

/** Share of counts that are not independent answers (citations of one answer): no interval is claimed. */
export function shareOf(numerator: number, denominator: number): Rate {
  if (denominator <= 0) return { numerator, denominator: 0, value: null, low: null, high: null };
  return { numerator, denominator, value: rounded(numerator / denominator), low: null, high: null };
}

/**
 * Whether two shares differ by more than asking again would: their intervals do not overlap. Where not even "none"
 * against "all" could be that far apart there are too few samples.
 */
export function rateVerdict(one: Rate, two: Rate, incomparable: IncomparableReason | null): Verdict {
  if (incomparable !== null) return 'not-comparable';
  if (one.denominator < leastSamples || two.denominator < leastSamples) return 'not-enough-samples';
  const none = rateOf(0, one.denominator);
  const all = rateOf(two.denominator, two.denominator);
  if (!areApart(none, all)) return 'not-enough-samples';
  if (one.low === null || one.high === null || two.low === null || two.high === null)
    return 'not-enough-samples';
  return areApart(one, two) ? 'larger-than-noise' : 'within-noise';
}

function areApart(one: Rate, two: Rate): boolean {
  if (one.low === null || one.high === null || two.low === null || two.high === null) return false;
  return one.low > two.high || two.low > one.high;
}

/** Four decimals: one rounding, so that no two places show two numbers. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
