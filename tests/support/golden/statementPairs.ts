/**
 * Pairs of single statements: what two answers say otherwise, and what they only word otherwise.
 *
 * A line is `kind language one ⇔ two`, where `one ⇒ its translation` is compared in translation with an English `two`;
 * the kind is that of the differing fact, or `same`.
 */
import { readFileSync } from 'node:fs';
import type { FactKind } from '#shared/model/comparison/answer.ts';
import { hash53 } from '#shared/text/contentHash.ts';
import { statementFacts } from '#shared/text/facts/statementFacts.ts';
import { contradictions } from '#shared/text/facts/verdict.ts';
import { numberRules } from '#shared/text/words/numberRules.ts';

type StatementPair = {
  readonly kind: FactKind | 'same';
  readonly language: string;
  readonly one: string;
  readonly translation: string | null;
  readonly two: string;
};

const countryOf: Readonly<Record<string, string>> = { en: 'US', de: 'DE', fr: 'FR', es: 'ES', ja: 'JP' };

export const statementPairs: readonly StatementPair[] = readFileSync(
  new URL('./statements/pairs.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map(parsePair);

function parsePair(line: string): StatementPair {
  const [, kind = '', language = '', first = '', two = ''] = /^(\w+) (\w+) (.*) ⇔ (.*)$/.exec(line) ?? [];
  const [one = '', translation = null] = first.split(' ⇒ ');
  return { kind: kind as StatementPair['kind'], language, one, translation, two };
}

/** Half of the pairs: scored, but not looked at while the rules are changed. */
export function isHeldOutPair({ one, two }: StatementPair): boolean {
  return hash53(`${one} ${two}`) % 2 === 1;
}

function factsOf(text: string, language: string, words = text) {
  const originalRules = numberRules(language, countryOf[language] ?? '');
  const wordsRules = words === text ? originalRules : numberRules('en', '');
  const none = { namesInOriginal: [], namesInWords: [] };
  return statementFacts({ original: text, originalRules, words, wordsRules, ...none });
}

/** Kinds of facts that a pair is found to state otherwise. */
function factsFound({ language, one, translation, two }: StatementPair): readonly FactKind[] {
  const here = factsOf(one, language, translation ?? one);
  const there = factsOf(two, translation === null ? language : 'en');
  return contradictions(here, there).map(({ kind }) => kind);
}

type PairScore = {
  readonly same: number;
  readonly calledDifferent: number;
  readonly facts: ReadonlyMap<FactKind, { readonly all: number; readonly found: number }>;
  readonly mistakes: readonly string[];
};

export function scorePairs(pairs: readonly StatementPair[]): PairScore {
  const facts = new Map<FactKind, { all: number; found: number }>();
  const mistakes: string[] = [];
  let [same, calledDifferent] = [0, 0];
  for (const pair of pairs) {
    const found = factsFound(pair);
    const text = `${pair.language} ${pair.one} | ${pair.two}`;
    if (pair.kind === 'same') {
      same++;
      if (found.length === 0) continue;
      calledDifferent++;
      mistakes.push(`the same, shown as ${found.join(', ')}: ${text}`);
      continue;
    }
    const entry = facts.get(pair.kind) ?? { all: 0, found: 0 };
    facts.set(pair.kind, { all: entry.all + 1, found: entry.found + (found.length > 0 ? 1 : 0) });
    if (found.length === 0) mistakes.push(`${pair.kind} not found: ${text}`);
  }
  return { same, calledDifferent, facts, mistakes };
}

export function printPairs(pairs: readonly StatementPair[], mistakes: boolean): void {
  const { same, calledDifferent, facts, mistakes: wrong } = scorePairs(pairs);
  const kinds = [...facts].map(([kind, { all, found }]) => `${kind} ${found}/${all}`);
  console.log(
    `  ${pairs.length} pairs  same shown as different ${calledDifferent} of ${same}  found: ${kinds.sort().join(', ')}`,
  );
  if (mistakes) for (const each of wrong) console.log(`    ${each}`);
}
