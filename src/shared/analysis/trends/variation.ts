/** How much repeats of one request differ in what they say of a brand, as measured in a project's own answers. */
import { pool, sumsOf } from './pooling.ts';
import type { TrendMetric } from './trendMetrics.ts';
import type { TrendFacts, TrendValues } from './trendModel.ts';

export type Variation = {
  /** Pooled visibility; null without answers. */
  readonly share: number | null;
  readonly answers: number;
  /** Requests that one run asked more than once. */
  readonly repeated: number;
  /** Variance between repeats as a share of p(1 − p), at most 1; 1 where nothing was repeated. */
  readonly spread: number;
};

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
  // Unbiased in each request. One request more that varies fully: that none of a few moved does not say that none will.
  const sum = repeated.reduce(
    (total, { having, of }) => total + (having * (of - having)) / (of * (of - 1)),
    whole,
  );
  return { ...plain, spread: Math.min(1, sum / (repeated.length + 1) / whole) };
}
