/**
 * Finds brands by alias rules: whole words only, with what a whole word is decided by the script the name
 * is written in; case, width and Latin accents do not matter; never inside another word and never inside an
 * address. The longest name wins where two overlap ("Foldmaster 90" is not also "Foldmaster").
 */
import { type FoldedUnits, foldName, foldUnits, textOf } from './folding.ts';
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
  readonly folded: Uint16Array;
  readonly exact: string | null;
  readonly brand: number;
}

export function createBrandMatcher(brands: readonly BrandRule[]): BrandMatcher {
  const byStart = new Map<number, CompiledAlias[]>();
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
      const units = Uint16Array.from({ length: folded.length }, (_, at) => folded.charCodeAt(at));
      const compiled = { folded: units, exact, brand: index };
      const start = startKey(units[0] ?? 0, units[1] ?? 0);
      const list = byStart.get(start);
      if (list === undefined) byStart.set(start, [compiled]);
      else list.push(compiled);
    }
  });
  for (const list of byStart.values())
    list.sort((one, two) => two.folded.length - one.folded.length || one.brand - two.brand);
  const starts = startsOf([...byStart.values()].flat());
  return { brands, find: (text) => (byStart.size === 0 ? [] : findMentions(text, byStart, starts)) };
}

/** What names that begin with these two units stand under; the second is 0 for a name of one. */
function startKey(first: number, second: number): number {
  return (first << 16) | second;
}

/** 1 for what a name begins with, by `slot`, which some others share; names of one and two units apart. */
interface Starts {
  readonly single: Uint8Array;
  readonly pairs: Uint8Array;
  readonly triples: Uint8Array;
  readonly anyShort: boolean;
}

function startsOf(aliases: readonly CompiledAlias[]): Starts {
  const [single, pairs, triples] = [new Uint8Array(65_536), new Uint8Array(65_536), new Uint8Array(65_536)];
  for (const { folded } of aliases) {
    const [first = 0, second = 0, third = 0] = folded;
    if (folded.length === 1) single[first] = 1;
    else if (folded.length === 2) pairs[slot(0, first, second)] = 1;
    else triples[slot(first, second, third)] = 1;
  }
  return { single, pairs, triples, anyShort: aliases.some(({ folded }) => folded.length < 3) };
}

function slot(first: number, second: number, third: number): number {
  return (first ^ (second << 5) ^ (third << 10)) & 0xffff;
}

function findMentions(
  text: string,
  byStart: ReadonlyMap<number, readonly CompiledAlias[]>,
  { single, pairs, triples, anyShort }: Starts,
): readonly BrandMention[] {
  const folded = foldUnits(text);
  const { units, length } = folded;
  const found: BrandMention[] = [];
  for (let position = 0; position < length; position++) {
    const first = units[position] as number;
    const second = units[position + 1] as number;
    const possible =
      triples[slot(first, second, units[position + 2] as number)] === 1 ||
      (anyShort && (single[first] === 1 || pairs[slot(0, first, second)] === 1));
    if (!possible) continue;
    // Names of one unit stand by themselves: where a longer one begins like the text and is not there, they may be.
    const mention =
      mentionAt(text, folded, position, byStart.get(startKey(first, second))) ??
      (single[first] === 1 ? mentionAt(text, folded, position, byStart.get(startKey(first, 0))) : null);
    if (mention === null) continue;
    found.push(mention.found);
    position = mention.stop - 1;
  }
  return found;
}

/** The first of the names, longest first, that stands there; `stop` is where it ends in the folded text. */
function mentionAt(
  text: string,
  folded: FoldedUnits,
  position: number,
  names: readonly CompiledAlias[] | undefined,
): { readonly found: BrandMention; readonly stop: number } | null {
  if (names === undefined) return null;
  const { units, length, offsets } = folded;
  for (const alias of names) {
    const stop = position + alias.folded.length;
    if (stop > length || !standsAt(units, position, alias.folded)) continue;
    if (!startsWord(folded, position) || !endsWord(folded, stop) || insideAddress(folded, position, stop))
      continue;
    const start = offsets === null ? position : (offsets[position] as number);
    const end = offsets === null ? stop : (offsets[stop] as number);
    if (alias.exact !== null && text.slice(start, end).normalize('NFKC') !== alias.exact) continue;
    return { found: { brand: alias.brand, start, end }, stop };
  }
  return null;
}

