import { similarityFigures } from '../figures/definitions/pairFigures.ts';
import type { SimilarityMatrix } from '../model/comparison/comparison.ts';
import type { ComparisonHead } from '../model/comparison/comparisonParts.ts';
import { percentLabel } from '../percent.ts';
import { pairValue } from './comparison/similarityTables.ts';
import { escapeMarkup } from './markup.ts';

/**
 * Market by market likeness as an SVG picture that stands alone. Every square of up to 40 markets carries its
 * figure, so the picture never speaks by colour only; beyond that the figures are in its table and on hover.
 */
export function heatMapSvg(comparison: ComparisonHead, matrix: SimilarityMatrix): string {
  const size = matrix.order.length > 40 ? 14 : 34;
  const labelled = size > 20;
  const margin = 64;
  const side = margin + matrix.order.length * size + 8;
  const label = (column: number): string => comparison.columns[column]?.label ?? '';
  const squares = matrix.order.flatMap((row, y) =>
    matrix.order.map((column, x) => {
      const value = row === column ? 1 : pairValue(matrix, comparison.columns.length, row, column);
      const at = `x="${margin + x * size}" y="${margin + y * size}" width="${size - 1}" height="${size - 1}"`;
      const words = value === null ? 'no data' : percentLabel(value);
      const title = `<title>${escapeMarkup(`${label(row)} and ${label(column)}: ${row === column ? 'itself' : words}`)}</title>`;
      if (row === column) return `<rect ${at} fill="#e4e7ea">${title}</rect>`;
      if (value === null) {
        const hatch = hatching(margin + x * size, margin + y * size, size - 1);
        return `<g>${title}<rect ${at} fill="#f4f5f6"/><path d="${hatch}" stroke="#b7bdc3" stroke-width="2"/></g>`;
      }
      const figure = labelled
        ? `<text x="${margin + (x + 0.5) * size}" y="${margin + (y + 0.5) * size + 4}" text-anchor="middle" fill="${value > 0.55 ? '#ffffff' : '#1c2329'}">${Math.round(value * 100)}</text>`
        : '';
      return `<g>${title}<rect ${at} fill="${shade(value)}"/>${figure}</g>`;
    }),
  );
  const rows = matrix.order.map(
    (column, index) =>
      `<text x="${margin - 6}" y="${margin + (index + 0.5) * size + 4}" text-anchor="end">${escapeMarkup(label(column))}</text>`,
  );
  const heads = matrix.order.map((column, index) => {
    const x = margin + (index + 0.5) * size;
    return `<text transform="translate(${x + 4} ${margin - 6}) rotate(-60)">${escapeMarkup(label(column))}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}" role="img" aria-label="${escapeMarkup(similarityFigures[matrix.measure].label)}" font-family="system-ui, sans-serif" font-size="11" fill="#1c2329">`,
    ...rows,
    ...heads,
    ...squares,
    '</svg>',
  ].join('');
}

/** Slanting lines over a square. Lines, because each square filled with a pattern is a picture of its own in a PDF. */
function hatching(x: number, y: number, side: number): string {
  const near = Math.round(side / 3);
  const far = side - near;
  return [
    `M${x} ${y + near}L${x + near} ${y}`,
    `M${x} ${y + side}L${x + side} ${y}`,
    `M${x + far} ${y + side}L${x + side} ${y + far}`,
  ].join('');
}

/** Light to dark along one hue; like is dark. */
function shade(value: number): string {
  const mix = (light: number, dark: number): number => Math.round(light + (dark - light) * value);
  return `rgb(${mix(238, 17)} ${mix(245, 82)} ${mix(247, 104)})`;
}
