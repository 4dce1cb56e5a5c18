/**
 * Changes between a run and the previous run of its series, by the rules. Both sides contain the same cells;
 * failures are excluded from all figures, so that a failure never looks like an absence.
 */

import { noiseTest, seededRandom } from '../figures/statistics/noise.ts';
import { rateOf, rateVerdict } from '../figures/statistics/wilson.ts';
import { type AlertRule, percent } from '../model/alertRules.ts';
import type { Rate, Verdict } from '../model/comparison/comparison.ts';
import { rounded } from '../rounded.ts';
import type { BrandFacts, MarketFacts, OutlierFacts, RunFacts } from './runFacts.ts';

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

export type EvaluatedRun = {
  readonly now: RunFacts;
  /** Null for the first run of a series. */
  readonly before: RunFacts | null;
};

/** Maximum number of answers of each run shown in an alert. */
const maxAnswers = 3;
const seed = 20261;
const permutations = 999;

export function findings(rule: AlertRule, run: EvaluatedRun): readonly Finding[] {
  if (rule.kind === 'failures' || rule.kind === 'cost' || rule.kind === 'ceiling') return [];
  const { before } = run;
  if (before === null) return [];
  if (rule.kind === 'outlier') return outliers(rule, run.now, before);
  return [...run.now.markets].flatMap(([key, now]) => {
    const past = before.markets.get(key);
    if (!past) return [];
    if (rule.kind === 'source') return sources(rule, now, past);
    return brands(now, past)
      .filter(
        ({ any }) =>
          rule.brands === 'any' || (!any.proposed && (rule.brands === 'listed' || any.kind === 'own')),
      )
      .flatMap((pair) =>
        rule.kind === 'brand' ? gainOrLoss(rule, now, past, pair) : moved(rule, now, pair),
      );
  });
}

type BrandPair = {
  readonly any: BrandFacts;
  readonly now: BrandFacts | null;
  readonly before: BrandFacts | null;
};

function brands(now: MarketFacts, past: MarketFacts): readonly BrandPair[] {
  return [...new Set([...now.brands.keys(), ...past.brands.keys()])].flatMap((id) => {
    const pair = { now: now.brands.get(id) ?? null, before: past.brands.get(id) ?? null };
    const any = pair.now ?? pair.before;
    return any ? [{ ...pair, any }] : [];
  });
}

/** Significant; or, if the rule includes noise, newly present or no longer present. */
function counts(evenNoise: boolean, verdict: Verdict, now: Rate, then: Rate): boolean {
  if (verdict === 'larger-than-noise') return true;
  return evenNoise && (now.numerator === 0) !== (then.numerator === 0);
}

/** A finding about something in one market; `id` distinguishes it from others of that market. */
function findingIn(
  { engine, market }: MarketFacts,
  id: string,
  finding: Omit<Finding, 'key' | 'engine' | 'market'>,
): Finding {
  return { key: `${engine} ${market} ${id}`, engine, market, ...finding };
}

function gainOrLoss(
  rule: Extract<AlertRule, { kind: 'brand' }>,
  market: MarketFacts,
  past: MarketFacts,
  { any, now: found, before: known }: BrandPair,
): readonly Finding[] {
  const now = rateOf(found?.named ?? 0, market.valid);
  const before = rateOf(known?.named ?? 0, past.valid);
  const verdict = rateVerdict(now, before, null);
  const change = (now.value ?? 0) > (before.value ?? 0) ? 'gained' : 'lost';
  if ((rule.change !== 'both' && rule.change !== change) || !counts(rule.evenNoise, verdict, now, before))
    return [];
  return [
    findingIn(market, any.id, {
      text: `${any.name} ${change} in ${market.market}: named by ${ofAnswers(now)}, before by ${ofAnswers(before)}`,
      subject: any.name,
      before,
      now,
      verdict,
      answers: [...shown(past.answers, known?.answers), ...shown(market.answers, found?.answers)],
    }),
  ];
}

