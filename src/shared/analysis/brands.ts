/**
 * Finds brands by alias rules: whole words only, with what a whole word is decided by the script the name
 * is written in; case, width and Latin accents do not matter; never inside another word and never inside an
 * address. The longest name wins where two overlap ("Foldmaster 90" is not also "Foldmaster").
 */
import { foldName, foldWithOffsets } from './folding.ts';
import type { BrandRule } from './model.ts';
import { isCombining, scriptOf } from './scripts.ts';

export interface BrandMention {
  /** Index into the matcher's brands. */
  readonly brand: number;
  /** Offsets (UTF-16) into the text searched. */
  readonly start: number;
  readonly end: number;
}

export interface BrandMatcher {
  readonly brands: readonly BrandRule[];
  readonly find: (text: string) => readonly BrandMention[];
}

interface CompiledAlias {
  readonly folded: string;
  readonly exact: string | null;
  readonly brand: number;
}

export function createBrandMatcher(brands: readonly BrandRule[]): BrandMatcher {
  const byStart = new Map<string, CompiledAlias[]>();
  brands.forEach((brand, index) => {
    const seen = new Set<string>();
    for (const alias of [{ text: brand.name }, ...brand.aliases]) {
      const folded = foldName(alias.text);
      const exact =
        'caseSensitive' in alias && alias.caseSensitive === true ? alias.text.normalize('NFKC') : null;
      // A case-sensitive alias equal to the name restricts the name as well.
      if (folded === '' || (exact === null && seen.has(folded))) continue;
      if (
        exact === null &&
        brand.aliases.some((other) => other.caseSensitive === true && foldName(other.text) === folded)
      )
        continue;
      seen.add(folded);
      const start = folded.slice(0, 2);
      const list = byStart.get(start);
      const compiled = { folded, exact, brand: index };
      if (list === undefined) byStart.set(start, [compiled]);
      else list.push(compiled);
    }
  });
  for (const list of byStart.values())
    list.sort((one, two) => two.folded.length - one.folded.length || one.brand - two.brand);
  const starts = startsOf([...byStart.keys()]);
  return { brands, find: (text) => (byStart.size === 0 ? [] : findMentions(text, byStart, starts)) };
}

/** 1 for what a name begins with: one unit alone, or two of them by `pairSlot`, which some others share. */
interface Starts {
  readonly single: Uint8Array;
  readonly pairs: Uint8Array;
}

function startsOf(names: readonly string[]): Starts {
  const single = new Uint8Array(65_536);
  const pairs = new Uint8Array(65_536);
  for (const name of names) {
    if (name.length === 1) single[name.charCodeAt(0)] = 1;
    else pairs[pairSlot(name.charCodeAt(0), name.charCodeAt(1))] = 1;
  }
  return { single, pairs };
}

function pairSlot(first: number, second: number): number {
  return (first * 257 + second) & 0xffff;
}

function findMentions(
  text: string,
  byStart: ReadonlyMap<string, readonly CompiledAlias[]>,
  { single, pairs }: Starts,
): readonly BrandMention[] {
  const { text: folded, offsets } = foldWithOffsets(text);
  const found: BrandMention[] = [];
  for (let position = 0; position < folded.length; position++) {
    // Beyond the end is no unit: NaN, which has the slot 0.
    const unit = folded.charCodeAt(position);
    if (single[unit] === 0 && pairs[pairSlot(unit, folded.charCodeAt(position + 1))] === 0) continue;
    const candidates =
      byStart.get(folded.slice(position, position + 2)) ?? byStart.get(folded.charAt(position));
    if (candidates === undefined) continue;
    for (const alias of candidates) {
      const stop = position + alias.folded.length;
      if (!folded.startsWith(alias.folded, position)) continue;
      if (!startsWord(folded, position) || !endsWord(folded, stop) || insideAddress(folded, position, stop))
        continue;
      const start = offsets === null ? position : (offsets[position] as number);
      const end = offsets === null ? stop : (offsets[stop] as number);
      if (alias.exact !== null && text.slice(start, end).normalize('NFKC') !== alias.exact) continue;
      found.push({ brand: alias.brand, start, end });
      position = stop - 1;
      break;
    }
  }
  return found;
}

