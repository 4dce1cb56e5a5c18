/**
 * Splits a text into tokens. URLs, prices, numbers with units, dates and brand names are one token
 * each, so that a difference never splits them. Words between spaces are found by a scan, Japanese, Chinese and Thai
 * words by Intl.Segmenter. Spaces are the text between two tokens, so no character is lost.
 */
import { addressEnd } from '../markdown/bareAddresses.ts';
import { dateAt, dateWithName } from './dates.ts';
import type { NumberRules } from './numberRules.ts';
import { numberAt } from './numbers.ts';
import { isCombining, needsSegmenter, scriptOf } from './scripts.ts';

/** `unread`: a number or date that cannot be read surely. */
export type TokenKind = 'word' | 'number' | 'price' | 'date' | 'unread' | 'url' | 'brand' | 'code' | 'mark';

export type Token = {
  readonly start: number;
  readonly end: number;
  readonly kind: TokenKind;
  /** Key for comparison: the text as written; the canonical form of numbers, prices and brands. */
  readonly key: string;
};

/** The name of a brand, which must stay one token. Names are sorted and do not overlap. */
type NamedRange = {
  readonly start: number;
  readonly end: number;
  /** Id of the brand. */
  readonly key: string;
};

const space = 1;
const letterKind = 2;
const digit = 3;
const unspaced = 4;
const mark = 5;
const joining = 6;
const currency = 7;

const classes = new Uint8Array(65536);
const letters = /[\p{L}\p{M}]/u;
const digits = /\p{Nd}/u;
const spaces = /\s/;