function standsAt(units: Uint16Array, position: number, name: Uint16Array): boolean {
  for (let at = 0; at < name.length; at++) if (units[position + at] !== name[at]) return false;
  return true;
}

const DIGIT = /\p{Nd}/u;

function isDigit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit > 127 && DIGIT.test(String.fromCharCode(unit)));
}

/** Letters Hebrew and Arabic write onto the front of a name ("and", "in", "to", "from", "the" …). */
const HEBREW_PREFIX = /(?:^|[^\u05d0-\u05ea])[ושלבמכה]{1,3}$/;
const ARABIC_PREFIX = /(?:^|[^\u0620-\u064a])(?:[وفبلك]{1,2}|(?:[وف])?(?:[بلك])?ال|لل|ولل)$/;

function startsWord(folded: FoldedUnits, position: number): boolean {
  if (position === 0) return true;
  const before = folded.units[position - 1] as number;
  const first = folded.units[position] as number;
  const scriptBefore = scriptOf(before);
  const script = scriptOf(first);
  if (isDigit(first)) return !isDigit(before) && scriptBefore !== 'Latn';
  if (script === 'Zyyy') return true;
  if (isDigit(before)) return script !== 'Latn' && script !== 'Cyrl' && script !== 'Grek';
  if (scriptBefore !== script && !isCombining(before)) return true;
  if (script === 'Hani' || script === 'Hira' || script === 'Thai') return true;
  if (script === 'Hebr') return HEBREW_PREFIX.test(textOf(folded, position - 4, position));
  if (script === 'Arab') return ARABIC_PREFIX.test(textOf(folded, position - 6, position));
  return false;
}

/** What Korean writes onto the end of a name. */
const KOREAN_PARTICLES = new Set(
  '은 는 이 가 을 를 의 와 과 도 에 에서 에게 로 으로 만 까지 부터 보다 처럼 하고 이나 나 랑 이랑 이다 입니다 이며 며 이고 고 인 이라는 라는 이라고 라고 에는 에서는 으로는 로는 만의 와의 과의 에도 보다는 이지만 지만 사의 사는 사가 제 및'.split(
    ' ',
  ),
);

function endsWord(folded: FoldedUnits, position: number): boolean {
  const { units, length } = folded;
  if (position >= length) return true;
  const last = units[position - 1] as number;
  const after = units[position] as number;
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
    while (end < length && scriptOf(units[end] as number) === 'Hang') end++;
    return KOREAN_PARTICLES.has(textOf(folded, position, end));
  }
  return false;
}

const ADDRESS_AFTER = /^(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/\s,;:)!?\]]|\.(?:\s|$)|$)/;

function insideAddress(folded: FoldedUnits, start: number, stop: number): boolean {
  const before = textOf(folded, start - 1, start);
  const after = textOf(folded, stop, stop + 1);
  if (before === '/' || before === '@' || before === '=' || before === '_') {
    if (before !== '/' || /[a-z0-9.:/-]/.test(textOf(folded, start - 2, start - 1))) return true;
  }
  if (before === '.' && /[a-z0-9]/.test(textOf(folded, start - 2, start - 1))) return true;
  if (after === '.') return ADDRESS_AFTER.test(textOf(folded, stop, stop + 40));
  if (
    (before === '-' || after === '-') &&
    /\S*\.(?:com|net|org|example|[a-z]{2})\b/.test(textOf(folded, stop, stop + 40).split(/\s/)[0] ?? '')
  )
    return true;
  return after === '/' && /https?:\/\/\S*$/.test(textOf(folded, start - 200, start));
}
