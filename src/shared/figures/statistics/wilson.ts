/**
 * Wilson score interval of a share (E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
 * Inference", JASA 22, 1927).
 */
import type { Rate } from '../../model/comparison/comparison.ts';
import { rounded } from '../../rounded.ts';

const Z = 1.96;

/** Minimum valid samples per side. With fewer, the variation between repeats is unknown. */
export const leastSamples = 3;

/**
 * Share with its 95 % interval: centre (p + z²/2n) / (1 + z²/n), half-width z/(1 + z²/n) · √(p(1−p)/n + z²/4n²). The
 * share is null if n is 0.
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

/** Share of counts that are not independent (citations of one answer), so it has no interval. */
export function shareOf(numerator: number, denominator: number): Rate {
  if (denominator <= 0) return { numerator, denominator: 0, value: null, low: null, high: null };
  return { numerator, denominator, value: rounded(numerator / denominator), low: null, high: null };
}
