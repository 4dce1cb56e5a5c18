import {
  asOneWord,
  endsInHangul,
  foldText,
  prefixesOf,
  type SearchTerm,
  searchedWord,
  withoutDots,
  withTwoLetters,
} from './words.ts';

/** A chunk of text with its matches, as UTF-16 offsets into `text`, ascending and non-overlapping. */
export type Snippet = {
  readonly text: string;
  readonly marks: readonly (readonly [start: number, end: number])[];
  /** Whether text was omitted before and after. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
};

/** `at` is null if all offsets are unchanged. */
type Folded = { readonly text: string; readonly at: readonly number[] | null };

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const unspacedCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What of the terms stands in a text. */
export type TermsFound = {
  readonly text: string;
  /** How many of the terms stand in it. */
  readonly terms: number;
  /** Every match, with the place of its term among those looked for; ascending by start. */
  readonly places: readonly { readonly index: number; readonly start: number; readonly end: number }[];
};

/** Looks for all terms that are not excluded; letters are compared as the index compares them: case and diacritics folded. */
export function findTerms(text: string, terms: readonly SearchTerm[]): TermsFound {
  const folded = fold(text);
  const places = terms
    .filter((term) => !term.negated)
    .flatMap((term, index) => [...matches(folded, term)].map(([start, end]) => ({ index, start, end })))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  return { text, terms: new Set(places.map(({ index }) => index)).size, places };
}

/** `cutOut` for a text that was not looked into yet. */
export function snippetOf(text: string, terms: readonly SearchTerm[], length?: number): Snippet | null {
  return cutOut(findTerms(text, terms), length);
}

/**
 * The stretch of a text that shows most of the terms, about `length` characters, with every match in it marked.
 * Null when no term stands in it.
 */
export function cutOut({ text, terms, places: found }: TermsFound, length = 180): Snippet | null {
  if (found.length === 0) return null;
  let best = { from: 0, distinct: 0 };
  // Matches of each term within the stretch: every match comes into it once and leaves it once.
  const within = new Map<number, number>();
  const count = (match: TermsFound['places'][number] | undefined, by: 1 | -1): void => {
    if (match === undefined) return;
    const left = (within.get(match.index) ?? 0) + by;
    if (left === 0) within.delete(match.index);
    else within.set(match.index, left);
  };
  let to = 0;
  for (let from = 0; from < found.length && best.distinct < terms; from += 1) {
    to = Math.max(to, from);
    while (to < found.length && (found[to]?.end ?? 0) - (found[from]?.start ?? 0) <= length)
      count(found[to++], 1);
    if (within.size > best.distinct) best = { from, distinct: within.size };
    if (to > from) count(found[from], -1);
  }
  const anchor = found[best.from]?.start ?? 0;
  const start = wordEdge(text, Math.max(0, anchor - Math.floor(length / 4)), -1);
  const end = wordEdge(text, Math.min(text.length, start + length), 1);
  const marks: [number, number][] = [];
  for (const match of found) {
    if (match.start < start || match.end > end) continue;
    const last = marks.at(-1);
    if (last && match.start - start <= last[1]) last[1] = Math.max(last[1], match.end - start);
    else marks.push([match.start - start, match.end - start]);
  }
  return { text: text.slice(start, end), marks, cutBefore: start > 0, cutAfter: end < text.length };
}

/** Whether the term stands in the text, as the index compares letters. */
export function standsIn(text: string, term: SearchTerm): boolean {
  return matches(fold(text), term).next().done !== true;
}

const foldedCharacters = new Map<string, string>();
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const others = /[^\x00-\x7f]+/g;
/** With the voicing mark of a half-width or decomposed kana, and the letters of a Korean syllable together. */
const characters = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|.[\u3099\u309a\uff9e\uff9f]?/gsu;

/** Folded text with, for each folded code unit, the offset in the original it came from. */
function fold(text: string): Folded {
  let moved = false;
  // Most letters become one letter, or stay: then nothing has to be counted.
  const folded = text.replace(others, (run) => {
    let out = '';
    for (const [character] of run.matchAll(characters)) {
      const letters = foldCharacter(character);
      if (letters.length !== character.length) moved = true;
      out += letters;
    }
    return out;
  });
  return moved ? foldApart(text) : { text: folded.toLowerCase(), at: null };
}

function foldApart(text: string): Folded {
  let out = '';
  const at: number[] = [];
  let offset = 0;
  for (const [character] of text.matchAll(characters)) {
    const folded = foldCharacter(character);
    out += folded;
    for (let unit = 0; unit < folded.length; unit += 1) at.push(offset);
    offset += character.length;
  }
  at.push(offset);
  return { text: out, at };
}

function foldCharacter(character: string): string {
  let folded = foldedCharacters.get(character);
  if (folded === undefined) {
    folded = foldText(character);
    foldedCharacters.set(character, folded);
  }
  return folded;
}

/** A term's pattern is needed for every text of a page of results. */
const patterns = new WeakMap<SearchTerm, RegExp | null>();

/** Between two words something stands; between a word and a symbol nothing needs to. */
const between = '[^\\p{L}\\p{N}\\p{M}]*(?<![\\p{L}\\p{N}\\p{M}](?=[\\p{L}\\p{N}\\p{M}]))';

/** What the index leaves out between two letters of a word; "she'd" is no "shed". */
const inside = "(?:[-.&\u2010\u2011]|['’ʼ](?!(?:s|d|ll|re|ve|m)(?![\\p{L}\\p{N}\\p{M}])))?";
const beforeE = new RegExp(`(?<=[aou]${inside.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})e`, 'g');

/** A word of a term in every spelling that the index finds it in: Wi-Fi, U.S.A., Müller, and behind an article. */
function written(word: string): string {
  // Longer words have no other spelling in the index.
  if (word.length > 40) return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const bare = searchedWord(word);
  const letters = [...bare].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const joined = letters.join(inside).replace(beforeE, 'e?');
  const prefixes = prefixesOf(bare);
  return prefixes.length === 0 ? joined : `(?:${prefixes.join('|')})?${joined}`;
}

/** A longer term is shown by its first words: the pattern of several hundred takes seconds to compile. */
const maxWords = 40;

function patternOf(term: SearchTerm): RegExp | null {
  const known = patterns.get(term);
  if (known !== undefined) return known;
  const partsOf = (text: string) =>
    withoutDots(fold(text).text).match(
      /[\p{L}\p{N}\p{M}]+(?:\+{1,2}|#)?|[\p{Sc}\p{Extended_Pictographic}]|\p{RI}{2}/gu,
    ) ?? [];
  const parts = partsOf(term.text).slice(0, maxWords);
  const spelled = partsOf(withTwoLetters(term.text)).slice(0, maxWords);
  const either = parts.map((part, at) => {
    const other = spelled[at] ?? part;
    return other === part ? written(part) : `(?:${written(other)}|${written(part)})`;
  });
  const joined = asOneWord(fold(term.text).text.trim());
  const whole = either.join(between);
  const pattern =
    parts.length === 0 ? null : new RegExp(joined === null ? whole : `${whole}|${written(joined)}`, 'gu');
  patterns.set(term, pattern);
  return pattern;
}

function* matches(folded: Folded, term: SearchTerm): Generator<[number, number], void> {
  const pattern = patternOf(term);
  if (pattern === null) return;
  for (const match of folded.text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (!edge(folded.text, match.index - 1, match.index)) continue;
    const begins = term.kind === 'prefix' || (term.kind === 'phrase' && endsInHangul(match[0]));
    if (!begins && !edge(folded.text, end - 1, end)) continue;
    yield original(folded, match.index, end);
  }
}

/**
 * Where a stretch of the folded text stands in the original: whole characters, with the marks that were folded away.
 * One character may have been folded into several, as ⑴ into (1).
 */
function original({ at }: Folded, start: number, end: number): [number, number] {
  if (at === null) return [start, end];
  let after = end;
  while (after < at.length - 1 && at[after] === at[end - 1]) after += 1;
  return [at[start] ?? 0, at[after] ?? 0];
}

/** Whether a word may begin or end between two neighbouring code units. */
function edge(text: string, before: number, after: number): boolean {
  const left = text[before] ?? ' ';
  const right = text[after] ?? ' ';
  return (
    !wordCharacter.test(left) ||
    !wordCharacter.test(right) ||
    unspacedCharacter.test(left) ||
    unspacedCharacter.test(right) ||
    endsInHangul(left) !== endsInHangul(right)
  );
}

/** Moves a cut outwards to the next space, at most 20 characters, and never into a surrogate pair. */
function wordEdge(text: string, from: number, step: 1 | -1): number {
  for (let moved = 0; moved <= 20; moved += 1) {
    const position = from + moved * step;
    if (position <= 0) return 0;
    if (position >= text.length) return text.length;
    if (/\s/.test(text[position - 1] ?? '') || /\s/.test(text[position] ?? '')) return position;
  }
  const code = text.charCodeAt(from);
  return code >= 0xdc00 && code <= 0xdfff ? from - 1 : from;
}
