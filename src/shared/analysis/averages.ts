/** Means and medians with how many values stand behind them. */
import type { Figure } from './comparison.ts';
import { rounded } from './wilson.ts';

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, two) => one - two);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

export function figure(values: readonly number[], of: (values: readonly number[]) => number): Figure {
  return { value: values.length === 0 ? null : rounded(of(values)), n: values.length };
}
