/**
 * Finds brands by their names and aliases. A name matches only as a whole word (the script of the name decides what a
 * word is) and never inside an address. Case, width, accents, invisible characters, and the spelling of spaces and
 * hyphens do not matter. If two names begin at the same position, the longer one wins ("Foldmaster 90" is not also
 * "Foldmaster").
 */

import type { BrandAlias, BrandRule } from '../../model/comparison/samples.ts';
import { isInsideAddress } from '../addresses/addresses.ts';
import { type FoldedUnits, foldName, foldUnits, isUnseen } from '../words/folding.ts';
import { identifyLanguage } from '../words/language.ts';
import { isWhole } from '../words/wordBorders.ts';
import { formsOf } from './inflections.ts';
import { exactForm, spellingsOf, strictSpellings } from './spellings.ts';

export type BrandMention = {
  /** Index into the matcher's brands. */
  readonly brand: number;
  /** Offsets (UTF-16) into the searched text. */
  readonly start: number;
  readonly end: number;
};

export type BrandMatcher = {
  readonly brands: readonly BrandRule[];
  /** Number of listed brands. They come first in `brands`, the detected ones follow. */
  readonly listed: number;
  /**
   * @param around ISO 639-1 of the answer that the text is a part of: decides which inflected forms count where the
   * text is too short to say its language
   */
  readonly find: (text: string, around?: string) => readonly BrandMention[];
};

type CompiledAlias = {
  readonly folded: Uint16Array;
  /** Whether what is written counts; null if everything with these letters does. */
  readonly accepts: ((written: string, text: string, end: number, around: string) => boolean) | null;
  readonly brand: number;
};

/**
 * @param listed brands of the user's list; `find` reports all their mentions
 * @param proposed detected brands; they match only where no listed brand does, and come after the listed ones in
 * `brands`
 */
export function createBrandMatcher(
  listed: readonly BrandRule[],
  proposed: readonly BrandRule[] = [],
): BrandMatcher {
  const index = nameIndex(listed, 0);
  const rest = nameIndex(proposed, listed.length);
  return {
    brands: proposed.length === 0 ? listed : [...listed, ...proposed],
    listed: listed.length,
    find: (text, around = 'und') => {
      if (index === null && rest === null) return [];
      const searched = { text, folded: foldUnits(text), around };
      const found = index === null ? [] : findMentions(searched, index, []);
      if (rest === null) return found;
      const others = findMentions(searched, rest, found);
      return [...found, ...others].sort((one, two) => one.start - two.start);
    },
  };
}

/** Prefix tree of names, by UTF-16 unit. */
type NameTree = {
  readonly next: Map<number, NameTree>;
  /** Names that end here, in the order of their brands. */
  readonly names: CompiledAlias[];
};

type NameIndex = {
  readonly tree: NameTree;
  readonly starts: Starts;
};

/** @param first index of the first of these brands */
function nameIndex(brands: readonly BrandRule[], first: number): NameIndex | null {
  const languageOf = languageMemory();
  const aliases = brands.flatMap((brand, at) => compiledNames(brand, first + at, languageOf));
  // The prefix tables are large, so they are not created without a name.
  if (aliases.length === 0) return null;
  const tree: NameTree = { next: new Map(), names: [] };
  for (const alias of aliases) {
    let node = tree;
    for (const unit of alias.folded) {
      const next: NameTree = node.next.get(unit) ?? { next: new Map(), names: [] };
      node.next.set(unit, next);
      node = next;
    }
    node.names.push(alias);
  }
  return { tree, starts: startsOf(aliases) };
}

function compiledNames(brand: BrandRule, index: number, languageOf: LanguageOf): readonly CompiledAlias[] {
  const seen = new Set<string>();
  const excluded = new Set(brand.excludedForms);
  const compiled: CompiledAlias[] = [];
  const add = (spelling: string, rule: string, accepts: CompiledAlias['accepts']): void => {
    const key = `${rule}\0${spelling}`;
    // A form that counts in every text needs no stricter rule.
    if (spelling === '' || seen.has(key) || seen.has(`\0${spelling}`)) return;
    seen.add(key);
    const folded = Uint16Array.from({ length: spelling.length }, (_, at) => spelling.charCodeAt(at));
    compiled.push({ folded, accepts, brand: index });
  };
  const names: readonly BrandAlias[] = [{ text: brand.name }, ...brand.aliases];
  // A case-sensitive alias equal to the name makes the name case-sensitive too.
  const exactOnly = new Set(names.filter(isExact).map(({ text }) => foldName(text)));
  for (const name of names) {
    if (isExact(name)) {
      const exact = exactForm(name.text);
      for (const spelling of spellingsOf(name.text))
        add(spelling, exact, (written) => exactForm(written) === exact);
    } else if (!exactOnly.has(foldName(name.text)))
      for (const spelling of spellingsOf(name.text)) add(spelling, '', null);
  }
  for (const { text } of names.filter((name) => !isExact(name) && !exactOnly.has(foldName(name.text)))) {
    for (const { spelling, rule, accepts } of strictSpellings(text)) add(spelling, rule, accepts);
    for (const { text: form, languages } of formsOf(foldName(text)))
      if (!excluded.has(form))
        add(form, `form ${languages.join(' ')}`, (written, whole, end, around) =>
          isForm(written, languages, whole, end, languageOf(whole, around)),
        );
  }
  return compiled;
}

