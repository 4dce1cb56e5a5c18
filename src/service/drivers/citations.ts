import { shownHost } from '#shared/text/addresses/pages.ts';

/** A span of a text in UTF-16 code units, end exclusive: what `text.slice(start, end)` cuts. */
export type Span = { readonly start: number; readonly end: number };

/** Providers count in one of these units and rarely say which. */
type OffsetUnit = 'utf16' | 'codePoint' | 'utf8';

const units: readonly OffsetUnit[] = ['utf16', 'codePoint', 'utf8'];

/**
 * A byte span of a text, checked against the words the provider says it covers; otherwise found by its words.
 */
export function spanOfBytes(
  text: string,
  startByte: number,
  endByte: number,
  words?: string,
): Span | undefined {
  const span = convert(text, startByte, endByte, 'utf8');
  if (words === undefined || words === '') return span;
  if (span !== undefined && text.slice(span.start, span.end) === words) return span;
  return nearest(text, words, span?.start ?? 0);
}

/**
 * A span whose slice must satisfy `proves`. OpenAI and xAI do not say whether offsets count UTF-16 units or
 * code points: the first unit with a valid slice is used.
 */
export function provenSpan(
  text: string,
  start: number,
  end: number,
  proves: (slice: string) => boolean,
): Span | undefined {
  for (const unit of units) {
    const span = convert(text, start, end, unit);
    if (span !== undefined && proves(text.slice(span.start, span.end))) return span;
  }
  return undefined;
}

/** The occurrence of `words` that starts nearest to `around`. */
export function nearest(text: string, words: string, around: number): Span | undefined {
  if (words === '') return undefined;
  let best: number | undefined;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    if (best !== undefined && Math.abs(at - around) >= Math.abs(best - around)) break;
    best = at;
  }
  return best === undefined ? undefined : { start: best, end: best + words.length };
}

/** The link to an address nearest to a position, with the brackets of its chip; else the address itself. */
export function linkAround(
  text: string,
  links: readonly MarkdownLink[],
  address: string,
  around: number,
): Span | undefined {
  let best: Span | undefined;
  for (const { address: linked, span } of links) {
    if (!linked.startsWith(address)) continue;
    if (best === undefined || Math.abs(span.start - around) < Math.abs(best.start - around)) best = span;
  }
  return best ?? nearest(text, address, around);
}

export type MarkdownLink = {
  readonly address: string;
  /** The link with the brackets of its chip; links of one chip share it. */
  readonly span: Span;
  /** The link alone. */
  readonly link: Span;
};

/** Every link to a web address, in order. */
export function markdownLinks(text: string): readonly MarkdownLink[] {
  const links: MarkdownLink[] = [];
  const pairs = bracketPairs(text);
  for (const match of text.matchAll(/\]\(/g)) {
    const opened = pairs.get(match.index);
    const closed = pairs.get(match.index + 1);
    if (opened === undefined || closed === undefined) continue;
    const [address = ''] = text.slice(match.index + 2, closed).split(/\s/);
    if (!/^https?:\/\//i.test(address)) continue;
    const link = { start: opened, end: closed + 1 };
    links.push({ address, link, span: chipAround(text, link, pairs) });
  }
  return links;
}

/** A chip is one or several links in parentheses: `([a](x), [b](y))`. */
function chipAround(text: string, link: Span, pairs: ReadonlyMap<number, number>): Span {
  // Searches no further back than the length of a chip, because a text may contain thousands of links without
  // parentheses.
  const before = text.slice(Math.max(0, link.start - maxChipLength), link.start).lastIndexOf('(');
  const start = Math.max(0, link.start - maxChipLength) + before;
  if (before === -1 || text[start + 1] !== '[') return link;
  const end = pairs.get(start);
  if (end === undefined || end < link.end || end - start > maxChipLength) return link;
  return isCitationMark(text.slice(start, end + 1)) ? { start, end: end + 1 } : link;
}

/** In characters, its addresses included. */
const maxChipLength = 10_000;

/**
 * Maps each opening parenthesis to the closing one on its line, and each closing bracket to its opening one;
 * computed together, because each separate search may run through the whole text.
 */
function bracketPairs(text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const brackets: number[] = [];
  let parentheses: number[] = [];
  for (const { 0: mark, index } of text.matchAll(/[()[\]\n]/g)) {
    if (mark === '\n') parentheses = [];
    else if (mark === '(') parentheses.push(index);
    else if (mark === '[') brackets.push(index);
    else {
      const opened = (mark === ')' ? parentheses : brackets).pop();
      if (opened === undefined) continue;
      if (mark === ')') pairs.set(opened, index);
      else pairs.set(index, opened);
    }
  }
  return pairs;
}

/** The closing parenthesis of the one at `opening`; a URL may contain pairs of its own. */
function closingParenthesis(text: string, opening: number): number | undefined {
  let depth = 0;
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
    if (text[at] === '\n') return undefined;
  }
  return undefined;
}

