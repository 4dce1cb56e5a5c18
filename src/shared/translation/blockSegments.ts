/**
 * Takes a block apart into segments that a translator gets (sentences, cells, bold leads) and puts the translated segments
 * together again.
 *
 * Citation marks never reach the translator: each stands at the end of the sentence it belonged to. Addresses of links
 * do not either: a link is put on its words where the translation still has them, and otherwise becomes a mark at the
 * end of its sentence. List markers, heading levels and table borders are no text of a block in the first place.
 */

import type { BlockKind, CitationMark } from '../model/comparison/answer.ts';
import type { TextSpan } from '../model/comparison/basics.ts';
import { urlIdentity } from '../text/addresses/urls.ts';
import type { BrandMatcher } from '../text/brands/brands.ts';
import type { NumberRules } from '../text/words/numberRules.ts';
import { tokenize } from '../text/words/tokens.ts';
import { type KeptName, namesIn } from './names.ts';
import { sentencesOf, type TextRange, trimmed } from './sentences.ts';
import { localizedNumbers } from './values.ts';

export type SourceBlock = {
  readonly id: string;
  readonly kind: BlockKind;
  readonly text: string;
  readonly spans: readonly TextSpan[];
  readonly marks: readonly CitationMark[];
};

/** What a translator gets: a sentence, and the names in it that must stay. */
export type Segment = {
  readonly text: string;
  /** Offsets into `text`. */
  readonly names: readonly KeptName[];
};

/** A range of the block's text: words to translate, or a text that is copied. */
type BlockPart = TextRange & {
  /** Index into the segments; null for what is copied. */
  readonly segment: number | null;
};

export type PreparedBlock = {
  readonly block: SourceBlock;
  /** Language and country, as its numbers are read. */
  readonly rules: NumberRules;
  readonly parts: readonly BlockPart[];
  readonly segments: readonly Segment[];
};

