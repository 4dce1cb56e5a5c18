import { endWith } from '../form.ts';

/** One line of the bench's table. */
export type Row = {
  readonly figure: string;
  readonly value: string;
  readonly target?: string;
  readonly met?: boolean;
};

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function atLeast(figure: string, value: number, target: number, unit = 'x'): Row {
  return { figure, value: `${value.toFixed(2)}${unit}`, target: `>= ${target}${unit}`, met: value >= target };
}

export function atMost(figure: string, value: number, target: number, unit = 'x'): Row {
  return { figure, value: `${value.toFixed(2)}${unit}`, target: `<= ${target}${unit}`, met: value <= target };
}

/** Prints the table; the program ends with 1 when a target was missed. */
export function printRows(rows: readonly Row[]): void {
  for (const { figure, value, target, met } of rows) {
    const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
    console.log(`  ${figure.padEnd(62)} ${value.padStart(12)}  ${(target ?? '').padEnd(12)} ${verdict}`);
  }
  endWith(rows.every(({ met }) => met !== false));
}
