const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** East Asian wide and emoji characters take two columns of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Columns a text takes on a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}

/** The text in at most `columns` columns, with an ellipsis where something was left out. */
export function fitted(text: string, columns: number): string {
  const line = printable(text);
  if (columnsOf(line) <= columns) return line;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(line)) {
    const width = columnsOf(segment);
    if (used + width > columns - 1) break;
    kept += segment;
    used += width;
  }
  return `${kept.trimEnd()}…`;
}

/**
 * One line without control characters and overrides of the writing direction: what an engine answers must not
 * steer the terminal. Joiners stay, Persian and emoji need them.
 */
export function printable(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
}

/** Rows under a header in columns as wide as needed; the last one takes what is left of `width`. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const all = [header, ...rows].map((row) => row.map(printable));
  const widths = header.map((_, column) => Math.max(...all.map((row) => columnsOf(row[column] ?? ''))));
  const last = header.length - 1;
  const before = widths.slice(0, last).reduce((sum, columns) => sum + columns + 2, 0);
  const rest = Math.max(20, width - before);
  const lines = all.map((row) =>
    row
      .map((cell, column) =>
        column === last ? fitted(cell, rest) : cell + ' '.repeat((widths[column] ?? 0) - columnsOf(cell)),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
