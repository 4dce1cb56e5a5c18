/** Classifies lines of the plain subset of Markdown. Each function checks the first character of the line first. */
const rule = /^(?:-{3,}|\*{3,}|_{3,}) *$/;
const heading = /^(#{1,6})(?: +(.*?))?(?: +#+)? *$/;
const bullet = /^([-*]) {1,4}([^ ].*)$/;
const ordered = /^(\d{1,9})([.)]) {1,4}([^ ].*)$/;
/** Lines that are not a paragraph, or not only one. */
const noParagraph = /^(?:-{3,}|\*{3,}|_{3,}) *$|^[-*+] *$|^\d{1,9}[.)] *$|^[-*] |^\d{1,9}[.)] {2,}|^`{3}/;
const delimiterRow = /^\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/;
/** Lines that nest, quote or underline. All of them begin with a mark. */
const refusedLine =
  /^(?!-{3,} *$|\*{3,} *$|_{3,} *$)[*_ -]+$|^ +[^ ]|^>|^=+ *$|^-{1,2} *$|^:-+:? *$|^-+: *$|^\+|^[-*] +[|:-]/;

/** First characters that can begin something other than a paragraph. Most lines begin with a letter. */
const [DASH, STAR, UNDERLINE, HASH, DIGIT, OTHER] = [1, 2, 3, 4, 5, 6];
const marksThatBegin: readonly (readonly [marks: string, begins: number])[] = [
  ['-', DASH],
  ['*', STAR],
  ['_', UNDERLINE],
  ['#', HASH],
  ['0123456789', DIGIT],
  [' >=:+|`', OTHER],
];
const lineMarks = new Uint8Array(128);
for (const [marks, begins] of marksThatBegin)
  for (const mark of marks) lineMarks[mark.charCodeAt(0)] = begins;

/** Class of the first character; 0 for a line that begins like a paragraph or is empty. */
function beginningOf(line: string): number {
  return lineMarks[line.charCodeAt(0)] ?? 0;
}

export function isRule(line: string): boolean {
  const begins = beginningOf(line);
  return begins !== 0 && begins <= UNDERLINE && rule.test(line);
}

export function headingIn(line: string): RegExpExecArray | null {
  return beginningOf(line) === HASH ? heading.exec(line) : null;
}

export function bulletIn(line: string): RegExpExecArray | null {
  return line.charCodeAt(1) === 0x20 ? bullet.exec(line) : null;
}

export function orderedIn(line: string): RegExpExecArray | null {
  return beginningOf(line) === DIGIT ? ordered.exec(line) : null;
}

export function isDelimiterRow(line: string | undefined): boolean {
  if (line === undefined) return false;
  const begins = beginningOf(line);
  return (begins === DASH || begins === OTHER) && delimiterRow.test(line);
}

/** Whether the line opens code that does not end on it (an odd number of backticks). */
export function opensCode(line: string): boolean {
  return line.includes('`') && ((line.match(/`/g) ?? []).length & 1) === 1;
}

/** Whether the line begins something that the plain parser does not support. */
export function isRefusedLine(line: string): boolean {
  return beginningOf(line) !== 0 && refusedLine.test(line);
}

/** Whether the line cannot be part of a paragraph with several lines. */
export function isNoParagraph(line: string): boolean {
  return beginningOf(line) !== 0 && noParagraph.test(line);
}