/** Whether a form is written as a name, in a text of its language. */
function isForm(
  written: string,
  languages: readonly string[],
  text: string,
  end: number,
  language: string,
): boolean {
  if (!/^\p{Lu}/u.test(written)) return false;
  if (languages.length === 0) return true;
  if (!languages.includes(language)) return false;
  return language !== 'de' || !written.endsWith('s') || beforeNoun.test(text.slice(end, end + 40));
}

/** A German genitive stands before a noun ("Mieles neue Maschine"); a plural does not. "Deutschen Bahn" is neither. */
const beforeNoun = /^\s+(?:\p{Ll}+e[nmrs]?\s+)?\p{Lu}/u;

type LanguageOf = (text: string, around: string) => string;

/** Below it, a text is too short to be of another language than its answer: a line of a list, a heading. */
const sureOfItself = 0.5;

/** The language of a text; the last one is kept, since a text may have several candidates. */
function languageMemory(): LanguageOf {
  let last = { text: '', code: '', confidence: 0 };
  return (text, around) => {
    if (last.text !== text) last = { text, ...identifyLanguage(text) };
    return last.confidence < sureOfItself && around !== 'und' ? around : last.code;
  };
}

function isExact(name: BrandAlias): boolean {
  return name.caseSensitive === true;
}

const space = 32;

/**
 * Hash filter of the first units of all names, as 0 or 1 by `slot`. Collisions are possible. Names of one and two
 * units are kept separately.
 */
type Starts = {
  readonly single: Uint8Array;
  readonly pairs: Uint8Array;
  readonly triples: Uint8Array;
  readonly anyShort: boolean;
};

function startsOf(aliases: readonly CompiledAlias[]): Starts {
  const [single, pairs, triples] = [new Uint8Array(65_536), new Uint8Array(65_536), new Uint8Array(65_536)];
  for (const { folded } of aliases) {
    const [first = 0, second = 0, third = 0] = folded;
    if (folded.length === 1) single[first] = 1;
    else if (folded.length === 2) pairs[slot(0, first, second)] = 1;
    else {
      triples[slot(first, second, third)] = 1;
      // A space of a name matches several spaces of a text.
      if (second === space) triples[slot(first, space, space)] = 1;
    }
  }
  return { single, pairs, triples, anyShort: aliases.some(({ folded }) => folded.length < 3) };
}

function slot(first: number, second: number, third: number): number {
  return (first ^ (second << 5) ^ (third << 10)) & 0xffff;
}

type Searched = { readonly text: string; readonly folded: FoldedUnits; readonly around: string };

/** @param taken mentions found before, which these must not overlap */
function findMentions(
  searched: Searched,
  { tree, starts: { single, pairs, triples, anyShort } }: NameIndex,
  taken: readonly BrandMention[],
): readonly BrandMention[] {
  const { units, length } = searched.folded;
  const found: BrandMention[] = [];
  for (let position = 0; position < length; position++) {
    const first = units[position] as number;
    const second = units[position + 1] as number;
    const possible =
      triples[slot(first, second, units[position + 2] as number)] === 1 ||
      (anyShort && (single[first] === 1 || pairs[slot(0, first, second)] === 1));
    if (!possible) continue;
    const mention = mentionAt(searched, position, tree, taken);
    if (mention === null) continue;
    found.push(mention.found);
    position = mention.stop - 1;
  }
  return found;
}

/** The longest name at a position; a space in it matches several. `stop` is its end in the folded text. */
function mentionAt(
  { text, folded, around }: Searched,
  position: number,
  tree: NameTree,
  taken: readonly BrandMention[],
): { readonly found: BrandMention; readonly stop: number } | null {
  const { units, length, offsets } = folded;
  const spelled: { readonly alias: CompiledAlias; readonly stop: number }[] = [];
  let node: NameTree | undefined = tree;
  for (let at = position; at < length; ) {
    const unit = units[at] as number;
    node = node.next.get(unit);
    if (node === undefined) break;
    at++;
    if (unit === space) while (units[at] === space) at++;
    for (const alias of node.names) spelled.push({ alias, stop: at });
  }
  spelled.sort((one, two) => two.alias.folded.length - one.alias.folded.length);
  for (const { alias, stop } of spelled) {
    if (!isWhole(text, folded, position, stop)) continue;
    const start = offsets === null ? position : (offsets[position] as number);
    const end = offsets === null ? stop : seenEnd(text, start, offsets[stop] as number);
    if (isInsideAddress(text, start, end)) continue;
    if (alias.accepts !== null && !alias.accepts(text.slice(start, end), text, end, around)) continue;
    if (taken.some((other) => other.start < end && start < other.end)) continue;
    return { found: { brand: alias.brand, start, end }, stop };
  }
  return null;
}

/** End of a mention without the trailing invisible characters and trade mark signs that folding removed. */
function seenEnd(text: string, start: number, end: number): number {
  let stop = end;
  while (stop > start + 1 && isUnseen(text.charAt(stop - 1))) stop--;
  return stop;
}
