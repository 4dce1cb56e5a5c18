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