const DIGIT = /\p{Nd}/u;

function isDigit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit > 127 && DIGIT.test(String.fromCharCode(unit)));
}

/** Letters Hebrew and Arabic write onto the front of a name ("and", "in", "to", "from", "the" …). */
const HEBREW_PREFIX = /(?:^|[^\u05d0-\u05ea])[ושלבמכה]{1,3}$/;
const ARABIC_PREFIX = /(?:^|[^\u0620-\u064a])(?:[وفبلك]{1,2}|(?:[وف])?(?:[بلك])?ال|لل|ولل)$/;

function startsWord(text: string, position: number): boolean {
  if (position === 0) return true;
  const before = text.charCodeAt(position - 1);
  const first = text.charCodeAt(position);
  const scriptBefore = scriptOf(before);
  const script = scriptOf(first);
  if (isDigit(first)) return !isDigit(before) && scriptBefore !== 'Latn';
  if (script === 'Zyyy') return true;
  if (isDigit(before)) return script !== 'Latn' && script !== 'Cyrl' && script !== 'Grek';
  if (scriptBefore !== script && !isCombining(before)) return true;
  if (script === 'Hani' || script === 'Hira' || script === 'Thai') return true;
  if (script === 'Hebr') return HEBREW_PREFIX.test(text.slice(Math.max(0, position - 4), position));
  if (script === 'Arab') return ARABIC_PREFIX.test(text.slice(Math.max(0, position - 6), position));
  return false;
}

/** What Korean writes onto the end of a name. */
const KOREAN_PARTICLES = new Set(
  '은 는 이 가 을 를 의 와 과 도 에 에서 에게 로 으로 만 까지 부터 보다 처럼 하고 이나 나 랑 이랑 이다 입니다 이며 며 이고 고 인 이라는 라는 이라고 라고 에는 에서는 으로는 로는 만의 와의 과의 에도 보다는 이지만 지만 사의 사는 사가 제 및'.split(
    ' ',
  ),
);

function endsWord(text: string, position: number): boolean {
  if (position >= text.length) return true;
  const last = text.charCodeAt(position - 1);
  const after = text.charCodeAt(position);
  if (isCombining(after)) return false;
  const script = scriptOf(last);
  const scriptAfter = scriptOf(after);
  if (isDigit(last)) return !isDigit(after) && scriptAfter !== 'Latn';
  if (script === 'Zyyy') return true;
  if (isDigit(after)) return script !== 'Latn' && script !== 'Cyrl' && script !== 'Grek';
  if (scriptAfter !== script) return after !== 0x30fc || (script !== 'Kana' && script !== 'Hira');
  if (script === 'Hani' || script === 'Hira' || script === 'Thai') return true;
  if (script === 'Hang') {
    let end = position;
    while (end < text.length && scriptOf(text.charCodeAt(end)) === 'Hang') end++;
    return KOREAN_PARTICLES.has(text.slice(position, end));
  }
  return false;
}

const ADDRESS_AFTER = /^(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/\s,;:)!?\]]|\.(?:\s|$)|$)/;

function insideAddress(text: string, start: number, stop: number): boolean {
  const before = text.charAt(start - 1);
  if (before === '/' || before === '@' || before === '=' || before === '_') {
    if (before !== '/' || /[a-z0-9.:/-]/.test(text.charAt(start - 2))) return true;
  }
  if (before === '.' && /[a-z0-9]/.test(text.charAt(start - 2))) return true;
  if (text.charAt(stop) === '.') return ADDRESS_AFTER.test(text.slice(stop, stop + 40));
  if (
    (before === '-' || text.charAt(stop) === '-') &&
    /\S*\.(?:com|net|org|example|[a-z]{2})\b/.test(text.slice(stop, stop + 40).split(/\s/)[0] ?? '')
  )
    return true;
  return text.charAt(stop) === '/' && /https?:\/\/\S*$/.test(text.slice(Math.max(0, start - 200), start));
}
