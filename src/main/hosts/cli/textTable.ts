import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text in at most `columns` columns, with an ellipsis where something was left out. */
export function fitted(text: string, columns: number): string {
  const line = printable(text);
  if (stringWidth(line) <= columns) return line;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(line)) {
    const width = stringWidth(segment);
    if (used + width > columns - 1) break;
    kept += segment;
    used += width;
  }
  return `${kept.trimEnd()}…`;
}

/** Letters that turn the writing direction of what follows. Joiners are none: Persian and emoji need them. */
const turning = '\\u202a-\\u202e\\u2066-\\u2069';
const unseen = new RegExp(`\\p{Cc}|[${turning}]`, 'gu');
/** A line's end is CR LF in CSV; a CR alone would have the line written over. */
const steering = /(?![\t\n]|\r\n)\p{Cc}/gu;
const steeringOrTurning = new RegExp(`${steering.source}|[${turning}]`, 'gu');

/** One line without what could steer a terminal, to stand among others. */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(unseen, '').trim();
}

/**
 * Text as it goes to a terminal, or to a pipe that leads to one: what would steer it (colours, the clipboard, links, the
 * title) is written out as `\\u001b`. That is how JSON writes it, so JSON stays the same value. On a screen also what
 * turns the writing direction; in a pipe it is data.
 */
export function visible(text: string, onScreen: boolean): string {
  return text.replace(
    onScreen ? steeringOrTurning : steering,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Rows under a header in columns as wide as needed; the last one takes what is left of `width`. */
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