function classOf(unit: number): number {
  const known = classes[unit];
  if (known !== undefined && known !== 0) return known;
  const character = String.fromCharCode(unit);
  let found = mark;
  if (spaces.test(character)) found = space;
  else if (digits.test(character)) found = digit;
  else if (isCombining(unit)) found = joining;
  // Before the script: ฿ lies among the letters of Thai.
  else if (/\p{Sc}/u.test(character)) found = currency;
  else if (needsSegmenter(scriptOf(unit))) found = unspaced;
  else if (letters.test(character)) found = letterKind;
  classes[unit] = found;
  return found;
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(language: string, granularity: 'word' | 'sentence'): Intl.Segmenter {
  const name = `${granularity}:${language}`;
  let found = segmenters.get(name);
  if (found === undefined) {
    found = new Intl.Segmenter(language === 'und' ? 'en' : language, { granularity });
    segmenters.set(name, found);
  }
  return found;
}

/** Longer addresses are several tokens: the rest of a text is not searched again from every start of one. */
const urlStart = /(?:https?:\/\/|www\.)[^\s<>"'`|]{1,4096}/iy;
/** The length and number of labels are limited as in host names, so that matching takes linear time. */
const bareDomain =
  /(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}(?:com|org|net|info|io|ai|app|dev|shop|example|test|co|[a-z]{2})(?![a-z0-9.-]{0,63}[a-z0-9])(?:\/[^\s<>"'“”«»`|)\]]{0,4096})?/y;
/** Model codes: WH-900X, U2723QE, DEY-5K, and "P1,299" as a whole. Every repetition is bounded, so that matching takes linear time. */
const code =
  /[A-Z]{1,6}(?:-?\d{1,8}[A-Za-z]{0,4}){1,4}(?:-[A-Z0-9]{1,6}){0,2}(?:[.,]\d{1,8}){0,4}(?![A-Za-z0-9])/y;
function urlAt(text: string, position: number): number {
  urlStart.lastIndex = position;
  if (!urlStart.test(text)) return -1;
  const end = position + addressEnd(text.slice(position, urlStart.lastIndex));
  return end - position > 8 ? end : -1;
}

/**
 * Tokens of `text` in reading order.
 * @param rules of the market, for numbers and dates; their language segments words
 */
export function tokenize(text: string, rules: NumberRules, names: readonly NamedRange[] = []): Token[] {
  const tokens: Token[] = [];
  const length = text.length;
  let name = 0;
  let position = 0;
  let nextName = names[0]?.start ?? length + 1;
  while (position < length) {
    if (position >= nextName) {
      const whole = names[name];
      name++;
      nextName = names[name]?.start ?? length + 1;
      if (whole !== undefined && whole.start >= position) {
        tokens.push({ start: whole.start, end: whole.end, kind: 'brand', key: whole.key });
        position = whole.end;
      }
      continue;
    }
    const unit = text.charCodeAt(position);
    const kind = classOf(unit);
    if (kind === space) {
      position++;
      continue;
    }
    if (kind === letterKind) {
      position = readLetters(text, position, Math.min(length, nextName), rules, tokens);
      continue;
    }
    if (kind === unspaced) {
      let end = position + 1;
      const limit = Math.min(length, nextName);
      while (end < limit && isUnspaced(text.charCodeAt(end))) end++;
      readUnspaced(text, position, end, rules.language, tokens);
      position = end;
      continue;
    }
    if (
      kind === digit ||
      kind === currency ||
      isMinus(unit) ||
      isPointOfNumber(text, position) ||
      isFraction(unit)
    ) {
      const found =
        (kind === digit ? dateAt(text, position, rules) : null) ?? numberAt(text, position, rules);
      if (found !== null && found.end <= nextName) {
        tokens.push({ start: position, end: found.end, kind: found.kind, key: found.key });
        position = found.end;
        continue;
      }
      if (kind === digit) {
        let end = position + 1;
        while (end < Math.min(length, nextName) && classOf(text.charCodeAt(end)) === digit) end++;
        tokens.push({ start: position, end, kind: 'number', key: text.slice(position, end) });
        position = end;
        continue;
      }
    }
    position = readMark(text, position, tokens);
  }
  return tokens;
}

/** A hyphen, a minus or an en dash, which may be the sign of a number. */
function isMinus(unit: number): boolean {
  return unit === 0x2d || unit === 0x2212 || unit === 0x2013;
}

/** "½" and the like. */
function isFraction(unit: number): boolean {
  return (unit >= 0xbc && unit <= 0xbe) || (unit >= 0x2150 && unit <= 0x215e);
}

/** The point of ".5 mm": before it stands no word, number or other point. */
function isPointOfNumber(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0x2e || classOf(text.charCodeAt(at + 1)) !== digit) return false;
  const before = at === 0 ? space : classOf(text.charCodeAt(at - 1));
  return before === space || (before === mark && /[([{"'“‘~≈<>=+-]/.test(text.charAt(at - 1)));
}

function isUnspaced(unit: number): boolean {
  const kind = classOf(unit);
  // The prolonged sound mark, the iteration mark and Thai vowels belong to the run.
  return kind === unspaced || kind === joining;
}

function readLetters(
  text: string,
  position: number,
  limit: number,
  rules: NumberRules,
  tokens: Token[],
): number {
  const unit = text.charCodeAt(position);
  if ((unit | 32) === 0x68 || (unit | 32) === 0x77) {
    const end = urlAt(text, position);
    if (end !== -1) {
      tokens.push({ start: position, end, kind: 'url', key: text.slice(position, end) });
      return end;
    }
  }
  if (rules.signs().letters.has(unit)) {
    const price = numberAt(text, position, rules);
    if (price !== null && price.end <= limit) {
      tokens.push({ start: position, end: price.end, kind: price.kind, key: price.key });
      return price.end;
    }
  }
  if (unit >= 0x41 && unit <= 0x5a) {
    code.lastIndex = position;
    if (code.test(text) && code.lastIndex <= limit) {
      const end = code.lastIndex;
      tokens.push({
        start: position,
        end,
        kind: 'code',
        key: text.slice(position, end).replaceAll('-', '').toUpperCase(),
      });
      return end;
    }
  }
  let end = position + 1;
  while (end < limit) {
    const next = text.charCodeAt(end);
    const kind = classOf(next);
    if (kind === letterKind || kind === digit || kind === joining) end++;
    else if (
      (next === 0x27 || next === 0x2019 || next === 0x5f3 || next === 0x22 || next === 0x5f4) &&
      end + 1 < limit
    ) {
      // Inner apostrophes (don’t, l’eau) and Hebrew gershayim (ק"ג) belong to the word.
      const hebrew = next === 0x22 || next === 0x5f4;
      const after = text.charCodeAt(end + 1);
      if (classOf(after) !== letterKind) break;
      if (hebrew && scriptOf(after) !== 'Hebr') break;
      end += 2;
    } else break;
  }
  if (unit < 0x80 && text.charCodeAt(end) === 0x2e) {
    bareDomain.lastIndex = position;
    if (bareDomain.test(text)) {
      const stop = position + addressEnd(text.slice(position, bareDomain.lastIndex));
      tokens.push({ start: position, end: stop, kind: 'url', key: text.slice(position, stop) });
      return stop;
    }
  }
  const { monthLetters, firstWords } = rules.names();
  const isMonth = monthLetters.has(unit) && firstWords.has(text.slice(position, end).toLowerCase());
  const date = isMonth ? dateWithName(text, position, end, rules) : null;
  if (date !== null && date.end <= limit) {
    tokens.push({ start: position, ...date });
    return date.end;
  }
  tokens.push({ start: position, end, kind: 'word', key: text.slice(position, end) });
  return end;
}

function readUnspaced(text: string, start: number, end: number, language: string, tokens: Token[]): void {
  const script = scriptOf(text.charCodeAt(start));
  const locale = script === 'Thai' ? 'th' : language === 'zh' ? 'zh' : 'ja';
  for (const part of segmenter(locale, 'word').segment(text.slice(start, end))) {
    const from = start + part.index;
    tokens.push({ start: from, end: from + part.segment.length, kind: 'word', key: part.segment });
  }
}

function readMark(text: string, position: number, tokens: Token[]): number {
  let end = position + 1;
  const unit = text.charCodeAt(position);
  if (unit >= 0xd800 && unit < 0xdc00 && end < text.length) {
    // An emoji is one token, even if it has several code points.
    end++;
    while (end < text.length) {
      const next = text.charCodeAt(end);
      if (next === 0xfe0f || next === 0x20e3) end++;
      else if (next === 0x200d && end + 1 < text.length)
        end += text.charCodeAt(end + 1) >= 0xd800 && text.charCodeAt(end + 1) < 0xdc00 ? 3 : 2;
      else if (next === 0xd83c && text.charCodeAt(end + 1) >= 0xdffb && text.charCodeAt(end + 1) <= 0xdfff)
        end += 2;
      else break;
    }
    end = Math.min(end, text.length);
  } else while (end < text.length && classOf(text.charCodeAt(end)) === joining) end++;
  tokens.push({ start: position, end, kind: 'mark', key: text.slice(position, end) });
  return end;
}

/**
 * Offsets [start, end) of the sentences of `text`, without gaps.
 * @param language ISO 639-1
 */
export function sentences(text: string, language: string): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const part of segmenter(language, 'sentence').segment(text)) {
    const last = found[found.length - 1];
    // ICU breaks after abbreviations and list numbers, so very short sentences are joined with the next.
    if (last !== undefined && last[1] - last[0] < 6) last[1] = part.index + part.segment.length;
    else found.push([part.index, part.index + part.segment.length]);
  }
  return found;
}

/** Whether the token counts as a word: numbers and names do, punctuation does not. */
export function isWord({ kind }: Token): boolean {
  return kind !== 'mark';
}
