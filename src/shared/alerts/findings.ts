/**
 * Changes between a run and the previous run of its series, by the rules. Both sides contain the same requests;
 * failures are excluded from all figures, so that a failure never looks like an absence.
 *
 * The tests of all rules over all brands, sources and markets are corrected together: of the runs in which nothing has
 * changed, at most 5 % raise any alert.
 */

import { canBeSignificant, type DiscreteTest, significantOf } from '../figures/statistics/discreteFamily.ts';
import { smallestP } from '../figures/statistics/permutations.ts';
import { countsOf, type SumDistribution, valuesOf } from '../figures/statistics/stratifiedTest.ts';
import { rateOf } from '../figures/statistics/wilson.ts';
import type { AlertRule } from '../model/alertRules.ts';
import type { Rate, Verdict } from '../model/comparison/comparison.ts';
import { percentLabel } from '../percent.ts';
import { rounded } from '../rounded.ts';
import { siteKey } from '../text/addresses/sites.ts';
import type {
  Both,
  BrandFacts,
  MarketFacts,
  Occurrence,
  OutlierFacts,
  Period,
  RunFacts,
} from './runFacts.ts';

export type AlertFigures = {
  readonly before: Rate | null;
  readonly now: Rate;
  /** Null if chance is not involved, for example in a cost. */
  readonly verdict: Verdict | null;
};

export type Finding = AlertFigures & {
  /** Its subject within rule and run: the same subject twice is one alert. */
  readonly key: string;
  readonly text: string;
  readonly engine: string | null;
  readonly market: string | null;
  /** Brand, domain, question or limit. */
  readonly subject: string | null;
  /** Answers to show side by side, earlier ones first. */
  readonly answers: readonly string[];
};

/** Maximum number of answers of each run shown in an alert. */
const maxAnswers = 3;

/** A change in one direction, and its test. Two rules about the same change share the test. */
type Change = {
  readonly test: DiscreteTest;
  /** Null for the direction in which nothing moved: it is only tested. */
  readonly finding: Omit<Finding, 'verdict'> | null;
  /** Whether a rule that includes noise reports it. */
  readonly plain: boolean;
};

/** Findings of each rule, in their order. */
export function findings(rules: readonly AlertRule[], facts: RunFacts): readonly (readonly Finding[])[] {
  const known = new Map<string, DiscreteTest>();
  /** The test of a subject; of rules that share it, the first one's. */
  const shared = (key: string, test: DiscreteTest): DiscreteTest => {
    const first = known.get(key) ?? test;
    known.set(key, first);
    return first;
  };
  const byRule = rules.map((rule) => changesOf(rule, facts, shared));
  const significant = significantOf([...known.values()]);
  return byRule.map((changes, at) => {
    const rule = rules[at];
    const evenNoise = rule !== undefined && 'evenNoise' in rule && rule.evenNoise;
    return changes.flatMap(({ test, finding, plain }) => {
      if (finding === null || !(significant.has(test) || (evenNoise && plain))) return [];
      return [{ ...finding, verdict: verdictOf(test, significant) }];
    });
  });
}

function verdictOf(test: DiscreteTest, significant: ReadonlySet<DiscreteTest>): Verdict {
  if (significant.has(test)) return 'larger-than-noise';
  return canBeSignificant(test) ? 'within-noise' : 'not-enough-samples';
}

type Shared = (key: string, test: DiscreteTest) => DiscreteTest;

function changesOf(rule: AlertRule, facts: RunFacts, shared: Shared): readonly Change[] {
  if (rule.kind === 'outlier') return facts.outliers.flatMap((each) => outliers(each, shared));
  if (rule.kind !== 'brand' && rule.kind !== 'rank' && rule.kind !== 'source') return [];
  return [...facts.markets.values()].flatMap((market) => {
    if (rule.kind === 'source') return sources(rule, market, shared);
    return [...market.brands.values()]
      .filter(
        ({ proposed, kind }) =>
          rule.brands === 'any' || (!proposed && (rule.brands === 'listed' || kind === 'own')),
      )
      .flatMap((brand) =>
        rule.kind === 'brand' ? gainOrLoss(rule, market, brand, shared) : moved(rule, market, brand, shared),
      );
  });
}

