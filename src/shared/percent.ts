const whole = 1e-9;

/**
 * The number of a percentage, as every place writes it: without decimals, and with one where it would otherwise say none or
 * all of what is some. `0.389` is `39`, `1 / 250` is `0.4`.
 */
export function percentNumber(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded !== 0 && rounded !== 100) return String(rounded);
  if (Math.abs(share - rounded / 100) < whole) return String(rounded);
  const precise = (share * 100).toFixed(1);
  if (precise === '0.0') return 'under 0.1';
  return precise === '100.0' ? 'over 99.9' : precise;
}

/** `39 %`. */
export const percentLabel = (share: number): string => `${percentNumber(share)} %`;

/** `39 %, 95 % interval 28 to 51 %`; the share alone without an interval. */
export const percentInterval = (value: number, low: number | null, high: number | null): string =>
  low === null || high === null
    ? percentLabel(value)
    : `${percentLabel(value)}, 95 % interval ${percentNumber(low)} to ${percentLabel(high)}`;

/** A difference of two shares: `10 points`, and below one with a decimal. */
export function pointsLabel(change: number): string {
  const points = change * 100;
  const rounded = Math.abs(points) >= 0.95 ? String(Math.round(points)) : points.toFixed(1);
  const number = Number(rounded) === 0 ? '0' : rounded;
  return `${number} ${Math.abs(Number(number)) === 1 ? 'point' : 'points'}`;
}
