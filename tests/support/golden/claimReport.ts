/**
 * Claims about brands against hand labels: `claims/<kind>/<language>.txt`, a sentence a line with what it says of each
 * brand. `plain` says it in the usual words, `answers` as engines write, `idioms` in a roundabout way, `topics` and `trades` of
 * other trades; the rules were made by these. `fresh` and `unseen` are held out, and only these count as agreement.
 */
import { readFileSync } from 'node:fs';
import type { ClaimAgreement } from '#shared/model/comparison/claimAgreement.ts';
import {
  type ClaimAspect,
  type ClaimTone,
  claimAspects,
  type Rating,
} from '#shared/model/comparison/claimLists.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { agreements } from '#shared/text/claims/agreements.ts';
import type { ClaimLexicon } from '#shared/text/claims/claimRules.ts';
import { rateSentence } from '#shared/text/claims/rate.ts';
import { loadClaimLexicons } from '#shared/text/claims/ruleSets.ts';
import { cohensKappa, toneOfAll } from './raters.ts';

type Labelled = {
  readonly sentence: string;
  readonly brands: readonly (readonly Rating[])[];
};

const matcher = createBrandMatcher(
  (['Norvia ノルビア', 'Keltro ケルトロ'] as const).map((names) => {
    const [name = '', ...aliases] = names.split(' ');
    return { id: name, name, kind: 'other', aliases: aliases.map((text) => ({ text })), domains: [] };
  }),
);

const tones: Readonly<Record<string, ClaimTone>> = {
  '+': 'positive',
  '-': 'negative',
  '~': 'mixed',
  '=': 'neutral',
};

function ratingOf(written: string): Rating {
  const [, aspect = '', mark = ''] = /^([a-z]+)(.)$/.exec(written) ?? [];
  const tone = tones[mark];
  if (tone === undefined || !claimAspects.includes(aspect as ClaimAspect))
    throw new Error(`no label: ${written}`);
  return { aspect: aspect as ClaimAspect, tone };
}

const tuningKinds = ['plain', 'answers', 'idioms', 'topics', 'trades'] as const;
const heldOutKinds = ['fresh', 'unseen'] as const;
type SentenceKind = (typeof tuningKinds)[number] | (typeof heldOutKinds)[number];

function labelledSentences(language: string, kind: SentenceKind): readonly Labelled[] {
  const file = new URL(`./claims/${kind}/${language}.txt`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [labels = '', sentence = ''] = line.split(' | ');
      const brands: (readonly Rating[])[] = [];
      for (const part of labels.split(' ; ')) {
        const [brand, ...written] = part.trim().split(' ');
        brands[brand === 'N' ? 0 : 1] = written.map(ratingOf);
      }
      return { sentence, brands };
    });
}

export type Rated = {
  readonly sentence: string;
  readonly hand: readonly Rating[];
  readonly rules: readonly Rating[];
};

/** Every brand of every sentence, once by hand and once by the rules. */
export function ratedBoth(sentences: readonly Labelled[], lexicon: ClaimLexicon): readonly Rated[] {
  return sentences.flatMap(({ sentence, brands }) => {
    const found = rateSentence(sentence, matcher.find(sentence), lexicon);
    return brands.flatMap((hand, brand) => ({ sentence, hand, rules: found.get(brand) ?? [] }));
  });
}

export function agreementOf(rated: readonly Rated[]): ClaimAgreement {
  const pairs = rated.map(({ hand, rules }) => [toneOfAll(hand), toneOfAll(rules)] as const);
  const of = (side: 'hand' | 'rules') => rated.reduce((sum, each) => sum + each[side].length, 0);
  const shared = rated.reduce(
    (sum, { hand, rules }) =>
      sum + hand.filter(({ aspect }) => rules.some((rule) => rule.aspect === aspect)).length,
    0,
  );
  const toned = pairs.filter(([, tone]) => tone !== 'neutral');
  return {
    n: rated.length,
    rated: toned.length,
    agreed: toned.filter(([one, two]) => one === two).length,
    kappa: Math.round(cohensKappa(toned) * 100) / 100,
    aspects: Math.round(((2 * shared) / (of('hand') + of('rules'))) * 100) / 100,
  };
}

export async function claimAgreements(
  kinds: readonly SentenceKind[] = heldOutKinds,
): Promise<Record<string, ClaimAgreement>> {
  const lexicons = await loadClaimLexicons(Object.keys(agreements));
  return Object.fromEntries(
    [...lexicons].map(([language, lexicon]) => [
      language,
      agreementOf(ratedBoth(sentencesOf(language, kinds), lexicon)),
    ]),
  );
}

const sentencesOf = (language: string, kinds: readonly SentenceKind[]): readonly Labelled[] =>
  kinds.flatMap((kind) => labelledSentences(language, kind));

const written = (ratings: readonly Rating[]): string =>
  [...ratings]
    .sort(byAspect)
    .map(({ aspect, tone }) => `${aspect} ${tone}`)
    .join(', ') || 'nothing';

/** @param withMistakes of the sentences the rules were made by; nobody is shown those of the others */
export async function printClaimReport(withMistakes: boolean): Promise<void> {
  for (const kinds of [tuningKinds, heldOutKinds]) {
    console.log(`claims about brands, ${kinds === heldOutKinds ? 'held out' : 'what the rules are made by'}`);
    for (const [language, { n, rated, agreed, kappa, aspects }] of Object.entries(
      await claimAgreements(kinds),
    )) {
      const toned = sentencesOf(language, kinds)
        .flatMap(({ brands }) => brands)
        .filter((ratings) => toneOfAll(ratings) !== 'neutral').length;
      console.log(
        `  ${language}  ${n} labelled, ${rated} rated, same tone ${agreed} (${((100 * agreed) / rated).toFixed(0)} %; ${((100 * agreed) / toned).toFixed(0)} % of ${toned} with a tone by hand)  kappa ${kappa.toFixed(2)}  aspects F1 ${aspects.toFixed(2)}`,
      );
    }
  }
  if (!withMistakes) return;
  for (const [language, lexicon] of await loadClaimLexicons(Object.keys(agreements)))
    for (const { sentence, hand, rules } of ratedBoth(sentencesOf(language, tuningKinds), lexicon))
      if (written(hand) !== written(rules))
        console.log(`\n${language}: ${sentence}\n  by hand ${written(hand)}; by the rules ${written(rules)}`);
}

const byAspect = (one: Rating, two: Rating): number => (one.aspect < two.aspect ? -1 : 1);
