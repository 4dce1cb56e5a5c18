/** Numbers in words: "two hundred and fifty", "a litre and a half", and shares such as "one in five". */

import type { Token } from '../words/tokens.ts';
import { type Cues, cuesOf } from './cues.ts';

/** 0.5 where "and a half" stands behind a token, 0.25 where "and a quarter" does. */
export function halfAfter(tokens: readonly Token[], at: number): number {
  if (tokens[at + 1]?.key !== 'and' || tokens[at + 2]?.key !== 'a') return 0;
  const part = tokens[at + 3]?.key;
  return part === 'half' ? 0.5 : part === 'quarter' ? 0.25 : 0;
}

export type Spelled = {
  readonly count: number;
  /** Its last token. */
  readonly last: number;
  /** Whether it counts without a unit. "One" and "a" do not: "one hour", "a litre and a half". */
  readonly isCount: boolean;
};

/** A number in words. */
export function spelledAt(tokens: readonly Token[], at: number, cues: Cues): Spelled | null {
  const first = wordAt(tokens, at);
  const counts = countsOf(cues);
  if (first === 'once')
    return /^(?:a|per|every)$/.test(wordAt(tokens, at + 1)) ? { count: 1, last: at, isCount: true } : null;
  const isEnglish = cues === cuesOf.en;
  const isArticle = isEnglish && (first === 'a' || first === 'an');
  if (isArticle && wordAt(tokens, at + 1) === 'decade') return { count: 1, last: at, isCount: false };
  const count = isArticle ? 1 : counts.get(first);
  if (count === undefined) return null;
  if (!isEnglish) return { count, last: at, isCount: count > 1 };
  const ones = tokens[at + 1]?.key === '-' ? at + 2 : at + 1;
  const unit = (cues.numbers.indexOf(wordAt(tokens, ones)) + 1) % 10;
  const isTens = count >= 20 && count < 100 && unit > 0 && ones === at + 2;
  const sized = withSizes(tokens, isTens ? count + unit : count, isTens ? ones : at, cues);
  const half = sized.last === at && isArticle ? 0 : halfAfter(tokens, sized.last);
  if (isArticle && sized.last === at && halfAfter(tokens, at + 1) === 0) return null;
  const all = sized.count + half;
  return { count: all, last: half === 0 ? sized.last : sized.last + 3, isCount: all > 1 };
}

/** "Two hundred and fifty", "three thousand". */
function withSizes(
  tokens: readonly Token[],
  count: number,
  last: number,
  cues: Cues,
): { readonly count: number; readonly last: number } {
  const size = sizes.get(wordAt(tokens, last + 1));
  if (size === undefined) return { count, last };
  const and = wordAt(tokens, last + 2) === 'and' ? last + 3 : last + 2;
  const isArticle = /^an?$/.test(wordAt(tokens, and));
  const rest = isArticle ? null : spelledAt(tokens, and, cues);
  if (rest !== null && rest.count < size) return { count: count * size + rest.count, last: rest.last };
  return withSizes(tokens, count * size, last + 1, cues);
}

/** The word at a place in lower case; "" if there is none. */
function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' ? token.key.toLowerCase() : '';
}

const sizes: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1e6],
  ['billion', 1e9],
]);

/** Numbers above twelve. */
const largeNumbers: Readonly<Record<string, string>> = {
  en: 'dozen:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 once:1 twice:2 doubles:2 doubled:2 triples:3 tripled:3',
  de: 'zwanzig:20 dreißig:30 vierzig:40 fünfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90 hundert:100',
  fr: 'quinze:15 vingt:20 trente:30 quarante:40 cinquante:50 soixante:60 cent:100',
  es: 'quince:15 veinte:20 treinta:30 cuarenta:40 cincuenta:50 sesenta:60 setenta:70 ochenta:80 noventa:90 cien:100',
  it: 'quindici:15 venti:20 trenta:30 quaranta:40 cinquanta:50 sessanta:60 cento:100',
  pt: 'quinze:15 vinte:20 trinta:30 quarenta:40 cinquenta:50 sessenta:60 cem:100',
  nl: 'vijftien:15 twintig:20 dertig:30 veertig:40 vijftig:50 zestig:60 honderd:100',
};

export const parts: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ...['third', 'quarter', 'fifth'].flatMap((word, at): [string, number][] => [
    [word, at + 3],
    [`${word}s`, at + 3],
  ]),
  ['tenth', 10],
]);

/** "Half of the buyers", "one in five adults": a share in percent, where it ends, and what it counts begins after. */
export function shareAt(
  tokens: readonly Token[],
  at: number,
): { readonly value: number; readonly to: number; readonly counted: number } | null {
  const first = tokens[at]?.key.toLowerCase() ?? '';
  const isSingle = first === 'a' || first === 'one';
  const above = isSingle ? 1 : (cuesOf.en?.numbers.indexOf(first, 1) ?? -1) + 1;
  const to = above === 0 ? at : tokens[at + 1]?.key === '-' ? at + 2 : at + 1;
  // "One in five".
  const of =
    tokens[at + 1]?.key === 'in' ? (cuesOf.en?.numbers.indexOf(wordAt(tokens, at + 2)) ?? -1) + 1 : 0;
  if (above > 0 && above < of) return { value: Math.round((100 * above) / of), to: at + 2, counted: at + 2 };
  const part = parts.get(tokens[to]?.key.toLowerCase() ?? '');
  if (part === undefined || tokens[to + 1]?.key !== 'of' || /^an?$/.test(tokens[to + 2]?.key ?? ''))
    return null;
  // "Third of the list" is none.
  if (above === 0 && part > 2) return null;
  return { value: Math.round((100 * Math.max(1, above)) / part), to, counted: to + 1 };
}

const countWords = new Map<Cues, ReadonlyMap<string, number>>();

/** Counts by the words of a language. */
function countsOf(cues: Cues): ReadonlyMap<string, number> {
  const known = countWords.get(cues);
  if (known !== undefined) return known;
  const language = Object.keys(cuesOf).find((code) => cuesOf[code] === cues) ?? '';
  const counts = new Map(cues.numbers.map((word, at) => [word, at + 1]));
  for (const pair of largeNumbers[language]?.split(' ') ?? []) {
    const [word = '', value] = pair.split(':');
    counts.set(word, Number(value));
  }
  countWords.set(cues, counts);
  return counts;
}
