import type { Counts, TrendDelta, TrendLine } from '../../model/trendLines.ts';

/** A line with its contribution to the total change. */
export type Contribution = TrendLine & { readonly contribution: number };

/** Share of a change that counts as most of it. */
const most = 0.8;

/**
 * Divides a change of a share by lines with disjoint segments, such as engines or questions. A line contributes its
 * answers to both pooled shares, so the contributions add up to the change. Contributions in the direction of the
 * change come first, the largest at the top.
 */
export function contributionsOf(
  { delta, counts }: TrendDelta,
  lines: readonly TrendLine[],
): readonly Contribution[] {
  if (delta === null) return [];
  return lines
    .flatMap((line) =>
      line.key === '' || line.delta.delta === null
        ? []
        : [
            {
              ...line,
              contribution: partOf(counts.now, line, 'now') - partOf(counts.before, line, 'before'),
            },
          ],
    )
    .sort((one, two) => Math.sign(delta) * (two.contribution - one.contribution));
}

/** What the answers of a line add to the share of all. */
const partOf = ({ denominator }: Counts, { delta }: TrendLine, half: 'before' | 'now'): number =>
  delta.counts[half].numerator / denominator;

/** The smallest number of lines that make up most of the change. */
export function mainContributions(lines: readonly Contribution[]): readonly Contribution[] {
  const change = lines.reduce((sum, { contribution }) => sum + contribution, 0);
  let sum = 0;
  const last = lines.findIndex(({ contribution }) => {
    sum += contribution;
    return sum / change >= most;
  });
  return lines.slice(0, last + 1);
}
