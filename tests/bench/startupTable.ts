import { availableParallelism, loadavg } from 'node:os';

/** One figure of a bench: what, how much, the same of the named baseline in the same run, and how they relate. */
export type Figure = {
  readonly figure: string;
  readonly value: string;
  readonly baseline?: string;
  readonly ratio?: string;
  /** Left out where nothing is asked of the figure. */
  readonly met?: boolean;
  readonly target?: string;
};

/** Prints the figures with the load of the machine, without which no time can be judged; true when none missed. */
export function printTable(title: string, rows: readonly Figure[]): boolean {
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  console.log(`\n${title} (load ${load} on ${availableParallelism()} processors)`);
  for (const { figure, value, baseline, ratio, target, met } of rows) {
    const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
    const beside = [baseline, ratio, target === undefined ? undefined : `target ${target}`, verdict]
      .filter(Boolean)
      .join('  ');
    console.log(`  ${figure.padEnd(52)} ${value.padStart(14)}  ${beside}`);
  }
  return rows.every(({ met }) => met !== false);
}

export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

export const times = (value: number, baseline: number): string =>
  baseline > 0 ? `${(value / baseline).toFixed(1)}x` : 'no ratio, baseline is 0';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, two) => one - two);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? upper)) / 2;
}
