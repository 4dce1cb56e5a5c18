/** What a line of the plain subset of Markdown can be. Each asks for the line's first character before anything else. */
const rule = /^(?:-{3,}|\*{3,}|_{3,}) *$/;
const heading = /^(#{1,6})(?: +(.*?))?(?: +#+)? *$/;
const bullet = /^([-*]) {1,4}([^ ].*)$/;
const ordered = /^(\d{1,9})([.)]) {1,4}([^ ].*)$/;
/** What is no paragraph, or not only one. */
const noParagraph = /^(?:-{3,}|\*{3,}|_{3,}) *$|^[-*+] *$|^\d{1,9}[.)] *$|^[-*] |^\d{1,9}[.)] {2,}|^`{3}/;
const delimiterRow = /^\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/;
/** Lines that nest, quote or underline; all of them begin with a mark. */
const refusedLine =
  /^(?!-{3,} *$|\*{3,} *$|_{3,} *$)[*_ -]+$|^ +[^ ]|^>|^=+ *$|^-{1,2} *$|^:-+:? *$|^-+: *$|^\+|^[-*] +[|:-]/;

/** The marks that can make more of a line than a paragraph; most lines begin with a letter. */
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

/** 0 for a line that begins like a paragraph, an empty one among them. */
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

/** An odd number of them opens code that does not end on this line. */
export function opensCode(line: string): boolean {
  return line.includes('`') && ((line.match(/`/g) ?? []).length & 1) === 1;
}

/** Whether a line begins something the plain reader does not know. */
export function isRefusedLine(line: string): boolean {
  return beginningOf(line) !== 0 && refusedLine.test(line);
}

/** Whether no paragraph of several lines can have this one. */
export function isNoParagraph(line: string): boolean {
  return beginningOf(line) !== 0 && noParagraph.test(line);
}