/** A marker such as `[3]` or `[web:3]` in a text, with the number it carries. */
export type Marker = Span & { readonly number: number };

/** Bracketed source numbers: `[1]`, `[1][2]`, `[web:1]`; not the text of a Markdown link. */
export function numberMarkers(text: string): readonly Marker[] {
  const found: Marker[] = [];
  for (const match of text.matchAll(/(`+)[^`\n]*\1|\[(?:web:)?(\d{1,3})\](?!\()/g)) {
    // An index in code is no mark.
    if (match[1] !== undefined) continue;
    found.push({ start: match.index, end: match.index + match[0].length, number: Number(match[2]) });
  }
  return found;
}

/**
 * True for spans that are only a citation mark: links in parentheses (`([site](url))`), and rows of numbers
 * (`[1]`, `[[1]](url)`). A link with words as its label is text, with or without a source.
 */
export function isCitationMark(slice: string): boolean {
  const mark = slice.trim();
  const inner = mark.startsWith('([') && mark.endsWith(')') ? mark.slice(1, -1) : mark;
  return (inner !== mark && isRowOfMarks(inner, true)) || isRowOfMarks(mark, false);
}

/** A number, as `[1]`, `[[1]]` or `[web:1]`. */
const numbered = /^\[\[?\s*(?:web:)?\d{1,3}\s*\]?\]$/;

function isRowOfMarks(row: string, named: boolean): boolean {
  let at = 0;
  while (at < row.length) {
    if (row[at] !== '[') return false;
    const closed = closingBracket(row, at);
    if (closed === undefined) return false;
    const ended = row[closed + 1] === '(' ? closingParenthesis(row, closed + 1) : undefined;
    const label = row.slice(at, closed + 1);
    // Without an address only a number is a mark, and outside parentheses also with one.
    if (!numbered.test(label) && label !== '[]' && (ended === undefined || !named)) return false;
    at = (ended ?? closed) + 1;
    at += /^[,;\s]*/.exec(row.slice(at))?.[0].length ?? 0;
  }
  return at > 0;
}

/**
 * Whether the label of a link names the site it leads to: `[apnews.com](https://apnews.com/…)`, `[AP News +2](…)`.
 * ChatGPT's and Google's chips are labelled so.
 */
export function namesSite(label: string, address: string): boolean {
  const letters = (words: string): string => words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const named = letters(label.replace(/^www\./i, '').replace(/\s*\+\s?\d+$/, ''));
  const host = shownHost(address);
  if (named === '' || host === '') return false;
  return named === letters(host) || host.split('.').some((part) => letters(part) === named);
}

/**
 * Whether a link outside parentheses stands where a mark stands: after a sentence, before its end, or attached to a
 * word. Within a sentence, or alone in its line, the name of a site is a word of the answer.
 */
export function standsAsMark(text: string, { start, end }: Span): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (/^[\s>*+#|\d.)-]*$/.test(line)) return false;
  return (
    /[.!?:。！？][*_"”’)]*\s*$/.test(line) ||
    /\S$/.test(line) ||
    /^\s*(?:$|[.!?。]|\[|\n)/.test(text.slice(end, end + 12))
  );
}

function closingBracket(text: string, opening: number): number | undefined {
  let depth = 0;
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    if (text[at] === ']') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}

/** The text of a link, for the label of its pill; the whole slice without brackets if there is no link. */
export function markLabel(slice: string): string {
  const link = /\[\[?([^\]]*)\]\]?\(/.exec(slice);
  if (link?.[1] !== undefined) return link[1].trim();
  return slice.replace(/^[\s([]+|[\s)\]]+$/g, '');
}

function convert(text: string, start: number, end: number, unit: OffsetUnit): Span | undefined {
  if (!(start < end)) return undefined;
  const from = offsetIn(text, start, unit);
  const to = offsetIn(text, end, unit);
  return from === undefined || to === undefined ? undefined : { start: from, end: to };
}

function offsetIn(text: string, offset: number, unit: OffsetUnit): number | undefined {
  if (!Number.isInteger(offset) || offset < 0) return undefined;
  if (unit === 'utf16') {
    if (offset > text.length) return undefined;
    const code = text.charCodeAt(offset);
    const splitsPair = code >= 0xdc00 && code <= 0xdfff && offset > 0 && isHigh(text.charCodeAt(offset - 1));
    return splitsPair ? undefined : offset;
  }
  let passed = 0;
  let at = 0;
  while (passed < offset && at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    passed += unit === 'codePoint' ? 1 : utf8Length(point);
    at += point > 0xffff ? 2 : 1;
  }
  return passed === offset ? at : undefined;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function utf8Length(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