function moved(
  rule: Extract<AlertRule, { kind: 'rank' }>,
  market: MarketFacts,
  { any, now: found, before: known }: BrandPair,
): readonly Finding[] {
  if (!found || !known || found.ranks.length === 0 || known.ranks.length === 0) return [];
  const now = meanOf(found.ranks);
  const before = meanOf(known.ranks);
  const by = (now.value ?? 0) - (before.value ?? 0);
  if (Math.abs(by) < rule.by) return [];
  const ranks = [...known.ranks, ...found.ranks];
  const widest = Math.max(1, Math.max(...ranks) - Math.min(...ranks));
  const { verdict } = noiseTest({
    markets: ranks.map((_, at) => (at < known.ranks.length ? 0 : 1)),
    distance: (one, two) => Math.abs((ranks[one] ?? 0) - (ranks[two] ?? 0)) / widest,
    kinds: ranks,
    permutations,
    random: seededRandom(seed),
  });
  if (verdict !== 'larger-than-noise' && !rule.evenNoise) return [];
  return [
    findingIn(market, any.id, {
      text: `${any.name} ${by < 0 ? 'rose' : 'fell'} in ${market.market}: average position ${tenth(now)} in ${now.denominator} answers, before ${tenth(before)} in ${before.denominator}`,
      subject: any.name,
      before,
      now,
      verdict,
      answers: [...shown(known.answers), ...shown(found.answers)],
    }),
  ];
}

function sources(
  rule: Extract<AlertRule, { kind: 'source' }>,
  market: MarketFacts,
  past: MarketFacts,
): readonly Finding[] {
  const domains = new Set([...market.sources.keys(), ...past.sources.keys()]);
  return [...domains].sort().flatMap((domain) => {
    if (rule.domains.length > 0 && !rule.domains.includes(domain)) return [];
    const found = market.sources.get(domain);
    const known = past.sources.get(domain);
    const now = rateOf(found?.cited ?? 0, market.sourced);
    const before = rateOf(known?.cited ?? 0, past.sourced);
    const verdict = rateVerdict(now, before, null);
    const change = (now.value ?? 0) > (before.value ?? 0) ? 'new' : 'dropped';
    const first = change === 'new' ? before : now;
    // An existing source that is cited more often is neither new nor dropped.
    if (first.numerator > 0 || (rule.change !== 'both' && rule.change !== change)) return [];
    if (market.sourced === 0 || past.sourced === 0 || !counts(rule.evenNoise, verdict, now, before))
      return [];
    return [
      findingIn(market, domain, {
        text: `${domain} is ${change === 'new' ? 'a new source' : 'no longer cited'} in ${market.market}: cited by ${ofAnswers(now)}, before by ${ofAnswers(before)}`,
        subject: domain,
        before,
        now,
        verdict,
        answers: [...shown(past.answers, known?.answers), ...shown(market.answers, found?.answers)],
      }),
    ];
  });
}

function outliers(
  rule: Extract<AlertRule, { kind: 'outlier' }>,
  now: RunFacts,
  before: RunFacts,
): readonly Finding[] {
  const past = new Map(before.outliers.map((each) => [`${each.engine} ${each.question}`, each]));
  return now.outliers.flatMap((found) => {
    const known = past.get(`${found.engine} ${found.question}`);
    const { market } = found;
    if (market === null || !known || known.market === market) return [];
    const here = found.distances.get(market) ?? 0;
    const there = known.distances.get(market);
    if (there === undefined || here <= there || !(found.larger || rule.evenNoise)) return [];
    return [
      {
        key: `${found.engine} ${market} ${found.question}`,
        text: `${market} became an outlier: average distance ${percent(here)} to the other ${found.markets - 1} markets, before ${percent(there)} (“${shortened(found.question)}”)`,
        engine: found.engine,
        market,
        subject: found.question,
        before: distanceOf(there, known.markets),
        now: distanceOf(here, found.markets),
        verdict: found.larger ? 'larger-than-noise' : 'within-noise',
        answers: packAnswers(found, market, known.shown.get(market)),
      },
    ];
  });
}

/** Its own answers before and now, then two of other markets. */
function packAnswers(found: OutlierFacts, market: string, before: string | undefined): readonly string[] {
  const own = found.shown.get(market);
  const others = [...found.shown].filter(([id]) => id !== market).map(([, answer]) => answer);
  return [before, own, ...others.slice(0, 2)].filter((each) => each !== undefined);
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
  return {
    numerator: sum,
    denominator: ranks.length,
    value: rounded(sum / ranks.length),
    low: null,
    high: null,
  };
}

/** Those that have it first; if none has, any. */
function shown(answers: readonly string[], having: readonly string[] = []): readonly string[] {
  return (having.length > 0 ? having : answers).slice(0, maxAnswers);
}

const ofAnswers = ({ numerator, denominator }: Rate): string => `${numerator} of ${denominator} answers`;
const tenth = ({ value }: Rate): string => (value ?? 0).toFixed(1);
const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
