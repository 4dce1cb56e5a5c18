/**
 * The facts that a block states: values with their units, dates, names, what is negated, and what is recommended.
 *
 * Values, dates and brands are read in the original, by the rules of its market. Words (negations, recommendations,
 * what a number counts) are read in the text that is compared: the translation, where there is one. Languages without
 * a list in `cues.ts` have values, dates and brands only.
 */

import { once } from '../../once.ts';
import type { NumberRules } from '../words/numberRules.ts';
import { contentStem } from '../words/terms.ts';
import { sentences, type Token, tokenize } from '../words/tokens.ts';
import {
  type Cues,
  conditions,
  cuesOf,
  denyingPhrases,
  lightVerbs,
  objectCues,
  onlyWords,
  opposites,
  priceWords,
  subjectDeniers,
  switches,
  switchStem,
  synonyms,
  unlike,
} from './cues.ts';
import { negates } from './negations.ts';
import {
  discouragedIn,
  type NameRange,
  properNames,
  type Recommended,
  recommendedIn,
  type StatedName,
} from './statedNames.ts';
import { type StatedValue, stemOf, valuesIn, withWords } from './statedValues.ts';

type Negation = {
  readonly stems: readonly string[];
  readonly label: string;
  /** Its subject, where that is denied: "A charger is not included". */
  readonly about?: readonly string[];
};

export type StatementFacts = {
  readonly values: readonly StatedValue[];
  readonly dates: readonly { readonly key: string; readonly label: string }[];
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
};
/** Marks that end the reach of a negation, and a sentence. */
const [clauseEnds, sentenceEnds] = ['.,;:!?|()。、，–—', '.!?|。'];
/** Stems behind "not" that deny the subject. */
const denySubject: ReadonlySet<string> = new Set(
  'included available allowed permitted possible necessary supported accepted covered'
    .split(' ')
    .map((word) => contentStem(word) ?? word),
);
/** Stems that a negation reaches. */
const reach = 3;

