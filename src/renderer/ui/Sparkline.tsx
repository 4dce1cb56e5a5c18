import { percentLabel } from '#shared/percent.ts';

type SparklineProps = {
  /** Shares from 0 to 1 by period, earliest first; null without data. */
  readonly values: readonly (number | null)[];
  /** What they are of, and the periods, for the tooltip and screen readers. */
  readonly label: string;
  readonly periods: readonly string[];
};

const width = 96;
const height = 20;

/** A share over time in a table cell, always from 0 to 100 %, so that rows can be compared. */
export function Sparkline({ values, label, periods }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return <span className="text-ink-3">no data</span>;
  const x = (at: number): number =>
    values.length < 2 ? width / 2 : 3 + (at * (width - 6)) / (values.length - 1);
  const y = (value: number): number => 3 + (1 - value) * (height - 6);
  const end = values.lastIndexOf(last);
  const said = `${label}: ${percentLabel(first)} to ${percentLabel(last)}, ${periods[values.indexOf(first)] ?? ''} to ${periods[end] ?? ''}`;
  return (
    <svg
      role="img"
      aria-label={said}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block"
    >
      <title>{said}</title>
      <path d={`M0 ${height - 2.5}H${width}`} className="stroke-line" strokeWidth="1" />
      {linesOf(values).map((line) => (
        <path
          key={line[0]?.at}
          d={line.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')}
          fill="none"
          className="stroke-accent"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
      <circle cx={x(end)} cy={y(last)} r="2.25" className="fill-accent" />
    </svg>
  );
}

type Point = { readonly at: number; readonly value: number };

/** Periods with data in a row: a line never bridges a period without. */
function linesOf(values: readonly (number | null)[]): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const line = lines.at(-1);
    if (line?.at(-1)?.at === at - 1) line.push({ at, value });
    else lines.push([{ at, value }]);
  }
  return lines;
}
