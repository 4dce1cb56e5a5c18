/** Four decimals. All figures use this rounding, so that every screen shows the same number. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