export function statementFacts(source: FactSource): StatementFacts {
  const { words: text, wordsRules } = source;
  const translated = source.words !== source.original;
  const cues = cuesOf[wordsRules.language] ?? null;
  const tokens = tokenize(text, wordsRules, source.namesInWords);
  const counted = valuesIn(tokens, text, wordsRules.language, cues);
  const own = translated
    ? valuesIn(
        tokenize(source.original, source.originalRules, source.namesInOriginal),
        source.original,
        source.originalRules.language,
        cuesOf[source.originalRules.language] ?? null,
      ).map((value) => withWords(value, counted))
    : counted;
  const spelled = translated ? counted.filter(({ label }) => /^\p{L}/u.test(label)) : [];
  const read = readWords(tokens, text, cues);
  const original = translated
    ? tokenize(source.original, source.originalRules, source.namesInOriginal)
    : tokens;
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
    brands: distinct(source.namesInOriginal),
    ...read,
    recommended: cues === null ? [] : recommendedIn(text, wordsRules.language, cues, names),
    cells: cellsIn(text),
    discouraged: discouragedIn(text, wordsRules.language, names),
    negates: isNegated,
    isDoubtful: once(
      () => translated && isNegated() !== null && isNegated() !== negates(text, wordsRules.language),
    ),
    statements: once(() =>
      sentences(text, wordsRules.language).map(([start, end]) => ({
        text: text.slice(start, end).trim(),
        stems: tokens.flatMap((token) =>
          token.start >= start && token.end <= end
            ? (stemIn(token, token.key.toLowerCase(), cues) ?? [])
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

/** The stem of a word; in English without the "s" of a short word ("runs", "nuts"), and one for what means the same. */
function stemIn(token: Token, lower: string, cues: Cues | null): string | undefined {
  if (cues !== cuesOf.en) return stemOf(token);
  const same = synonyms.get(lower);
  if (same !== undefined) return contentStem(same) ?? same;
  const stem = stemOf(token);
  return stem !== undefined && stem.length < 5 && /^[a-z]{2,}[^s]s$/.test(stem) ? stem.slice(0, -1) : stem;
}

function readWords(
  tokens: readonly Token[],
  text: string,
  cues: Cues | null,
): Pick<StatementFacts, 'negations' | 'affirmed' | 'stems'> {
  const negations: Negation[] = [];
  const affirmed = new Map<string, string>();
  const stems = new Set<string>();
  let open: { stems: string[]; start: number; end: number; isPhrase?: boolean } | null = null;
  /** Content words of the sentence so far, outside of negations. */
  let before: { readonly stem: string; readonly token: Token; readonly at: number }[] = [];
  /** Where the phrase that is being read ends. */
  let from = 0;
  const lastStems = (): readonly string[] => before.slice(-reach).map(({ stem }) => stem);
  const close = (): void => {
    if (open !== null && open.stems.length > 0) {
      const about = denySubject.has(open.stems[0] ?? '') ? lastStems() : [];
      negations.push({ stems: open.stems, label: text.slice(open.start, open.end), about });
    }
    // "With a data plan, no."
    else if (open !== null && open.isPhrase !== true && before.length > 0) {
      const label = text.slice(before.at(-reach)?.token.start ?? before[0]?.token.start, open.end);
      negations.push({ stems: takenBack(lastStems(), affirmed), label });
    }
    open = null;
  };
  tokens.forEach((token, at) => {
    if (token.kind === 'mark') {
      const mark = token.key.charAt(0);
      if (clauseEnds.includes(mark)) close();
      if (sentenceEnds.includes(mark)) before = [];
      return;
    }
    if (at < from) return;
    const lower = plainWord(token);
    if (token.kind === 'word' && cues?.ends.has(lower)) {
      if (open === null || open.stems.length > 0 || !conditions.has(lower)) close();
      return;
    }
    const keepsFrom = cues === cuesOf.en && lower === 'from' && before.slice(-2).some(isKeep);
    if (cues === cuesOf.en && open === null) {
      from = at + 1 + restOfPhrase(lower, tokens, at);
      if (from > at + 1) {
        open = { stems: [], start: token.start, end: token.end, isPhrase: true };
        return;
      }
      // "Nut-free".
      const last = before.at(-1);
      if (lower === 'free' && last !== undefined && text.charAt(token.start - 1) === '-') {
        const label = text.slice(last.token.start, token.end);
        negations.push({ stems: takenBack([last.stem], affirmed), label });
        return;
      }
    }
    if (keepsFrom || (token.kind === 'word' && cues?.negations.has(lower))) {
      if (open !== null || onlyWords.has(tokens[at + 1]?.key.toLowerCase() ?? '')) return;
      const verb = before.at(-1);
      open = { stems: [], start: token.start, end: token.end };
      if (verb?.at === at - 1 && objectCues.has(lower)) {
        affirmed.delete(verb.stem);
        open.stems.push(verb.stem);
        open.start = verb.token.start;
      }
      return;
    }
    const stem = stemIn(token, lower, cues);
    if (stem === undefined || (open?.stems.length === 0 && cues === cuesOf.en && lightVerbs.has(lower)))
      return;
    const positive = cues === cuesOf.en ? (opposites.get(lower) ?? unlike.exec(lower)?.[1]) : undefined;
    if (positive !== undefined) {
      const base = contentStem(positive) ?? positive;
      stems.add(base);
      if (open === null) {
        const subject = subjectDeniers.has(lower) ? takenBack(lastStems(), affirmed) : [];
        negations.push({ stems: [...subject, base], label: token.key });
        return;
      }
      affirmed.set(base, token.key);
      // "Not dangerous for children" denies no more.
      if (open.stems.length === 0) open = null;
      return;
    }
    stems.add(stem);
    if (open === null) {
      affirmed.set(stem, token.key);
      before.push({ stem, token, at });
      return;
    }
    open.stems.push(stem);
    open.end = token.end;
    if (open.stems.length >= reach) close();
  });
  close();
  for (const { label, isOff } of cues === cuesOf.en ? switchesIn(text) : []) {
    if (isOff) negations.push({ stems: [switchStem], label });
    else affirmed.set(switchStem, label);
  }
  return { negations, affirmed, stems };
}

/** The stems, no longer affirmed. */
function takenBack(stems: readonly string[], affirmed: Map<string, string>): readonly string[] {
  for (const stem of stems) affirmed.delete(stem);
  return stems;
}

/** In lower case, with a straight apostrophe. */
function plainWord({ key }: Token): string {
  const lower = key.toLowerCase();
  return lower.includes('’') ? lower.replaceAll('’', "'") : lower;
}

/** "Keeps the rain from". */
const isKeep = ({ stem }: { readonly stem: string }): boolean => stem === 'keeps' || stem === 'keep';

/** Tokens behind one that begins a phrase which denies ("free of", "too large for"); 0 if it begins none. */
function restOfPhrase(lower: string, tokens: readonly Token[], at: number): number {
  const next = tokens[at + 1]?.key.toLowerCase() ?? '';
  const after = tokens[at + 2]?.key.toLowerCase() ?? '';
  if (denyingPhrases.get(lower)?.has(next) === true && !priceWords.has(after)) return 1;
  return lower === 'too' && (after === 'for' || after === 'to') ? 2 : 0;
}

/** What a text says to turn on or off. */
function switchesIn(text: string): readonly { readonly label: string; readonly isOff: boolean }[] {
  return [...text.matchAll(switches)].map(([label]) => ({
    label,
    isOff: / off$/iu.test(label) !== /\b(?:not|never|don['’]t)\b/iu.test(label),
  }));
}