/** The tests of both directions of a sum. */
const upward = (sums: SumDistribution, sum: number): DiscreteTest => ({
  pValue: sums.atLeast(sum),
  upTo: sums.upperUpTo,
});
const downward = (sums: SumDistribution, sum: number): DiscreteTest => ({
  pValue: sums.atMost(sum),
  upTo: sums.lowerUpTo,
});

type Subject = BrandFacts['questions'];
const nothing: Occurrence = { having: 0, ranks: [], answers: [] };

/** How many answers of a market have a brand or source, by period; and the distribution if nothing changed. */
function counted(market: MarketFacts, subject: Subject, of: 'valid' | 'sourced') {
  const strata = market.questions.map((sides, question) => {
    const side = (period: Period) => ({
      having: (subject.get(question)?.[period] ?? nothing).having,
      of: sides[period][of],
    });
    return { before: side('before'), now: side('now') };
  });
  const both = strata.filter(({ before, now }) => before.of > 0 && now.of > 0);
  const rate = (period: Period): Rate =>
    rateOf(
      both.reduce((sum, stratum) => sum + stratum[period].having, 0),
      both.reduce((sum, stratum) => sum + stratum[period].of, 0),
    );
  return { before: rate('before'), now: rate('now'), sums: countsOf(both) };
}

/** A finding about something in one market; `id` distinguishes it from others of that market. */
const findingIn = (
  { engine, market }: MarketFacts,
  id: string,
  finding: Omit<Finding, 'key' | 'engine' | 'market' | 'verdict'>,
): Omit<Finding, 'verdict'> => ({ key: `${engine} ${market} ${id}`, engine, market, ...finding });

/** Answers of both runs: those that have the subject first; if none has, any. */
function shownOf(market: MarketFacts, subject: Subject): readonly string[] {
  return (['before', 'now'] as const).flatMap((period) => {
    const naming = [...subject.values()].flatMap((each) => each[period].answers);
    const all = market.questions.flatMap((each) => each[period].answers);
    return (naming.length > 0 ? naming : all).slice(0, maxAnswers);
  });
}

function gainOrLoss(
  rule: Extract<AlertRule, { kind: 'brand' }>,
  market: MarketFacts,
  { id, name, questions }: BrandFacts,
  shared: Shared,
): readonly Change[] {
  const { before, now, sums } = counted(market, questions, 'valid');
  const change = (now.value ?? 0) > (before.value ?? 0) ? 'gained' : 'lost';
  return (['gained', 'lost'] as const)
    .filter((direction) => rule.change === 'both' || rule.change === direction)
    .map((direction) => ({
      test: shared(
        `${direction} ${market.engine} ${market.market} ${id}`,
        (direction === 'gained' ? upward : downward)(sums, now.numerator),
      ),
      plain: (now.numerator === 0) !== (before.numerator === 0),
      finding:
        direction !== change
          ? null
          : findingIn(market, id, {
              text: `${name} ${change} in ${market.market}: named by ${ofAnswers(now)}, before by ${ofAnswers(before)}`,
              subject: name,
              before,
              now,
              answers: shownOf(market, questions),
            }),
    }));
}

function moved(
  rule: Extract<AlertRule, { kind: 'rank' }>,
  market: MarketFacts,
  { id, name, questions }: BrandFacts,
  shared: Shared,
): readonly Change[] {
  const ranked = [...questions].filter(
    ([, { before, now }]) => before.ranks.length > 0 && now.ranks.length > 0,
  );
  if (ranked.length === 0) return [];
  const segments = ranked.map(([, { before, now }]) => ({ before: before.ranks, now: now.ranks }));
  const before = meanOf(segments.flatMap((each) => each.before));
  const now = meanOf(segments.flatMap((each) => each.now));
  const by = (now.value ?? 0) - (before.value ?? 0);
  const sums = valuesOf(segments);
  return (['fell', 'rose'] as const).map((direction) => ({
    test: shared(
      `${direction} ${market.engine} ${market.market} ${id}`,
      (direction === 'fell' ? upward : downward)(sums, now.numerator),
    ),
    plain: true,
    finding:
      Math.abs(by) < rule.by || direction !== (by < 0 ? 'rose' : 'fell')
        ? null
        : findingIn(market, id, {
            text: `${name} ${direction} in ${market.market}: average position ${tenth(now)} in ${now.denominator} answers, before ${tenth(before)} in ${before.denominator}`,
            subject: name,
            before,
            now,
            answers: shownOf(market, new Map(ranked)),
          }),
  }));
}

