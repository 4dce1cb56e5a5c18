/** Variation between repeats of one request in naming a brand, measured in the project's own answers. */

import type { TrendFacts, TrendValues } from '../../model/trendLines.ts';
import { pool, sumsOf } from './pooling.ts';
import type { TrendMetric } from './trendMetrics.ts';

export type Variation = {
  /** Pooled visibility, 0..1; null without answers. */
  readonly share: number | null;
  readonly answers: number;
  /** Number of requests that one run repeated. */
  readonly repeated: number;
  /** Variance between repeats as a share of p(1 − p), at most 1; 1 if nothing was repeated. */
  readonly spread: number;
};

/**
 * @param values contributions to `metric`, which must be a share with one answer as denominator
 * @param answers indices into the facts
 */
export function variationOf(
  metric: TrendMetric,
  facts: TrendFacts,
  values: TrendValues,
  answers: Int32Array,
): Variation {
  const { value, denominator } = pool(metric, sumsOf(facts, values, answers));
  const requests = new Map<string, { having: number; of: number }>();
  for (const answer of answers) {
    if ((values.denominator[answer] ?? 0) === 0) continue;
    const key = `${facts.run[answer]} ${facts.place[answer]}`;
    const found = requests.get(key) ?? { having: 0, of: 0 };
    found.having += values.numerator[answer] ?? 0;
    found.of += 1;
    requests.set(key, found);
  }
  const repeated = [...requests.values()].filter(({ of }) => of > 1);
  const whole = (value ?? 0) * (1 - (value ?? 0));
  const plain = { share: value, answers: denominator, repeated: repeated.length };
  if (whole === 0) return { ...plain, spread: 1 };
  // Unbiased per request. One fully varying request is added, because a few stable requests do not prove that none
  // vary.
  const sum = repeated.reduce(
    (total, { having, of }) => total + (having * (of - having)) / (of * (of - 1)),
    whole,
  );
  return { ...plain, spread: Math.min(1, sum / (repeated.length + 1) / whole) };
}
