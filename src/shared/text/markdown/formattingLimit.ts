/**
 * Limits for parsing Markdown. A full parser takes minutes for texts that are designed to nest deeply or to open many
 * marks, so answers are checked before parsing. No engine's answers come near the limits.
 */

export type FormattingLimit = 'length' | 'lines' | 'nesting' | 'marks' | 'spaces' | 'columns' | 'bracket';

const maxCharacters = 400_000;
const maxLines = 10_000;
/** Nested quotes and lists. */
const maxNested = 32;
/** Characters of indentation before a list mark; each level has two. */
const maxIndentation = 4 * maxNested;
/** Emphasis, link and code marks. The parser may compare each with every other of its paragraph. */
const maxMarks = 20_000;
const maxMarksInParagraph = 1_500;
const maxSpaces = 1_000;
/**
 * Characters of a paragraph with an open bracket. The parser searches every possible URL in it for the bracket again.
 */
const maxWithOpenBracket = 20_000;
/** Cells of one table row. */
const maxColumns = 1_000;

/** The exceeded limit; null if the text can be parsed with formatting. Takes linear time. */
export function formattingLimit(markdown: string): FormattingLimit | null {
  if (markdown.length > maxCharacters) return 'length';
  let lines = 0;
  let marks = 0;
  let inParagraph = 0;
  let paragraphStart = 0;
  let open = 0;
  for (let at = 0; at < markdown.length; ) {
    const next = markdown.indexOf('\n', at);
    const end = next === -1 ? markdown.length : next;
    const line = readLine(markdown, at, end, open);
    if (line.spaces > maxSpaces) return 'spaces';
    if (line.columns > maxColumns) return 'columns';
    if (line.nested > maxNested || line.indentation > maxIndentation) return 'nesting';
    if (!line.blank && ++lines > maxLines) return 'lines';
    inParagraph = line.blank ? 0 : inParagraph + line.marks;
    if (line.blank) paragraphStart = end + 1;
    open = line.blank ? 0 : line.open;
    if (open > 0 && end - paragraphStart > maxWithOpenBracket) return 'bracket';
    marks += line.marks;
    if (inParagraph > maxMarksInParagraph || marks > maxMarks) return 'marks';
    at = end + 1;
  }
  return null;
}

const formattingMarks = new Set([...'*_~`[]!<&\\'].map((mark) => mark.charCodeAt(0)));
const [SPACE, TAB, QUOTE, DOT, BRACKET, BAR, OPEN, CLOSE] = [...' \t>.)|[]'].map((mark) =>
  mark.charCodeAt(0),
);

type LineShape = {
  readonly blank: boolean;
  readonly marks: number;
  /** Consecutive quote and list marks at the start of the line. */
  readonly nested: number;
  /** Characters of indentation before a list mark. */
  readonly indentation: number;
  /** Longest run of spaces. */
  readonly spaces: number;
  /** Square brackets still open at the end of the line. */
  readonly open: number;
  /** Cell separators of a table. */
  readonly columns: number;
};

function readLine(text: string, from: number, to: number, openBefore: number): LineShape {
  let open = openBefore;
  let marks = 0;
  let run = 0;
  let spaces = 0;
  let columns = 0;
  let blank = true;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === SPACE || unit === TAB) {
      run++;
      if (run > spaces) spaces = run;
      continue;
    }
    run = 0;
    blank = false;
    if (unit === OPEN) open++;
    else if (unit === CLOSE && open > 0) open--;
    if (unit === BAR) columns++;
    else if (formattingMarks.has(unit)) marks++;
  }
  let nested = 0;
  let indentation = 0;
  for (let at = from; at < to; ) {
    const start = at;
    while (at < to && (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB)) at++;
    const length = containerMark(text, at, to);
    if (length === 0) break;
    indentation = Math.max(indentation, at - start);
    nested++;
    at += length;
  }
  return { blank, marks, nested, indentation, spaces, columns, open };
}

/** Length of the quote or list mark at `at`; 0 if there is none. */
function containerMark(text: string, at: number, to: number): number {
  const unit = text.charCodeAt(at);
  if (at >= to) return 0;
  if (unit === QUOTE) return 1;
  let end = at;
  while (end < to && end - at < 9 && isDigit(text.charCodeAt(end))) end++;
  if (end > at) {
    const closing = text.charCodeAt(end);
    if (end >= to || (closing !== DOT && closing !== BRACKET)) return 0;
  } else if (!'-*+'.includes(text.charAt(at))) return 0;
  const after = text.charCodeAt(end + 1);
  return end + 1 >= to || after === SPACE || after === TAB ? end + 1 - at : 0;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The note on an answer that is shown without formatting. */
export function formattingNotice(limit: FormattingLimit): string {
  switch (limit) {
    case 'length':
      return `Shown as plain text: longer than ${maxCharacters.toLocaleString('en')} characters.`;
    case 'lines':
      return `Shown as plain text: more than ${maxLines.toLocaleString('en')} lines.`;
    case 'nesting':
      return `Shown as plain text: lists or quotes are nested more than ${maxNested} levels deep.`;
    case 'marks':
      return 'Shown as plain text: too many formatting marks.';
    case 'bracket':
      return 'Shown as plain text: a square bracket is not closed in a very long paragraph.';
    case 'spaces':
      return `Shown as plain text: more than ${maxSpaces.toLocaleString('en')} spaces in a row.`;
    case 'columns':
      return `Shown as plain text: a table of more than ${maxColumns.toLocaleString('en')} columns.`;
  }
}
