import { createRequire } from 'node:module';
import type measure from 'string-width';
import { printable } from '../common/visibleText.ts';

// Both build tables of all of Unicode, which takes longer than most commands, so they are loaded for the first
// text that needs them.
const load = createRequire(import.meta.url);
let measured: typeof measure | null = null;
let segmenter: Intl.Segmenter | null = null;
/** Latin letters, digits and signs, of one column each. */
const narrow = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f]*$/;

function stringWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  measured ??= (load('string-width') as { default: typeof measure }).default;
  return measured(text);
}

function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The text in at most `columns` columns, with an ellipsis if truncated. */
export function fitted(text: string, columns: number): string {
  const line = printable(text);
  if (stringWidth(line) <= columns) return line;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes(line)) {
    const width = stringWidth(segment);
    if (used + width > columns - 1) break;
    kept += segment;
    used += width;
  }
  return `${kept.trimEnd()}…`;
}

/** Rows under a header, in columns as wide as needed; the last one gets the rest of `width`. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const all = [header, ...rows].map((row) => row.map(printable));
  const widths = header.map((_, column) => Math.max(...all.map((row) => stringWidth(row[column] ?? ''))));
  const last = header.length - 1;
  const before = widths.slice(0, last).reduce((sum, columns) => sum + columns + 2, 0);
  const rest = Math.max(20, width - before);
  const lines = all.map((row) =>
    row
      .map((cell, column) =>
        column === last ? fitted(cell, rest) : cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
