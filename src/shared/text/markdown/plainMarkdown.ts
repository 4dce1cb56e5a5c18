/**
 * Parses the plain subset of Markdown that nearly every answer uses (headings, paragraphs, flat lists, tables, bold,
 * italics, code, links), about twenty times faster than the full parser. It refuses any text that it might parse
 * differently from the full parser. A property test compares the two.
 */
import type { TextSpan } from '../../model/comparison/comparison.ts';
import { stepOf, trimmedInline, type WrittenText } from './markdownBlocks.ts';
import { type ParsedBlock, plainBlock } from './parsedBlock.ts';
import {
  bulletIn,
  headingIn,
  isDelimiterRow,
  isNoParagraph,
  isRefusedLine,
  isRule,
  opensCode,
  orderedIn,
} from './plainLines.ts';

/** Characters and pairs that this parser does not support: escapes, images, footnotes, fences … */
const refusedText = [
  '\\',
  '\t',
  '\r',
  '\0',
  '![',
  '[^',
  '``',
  '~~',
  '\f',
  '\v',
  '\u2028',
  '\u2029',
  '\u00ad',
  '\ufeff',
  'mailto:',
  'xmpp:',
];
/** HTML, entities, strikethrough, and bare URLs, which are links to the full parser. */
const refusedPattern = /<[a-z/!?]|&[#a-z0-9]+;|~[^~]*~|https?:\/\/|www\.|[\w.+-]@\w/i;
/** Fast check before `refusedPattern`: takes a tenth of the time for most texts. */
const maybeRefused = /[<&~@]|:\/|www/i;
/** A hard break. */
const refusedEnd = /[^ \n] {2,}$/m;
const destination = /\]\([^()\s"'<>]+\)/g;
const underscore = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u;
/** Text that would start another block inside a list item. */
const nested = /^(?:[-*+](?: |$)|#{1,6}(?: |$)|[>|]|\d{1,9}[.)](?: |$)|\[[ xX]\]|-{3,}|[*_ ]{3,}$|`{3})/;

/** More consecutive spaces are never formatting and take quadratic time in the line expressions. */
const manySpaces = ' '.repeat(100);

/** Blocks of `markdown`; null if the full parser has to parse it. */
export function parsePlainMarkdown(markdown: string): ParsedBlock[] | null {
  if (refused(markdown)) return null;
  const lines = markdown.split('\n');
  if (lines.some(isRefusedLine)) return null;
  const blocks: ParsedBlock[] = [];
  let lists = 0;
  let at = 0;
  const push: Push = (block, inline) => {
    if (inline === null) return false;
    if (inline.text.trim() !== '') blocks.push({ ...block, text: inline.text, spans: inline.spans });
    return true;
  };
  while (at < lines.length) {
    const line = lines[at] as string;
    if (line === '') {
      at++;
      continue;
    }
    if (isRule(line)) {
      // Directly after a paragraph it would be a setext heading.
      if (at > 0 && lines[at - 1] !== '') return null;
      at++;
      continue;
    }
    const heading = headingIn(line);
    if (heading !== null) {
      if ((heading[2] ?? '').includes('#')) return null;
      if (
        !push(
          { ...plainBlock, kind: 'heading', level: (heading[1] ?? '').length },
          readInline(heading[2] ?? ''),
        )
      )
        return null;
      at++;
      continue;
    }
    if (bulletIn(line) !== null || orderedIn(line) !== null) {
      const end = readList(lines, at, ++lists, push);
      if (end === null) return null;
      at = end;
      continue;
    }
    if (isDelimiterRow(lines[at + 1]) && line.includes('|')) {
      const end = readTable(lines, at, ++lists, push);
      if (end === null) return null;
      at = end;
      continue;
    }
    const end = paragraphEnd(lines, at);
    if (
      end === null ||
      !push(
        { ...plainBlock, kind: 'paragraph' },
        readInline(end === at + 1 ? withoutSpace(line) : lines.slice(at, end).map(withoutSpace).join(' ')),
      )
    )
      return null;
    at = end;
  }
  return blocks;
}

type Inline = {
  readonly text: string;
  readonly spans: readonly TextSpan[];
};
/** Removes one trailing space. */
function withoutSpace(line: string): string {
  return line.endsWith(' ') ? line.slice(0, -1) : line;
}

function refused(markdown: string): boolean {
  if (refusedText.some((text) => markdown.includes(text))) return true;
  if (markdown.includes(manySpaces)) return true;
  if (markdown.includes('  ') && refusedEnd.test(markdown)) return true;
  const words = markdown.includes('](') ? markdown.replace(destination, ']') : markdown;
  return (
    (maybeRefused.test(words) && refusedPattern.test(words)) ||
    (words.includes('_') && underscore.test(words)) ||
    holdsDefinition(words)
  );
}

/** Maximum characters of the label of a link definition. */
const maxLabel = 999;

/**
 * Whether the text contains a link definition. Searches backwards from "]:", because following every open bracket
 * would be slow.
 */
function holdsDefinition(text: string): boolean {
  for (let end = text.indexOf(']:'); end !== -1; end = text.indexOf(']:', end + 1)) {
    for (let at = end - 1; at >= 0 && at >= end - 1 - maxLabel; at--) {
      const unit = text.charCodeAt(at);
      if (unit === openBracket) return true;
      if (unit === closeBracket || unit === newLine) break;
    }
  }
  return false;
}
const [openBracket, closeBracket, newLine] = ['[', ']', '\n'].map((mark) => mark.charCodeAt(0));

type Push = (block: Omit<ParsedBlock, 'text' | 'spans'>, inline: Inline | null) => boolean;

function paragraphEnd(lines: readonly string[], start: number): number | null {
  let end = start;
  while (end < lines.length) {
    const line = lines[end] as string;
    if (
      line === '' ||
      (end > start && (headingIn(line) !== null || bulletIn(line) !== null || /^1[.)] {1,4}[^ ]/.test(line)))
    )
      break;
    if (isNoParagraph(line)) return null;
    // A delimiter row would make the line above it a table or a heading.
    if (isDelimiterRow(lines[end + 1]) || opensCode(line)) return null;
    end++;
  }
  return end;
}

/** The line after the list; null if an item is not a single plain line. */
function readList(lines: readonly string[], start: number, number: number, push: Push): number | null {
  const first = orderedIn(lines[start] as string);
  const ordered = first !== null;
  const marker = ordered ? first[2] : (lines[start] as string).charAt(0);
  const from = ordered ? Number(first[1]) : 1;
  let [items, step] = [0, 1];
  let at = start;
  let end = start;
  while (at < lines.length) {
    const line = lines[at] as string;
    if (line === '') {
      at++;
      continue;
    }
    const item = ordered ? orderedIn(line) : bulletIn(line);
    const kind = item === null ? null : ordered ? item[2] : item[1];
    if (item === null || kind !== marker || isRule(line)) break;
    const text = (ordered ? item[3] : item[2]) ?? '';
    if (items === 1 && ordered) step = stepOf(from, item[1]);
    if (nested.test(text) || isDelimiterRow(lines[at + 1]) || opensCode(text)) return null;
    const listRank = from + step * items;
    if (!push({ ...plainBlock, kind: 'list-item', ordered, listRank, list: number }, readInline(text)))
      return null;
    items++;
    at++;
    end = at;
    const next = lines[at] ?? '';
    // A line that starts nothing continues the item.
    if (next !== '' && headingIn(next) === null && bulletIn(next) === null && orderedIn(next) === null)
      return null;
  }
  return end;
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim());
}

function readTable(lines: readonly string[], start: number, number: number, push: Push): number | null {
  const width = cellsOf(lines[start] as string).length;
  if (cellsOf(lines[start + 1] as string).length !== width || !(lines[start + 1] as string).includes('|'))
    return null;
  let at = start;
  let row = 0;
  for (; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line === '') break;
    if (at === start + 1) continue;
    if (!line.startsWith('|') || !/\| *$/.test(line) || line.includes('`')) return null;
    const cells = cellsOf(line);
    if (cells.length !== width) return null;
    const inline = joinCells(cells);
    if (
      !push(
        {
          ...plainBlock,
          kind: 'table-row',
          header: row === 0,
          listRank: row === 0 ? null : row,
          list: number,
        },
        inline,
      )
    )
      return null;
    row++;
  }
  return at;
}