function sources(
  rule: Extract<AlertRule, { kind: 'source' }>,
  market: MarketFacts,
  shared: Shared,
): readonly Change[] {
  const wanted = new Set(rule.domains.map(siteKey));
  return [...market.sources].sort(byName).flatMap(([domain, questions]) => {
    if (wanted.size > 0 && !wanted.has(domain)) return [];
    const { before, now, sums } = counted(market, questions, 'sourced');
    return (['new', 'dropped'] as const)
      .filter((change) => rule.change === 'both' || rule.change === change)
      .map((change) => {
        const absent = change === 'new' ? before : now;
        return {
          test: shared(
            `${change} ${market.engine} ${market.market} ${domain}`,
            (change === 'new' ? upward : downward)(sums, now.numerator),
          ),
          plain: true,
          // A source that is still cited is neither new nor dropped, however much more or less.
          finding:
            absent.numerator > 0
              ? null
              : findingIn(market, domain, {
                  text: `${domain} is ${change === 'new' ? 'a new source' : 'no longer cited'} in ${market.market}: cited by ${ofAnswers(now)}, before by ${ofAnswers(before)}`,
                  subject: domain,
                  before,
                  now,
                  answers: shownOf(market, questions),
                }),
        };
      });
  });
}

const byName = ([one]: readonly [string, unknown], [two]: readonly [string, unknown]): number =>
  one < two ? -1 : 1;

/**
 * Every market could have become the outlier, so each counts as a test, although only the one that did is tested: it
 * is the outlier by the test of its run, and its answers differ from its own earlier ones.
 */
function outliers({ engine, question, others, found }: OutlierFacts, shared: Shared): readonly Change[] {
  const test = (market: number | string, pValue: number, valid: Both<number>): DiscreteTest =>
    shared(`outlier ${engine} ${question} ${market}`, { pValue, upTo: arrangementsUpTo(valid) });
  const untested = others.map(
    (valid, at): Change => ({
      test: test(at, 1, valid),
      plain: false,
      finding: null,
    }),
  );
  if (found === null) return untested;
  const { market, distance, markets, valid, pValue, answers } = found;
  return [
    ...untested,
    {
      test: test(market, pValue ?? 1, valid),
      plain: true,
      finding: {
        key: `${engine} ${market} ${question}`,
        text: `${market} became an outlier: average distance ${percentLabel(distance.now)} to the other ${markets.now - 1} markets, before ${percentLabel(distance.before)} (“${shortened(question)}”)`,
        engine,
        market,
        subject: question,
        before: distanceOf(distance.before, markets.before),
        now: distanceOf(distance.now, markets.now),
        answers,
      },
    },
  ];
}

/** P-values of a permutation test are multiples of one arrangement's share. */
function arrangementsUpTo({ before, now }: Both<number>) {
  const one = smallestP([before, now]);
  return (pValue: number): number => one * Math.floor(pValue / one + 1e-9);
}

const distanceOf = (distance: number, markets: number): Rate => ({
  numerator: rounded(distance),
  denominator: markets,
  value: rounded(distance),
  low: null,
  high: null,
});

function meanOf(ranks: readonly number[]): Rate {
  const sum = ranks.reduce((total, rank) => total + rank, 0);
  const value = rounded(sum / ranks.length);
  return { numerator: sum, denominator: ranks.length, value, low: null, high: null };
}

const ofAnswers = ({ numerator, denominator }: Rate): string => `${numerator} of ${denominator} answers`;
const tenth = ({ value }: Rate): string => (value ?? 0).toFixed(1);
const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