const hasWords = /\p{L}{2,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
const maxLead = 80;

/** Null if the block has nothing to translate: code, numbers, names alone. */
export function prepareBlock(
  block: SourceBlock,
  rules: NumberRules,
  matcher: BrandMatcher,
): PreparedBlock | null {
  if (block.kind === 'code' || !hasWords.test(block.text)) return null;
  const names = namesIn(block.text, rules, matcher);
  const ranges = linesOf(block).flatMap((line) => segmentsOfLine(block, line, rules.language, names));
  const segments: Segment[] = [];
  const parts: BlockPart[] = [];
  let done = 0;
  for (const { start, end } of ranges) {
    const text = block.text.slice(start, end);
    const within = names.filter((name) => name.start >= start && name.end <= end);
    if (!saysSomething(withoutNames(text, within, start), rules)) continue;
    if (start > done) parts.push({ start: done, end: start, segment: null });
    parts.push({ start, end, segment: segments.length });
    segments.push({
      text,
      names: within.map((name) => ({ ...name, start: name.start - start, end: name.end - start })),
    });
    done = end;
  }
  if (segments.length === 0) return null;
  if (done < block.text.length) parts.push({ start: done, end: block.text.length, segment: null });
  return { block, rules, parts, segments };
}

/** Whether there are words: a price and a number with its unit are written the other way without a translator. */
function saysSomething(text: string, rules: NumberRules): boolean {
  return (
    hasWords.test(text) &&
    tokenize(text, rules).some(({ kind, key }) => kind === 'word' && hasWords.test(key))
  );
}

function withoutNames(text: string, names: readonly KeptName[], offset: number): string {
  let out = '';
  let done = 0;
  for (const { start, end } of names) {
    out += text.slice(done, start - offset);
    done = end - offset;
  }
  return out + text.slice(done);
}

/** A table row of an answer that is read without its formatting. */
const plainRow = /^[^|\n]+(?: \| [^|\n]*){2,}$/;
/** "Alpina – light and cheap": what an item is about, where nothing is bold. */
const plainLead = /^\S[^–—:：\n]{0,58}?(?=\s[–—]\s)/;

/** Lines, and the cells of a table row. */
function linesOf({ kind, text }: SourceBlock): readonly TextRange[] {
  const lines: TextRange[] = [];
  const border = kind === 'table-row' || plainRow.test(text) ? / \| |\n/g : /\n/g;
  let start = 0;
  for (const { index, 0: found } of text.matchAll(border)) {
    lines.push({ start, end: index });
    start = index + found.length;
  }
  lines.push({ start, end: text.length });
  return lines;
}

function leadOf(
  text: string,
  spans: readonly TextSpan[],
  kind: BlockKind,
  line: TextRange,
): TextRange | undefined {
  const marked = spans.find(
    (span) =>
      (span.kind === 'strong' || span.kind === 'link') &&
      span.start - line.start <= 2 &&
      span.start >= line.start &&
      span.end < line.end &&
      span.end - span.start < maxLead &&
      (/[:：]\s*$/.test(text.slice(span.start, span.end)) ||
        /^\s*(?:[:：–—]|-\s|\s\()/.test(text.slice(span.end, line.end))),
  );
  if (marked !== undefined || kind !== 'list-item') return marked;
  const plain = plainLead.exec(text.slice(line.start, line.end))?.[0];
  return plain === undefined ? undefined : { start: line.start, end: line.start + plain.length };
}

/** Sentences of a line. A bold or linked lead ("**Price:** from 79 €", "**Alpina** – light") is a segment of its own. */
function segmentsOfLine(
  { text, spans, kind }: SourceBlock,
  line: TextRange,
  language: string,
  names: readonly KeptName[],
): readonly TextRange[] {
  const lead = leadOf(text, spans, kind, line);
  const segments: TextRange[] = [];
  let start = line.start;
  if (lead !== undefined) {
    const words = trimmed(text, lead.start, lead.end);
    if (words !== null) segments.push(words);
    start = lead.end + (/^\s*[:：–—-]*\s*/.exec(text.slice(lead.end, line.end))?.[0].length ?? 0);
  }
  const rest = text.slice(start, line.end);
  const whole = [...names, ...spans.filter((span) => span.end - span.start < maxLead)].map((range) => ({
    start: range.start - start,
    end: range.end - start,
  }));
  const found = kind === 'heading' ? [trimmed(rest, 0, rest.length)] : sentencesOf(rest, language, whole);
  for (const range of found)
    if (range !== null) segments.push({ start: range.start + start, end: range.end + start });
  return segments;
}

const unspacedLanguages = new Set(['ja', 'zh', 'th', 'lo', 'km', 'my']);

export type AssembledBlock = {
  readonly text: string;
  readonly spans: readonly TextSpan[];
  readonly marks: readonly CitationMark[];
};

/**
 * The block in the other language.
 * @param translated as many texts as the block has segments
 */
export function assembleBlock(
  { block, rules, parts }: PreparedBlock,
  translated: readonly (string | null)[],
  target: string,
): AssembledBlock {
  const spans: TextSpan[] = [];
  const marks: CitationMark[] = [];
  let text = '';
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1;
    const marksHere = block.marks.filter(
      ({ at }) => (at > part.start || (part.start === 0 && at === 0)) && (at <= part.end || isLast),
    );
    const start = text.length;
    if (part.segment === null) {
      const copied = localizedNumbers(block.text.slice(part.start, part.end), rules, target);
      text += copied;
      for (const mark of marksHere)
        marks.push({ ...mark, at: start + Math.min(copied.length, mark.at - part.start) });
    } else {
      const previous = parts[index - 1];
      const words = sentenceOf(translated[part.segment] ?? '');
      if (words !== '' && previous?.segment != null && !unspacedLanguages.has(target)) text += ' ';
      const at = text.length;
      text += words;
      const linked: CitationMark[] = [];
      for (const span of block.spans) {
        if (span.end <= part.start || span.start >= part.end) continue;
        const placed = placeSpan(span, block.text, part, words);
        if (placed !== null) spans.push({ ...span, start: at + placed.start, end: at + placed.end });
        else if (span.kind === 'link' && span.href !== undefined && span.start >= part.start)
          linked.push({ at: text.length, label: urlIdentity(span.href)?.host ?? '', href: span.href });
      }
      for (const mark of marksHere) marks.push({ ...mark, at: text.length });
      marks.push(...linked);
    }
    for (const span of block.spans) {
      // Formatting of what was copied stays where it was.
      if (part.segment !== null || span.start < part.start || span.end > part.end) continue;
      const shift = start - part.start;
      spans.push({ ...span, start: span.start + shift, end: Math.min(text.length, span.end + shift) });
    }
  });
  return {
    text,
    spans: spans
      .filter(({ start, end }) => end > start)
      .sort((one, two) => one.start - two.start || two.end - one.end),
    marks: marks.sort((one, two) => one.at - two.at),
  };
}

/** In one line: a translator may break lines, which would look like new cells or items. */
function sentenceOf(translated: string): string {
  return translated.replace(/\s*\n\s*/g, ' ').trim();
}

/** Where the words of a span stand in the translation of their sentence; null if they cannot be found. */
function placeSpan(span: TextSpan, text: string, part: BlockPart, words: string): TextRange | null {
  const start = Math.max(span.start, part.start);
  const end = Math.min(span.end, part.end);
  const inside = text.slice(start, end).trim();
  const outside = (text.slice(part.start, start) + text.slice(end, part.end)).replace(/[\s\p{P}]/gu, '');
  if (outside === '') return { start: 0, end: words.length };
  const at = words.toLowerCase().indexOf(inside.toLowerCase());
  return at === -1 || inside === '' ? null : { start: at, end: at + inside.length };
}
