import { percentLabel } from '../percent.ts';
import { escapeMarkup } from '../tables/markup.ts';
import type { ReportBar } from './reportDocument.ts';

const left = 150;
const track = 420;
const line = 22;

/** Shares by market as an SVG picture that stands alone: bar, interval and the figure, never the colour by itself. */
export function visibilityChart(title: string, bars: readonly ReportBar[], colour: string): string {
  const height = bars.length * line + 24;
  const at = (share: number): number => left + share * track;
  const rows = bars.map(({ label, rate, state }, index) => {
    const top = index * line;
    const middle = top + line / 2;
    const name = `<text x="${left - 8}" y="${middle + 4}" text-anchor="end">${escapeMarkup(cut(label))}</text>`;
    if (rate === null || rate.value === null)
      return `${name}<text x="${left + 6}" y="${middle + 4}" fill="#5b666f">${escapeMarkup(state)}</text>`;
    const { value, low, high, numerator, denominator } = rate;
    const interval =
      low === null || high === null
        ? ''
        : `<path d="M${at(low)} ${middle}H${at(high)}M${at(low)} ${middle - 4}v8M${at(high)} ${middle - 4}v8" stroke="#1c2329" fill="none"/>`;
    const figure = `${numerator} of ${denominator}, ${percentLabel(value)}`;
    return `${name}<rect x="${left}" y="${top + 4}" width="${Math.max(1, value * track)}" height="${line - 8}" fill="${colour}" fill-opacity="0.6"/>${interval}<text x="${left + track + 10}" y="${middle + 4}">${figure}</text>`;
  });
  const axis = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path d="M${at(share)} 0V${height - 20}" stroke="#d7dce0"/><text x="${at(share)}" y="${height - 6}" text-anchor="middle" fill="#5b666f">${share * 100} %</text>`,
  );
  const width = left + track + 110;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeMarkup(title)}" font-family="system-ui, sans-serif" font-size="11" fill="#1c2329">${axis.join('')}${rows.join('')}</svg>`;
}

const cut = (label: string): string => (label.length > 24 ? `${label.slice(0, 23)}…` : label);