/** Emphasis does not cross the border of a cell, so every cell is parsed separately. */
function joinCells(cells: readonly string[]): Inline | null {
  if (!cells.some((cell) => inlinePattern.test(cell))) return { text: cells.join(' | '), spans: [] };
  let text = '';
  const spans: TextSpan[] = [];
  for (const [column, cell] of cells.entries()) {
    if (column > 0) text += ' | ';
    const part = readInline(cell);
    if (part === null) return null;
    for (const span of part.spans)
      spans.push({ ...span, start: span.start + text.length, end: span.end + text.length });
    text += part.text;
  }
  return { text, spans };
}

function readInline(raw: string): Inline | null {
  const out: WrittenText = { text: '', spans: [] };
  return readSpan(raw, out) ? trimmedInline(out) : null;
}

const linkPattern = /\[([^[\]]*)\]\(([^()\s"'<>]+)\)/y;
const inlinePattern = /[`[\]*]/;
const punctuation = /[\p{P}\p{S}]/u;

/** Appends the plain text of `raw` and its formatting. Returns false if its meaning is uncertain. */
function readSpan(raw: string, out: WrittenText): boolean {
  if (!inlinePattern.test(raw)) {
    out.text += raw;
    return true;
  }
  const open: { readonly length: number; readonly start: number }[] = [];
  let at = 0;
  let plain = 0;
  while (at < raw.length) {
    const unit = raw.charCodeAt(at);
    if (unit === 0x60) {
      const close = raw.indexOf('`', at + 1);
      if (close === -1) return false;
      out.text += raw.slice(plain, at);
      const start = out.text.length;
      const code = raw.slice(at + 1, close);
      out.text += code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;
      out.spans.push({ kind: 'code', start, end: out.text.length });
      at = close + 1;
      plain = at;
      continue;
    }
    if (unit === 0x5b) {
      linkPattern.lastIndex = at;
      const link = linkPattern.exec(raw);
      if (link !== null) {
        out.text += raw.slice(plain, at);
        const start = out.text.length;
        if (!readSpan(link[1] ?? '', out)) return false;
        if (out.text.length > start)
          out.spans.push({ kind: 'link', start, end: out.text.length, href: link[2] ?? '' });
        at = linkPattern.lastIndex;
        plain = at;
        continue;
      }
    }
    if (unit === 0x5d && raw.charCodeAt(at + 1) === 0x28) return false;
    if (unit === 0x2a) {
      let end = at + 1;
      while (raw.charCodeAt(end) === 0x2a) end++;
      const length = end - at;
      if (length > 2) return false;
      const flanks = flanking(raw, at, end);
      if (flanks === null) return false;
      if (flanks !== 'neither') {
        out.text += raw.slice(plain, at);
        plain = end;
        const top = open.at(-1);
        if (flanks !== 'left' && top !== undefined) {
          if (top.length !== length) return false;
          open.pop();
          if (out.text.length > top.start)
            out.spans.push({
              kind: length === 2 ? 'strong' : 'emphasis',
              start: top.start,
              end: out.text.length,
            });
        } else if (flanks === 'right' || (flanks === 'both' && open.length > 0)) return false;
        else open.push({ length, start: out.text.length });
      }
      at = end;
      continue;
    }
    at++;
  }
  out.text += raw.slice(plain);
  return open.length === 0;
}

/**
 * Left- and right-flanking delimiter runs of CommonMark; null next to characters outside the Basic Multilingual
 * Plane.
 */
function flanking(raw: string, start: number, end: number): 'left' | 'right' | 'both' | 'neither' | null {
  const before = classify(raw, start - 1);
  const after = classify(raw, end);
  if (before === null || after === null) return null;
  const left = after !== 'space' && (after !== 'mark' || before !== 'letter');
  const right = before !== 'space' && (before !== 'mark' || after !== 'letter');
  if (left) return right ? 'both' : 'left';
  return right ? 'right' : 'neither';
}

function classify(raw: string, at: number): Side {
  if (at < 0 || at >= raw.length) return 'space';
  const unit = raw.charCodeAt(at);
  return unit < 128 ? (asciiSides[unit] ?? null) : sideOf(raw.charAt(at));
}

type Side = 'space' | 'mark' | 'letter' | null;

function sideOf(character: string): Side {
  const unit = character.charCodeAt(0);
  if (unit >= 0xd800 && unit < 0xe000) return null;
  if (character === '~' || character === '_') return null;
  if (/\s/.test(character)) return 'space';
  return punctuation.test(character) ? 'mark' : 'letter';
}

const asciiSides: readonly Side[] = Array.from({ length: 128 }, (_, unit) =>
  sideOf(String.fromCharCode(unit)),
);
