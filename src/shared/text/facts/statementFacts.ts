/**
 * The facts that a block states: values with their units, dates, names, what is negated, and what is recommended.
 *
 * Values, dates and brands are read in the original, by the rules of its market. Words (negations, recommendations,
 * what a number counts) are read in the text that is compared: the translation, where there is one. Languages without
 * a list in `cues.ts` have values, dates and brands only.
 */

import { once } from '../../once.ts';
import type { NumberRules } from '../words/numberRules.ts';
import { sentences, type Token, tokenize } from '../words/tokens.ts';
import { cuesOf } from './cues.ts';
import { type Negation, readWords, stemIn } from './deniedWords.ts';
import { negates } from './negations.ts';
import { momentsIn, type StatedMoment } from './statedMoments.ts';
import {
  discouragedIn,
  type NameRange,
  properNames,
  type Recommended,
  recommendedIn,
  type StatedName,
} from './statedNames.ts';
import { type StatedValue, valuesIn, withWords } from './statedValues.ts';

export type StatementFacts = {
  readonly values: readonly StatedValue[];
  readonly dates: readonly { readonly key: string; readonly label: string }[];
  /** Seasons, months and days of the week, in the words that are compared. */
  readonly moments: readonly StatedMoment[];
  readonly brands: readonly StatedName[];
  readonly negations: readonly Negation[];
  /** The words that a stem was written as, outside of negations. */
  readonly affirmed: ReadonlyMap<string, string>;
  /** What is recommended: names, or else the words after the cue. */
  readonly recommended: readonly Recommended[];
  /** All words that carry content. */
  readonly stems: ReadonlySet<string>;
  /** Its sentences, split when they are first asked for. */
  readonly statements: () => readonly { readonly text: string; readonly stems: readonly string[] }[];
  /** Yes and no in the cells of a table's row; empty for other blocks. */
  readonly cells: readonly (boolean | null)[];
  /** What it tells the reader to stay away from. */
  readonly discouraged: readonly StatedName[];
  /** Whether the original negates something; null where its language is not known. */
  readonly negates: () => boolean | null;
  /** Whether a translator dropped or added a negation: what the words then negate says nothing. */
  readonly isDoubtful: () => boolean;
  /** Language whose cues were read; null if there are none for it. */
  readonly cues: string | null;
};

/** Where the values and names of a block stand. */
type FactSource = {
  readonly original: string;
  readonly originalRules: NumberRules;
  /** The text whose words are compared; equal to `original` without a translation. */
  readonly words: string;
  readonly wordsRules: NumberRules;
  readonly namesInOriginal: readonly NameRange[];
  readonly namesInWords: readonly NameRange[];
  /** Both texts as tokens, where they are known. */
  readonly tokens?: { readonly original: readonly Token[]; readonly words: readonly Token[] };
};
export function statementFacts(source: FactSource): StatementFacts {
  const { words: text, wordsRules } = source;
  const translated = source.words !== source.original;
  const cues = cuesOf[wordsRules.language] ?? null;
  const tokens = source.tokens?.words ?? tokenize(text, wordsRules, source.namesInWords);
  const counted = valuesIn(tokens, text, wordsRules, cues);
  const original = translated
    ? (source.tokens?.original ?? tokenize(source.original, source.originalRules, source.namesInOriginal))
    : tokens;
  const own = translated
    ? valuesIn(
        original,
        source.original,
        source.originalRules,
        cuesOf[source.originalRules.language] ?? null,
      ).map((value) => withWords(value, counted))
    : counted;
  // What the original spells ("十二時間"), the translator may write in digits.
  const spelled = translated ? counted.filter(({ label }) => own.length === 0 || /^\p{L}/u.test(label)) : [];
  const read = readWords(tokens, text, wordsRules.language);
  const names = once(() => [
    ...source.namesInWords,
    ...properNames(text, wordsRules.language, source.namesInWords),
  ]);
  const isNegated = once(() => negates(source.original, source.originalRules.language));
  return {
    values: [...own, ...spelled.filter((value) => !own.some((one) => one.bare === value.bare))],
    dates: original.flatMap(({ kind, key, start, end }) =>
      kind === 'date' ? { key, label: source.original.slice(start, end) } : [],
    ),
    moments: momentsIn(text, wordsRules.language),
    brands: distinct(source.namesInOriginal),
    ...read,
    recommended: cues === null ? [] : recommendedIn(text, wordsRules.language, cues, names),
    cells: cellsIn(text),
    discouraged: discouragedIn(text, wordsRules.language, names),
    negates: isNegated,
    isDoubtful: once(() => {
      if (!translated || isNegated() === null || isNegated() === negates(text, wordsRules.language))
        return false;
      // "Incompatible" for "not compatible".
      return isNegated() === false || read.negations.length === 0;
    }),
    statements: once(() =>
      sentences(text, wordsRules.language).map(([start, end]) => ({
        text: text.slice(start, end).trim(),
        stems: tokens.flatMap((token) =>
          token.start >= start && token.end <= end
            ? (stemIn(token, token.key.toLowerCase(), wordsRules.language) ?? [])
            : [],
        ),
      })),
    ),
    cues: cues === null ? null : wordsRules.language,
  };
}

const yes = /^(?:yes|ja|oui|sí|si|sim|✓|✔\ufe0f?|✅|there is)$/iu;
const no = /^(?:no|nein|non|não|nee|none|✗|✘|✕|❌|×)$/iu;

function cellsIn(text: string): StatementFacts['cells'] {
  if (!text.includes(' | ')) return [];
  return text
    .split(' | ')
    .map((cell) => (yes.test(cell.trim()) ? true : no.test(cell.trim()) ? false : null));
}

function distinct(names: readonly NameRange[]): readonly StatedName[] {
  return [...new Map(names.map(({ key, label }) => [key, { key, label }])).values()];
}
