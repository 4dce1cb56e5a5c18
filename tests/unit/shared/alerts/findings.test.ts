import { describe, expect, it } from 'vitest';
import { type Finding, findings } from '#shared/alerts/findings.ts';
import { type NewOutlier, noFacts, type OutlierFacts, type RunFacts } from '#shared/alerts/runFacts.ts';
import { type AlertRule, alertRuleSchema } from '#shared/model/alertRules.ts';

const found = (rule: AlertRule, facts: RunFacts): readonly Finding[] => findings([rule], facts)[0] ?? [];

/** One brand in Germany with these positions before and now, one answer each; a question each for lists of lists. */
function ranked(
  before: readonly number[],
  now: readonly number[],
  kind: 'own' | 'competitor' = 'own',
  proposed = false,
): RunFacts {
  const facts = noFacts();
  const ids = (period: string, ranks: readonly number[]) => ranks.map((_, at) => `${period}${at}`);
  const side = (period: string, ranks: readonly number[]) => ({
    valid: ranks.length,
    sourced: 0,
    answers: ids(period, ranks),
  });
  const had = (period: string, ranks: readonly number[]) => ({
    having: ranks.length,
    ranks,
    answers: ids(period, ranks),
  });
  const questions = new Map([[0, { before: had('a', before), now: had('b', now) }]]);
  facts.markets.set('assistant-a DE', {
    engine: 'assistant-a',
    market: 'DE',
    questions: [{ before: side('a', before), now: side('b', now) }],
    brands: new Map([['b', { id: 'b', name: 'Foldmaster', kind, proposed, questions }]]),
    sources: new Map(),
  });
  return facts;
}

/** A brand in these many of `of` answers of every question, before and now. */
function named(of: number, questions: readonly (readonly [before: number, now: number])[]): RunFacts {
  const facts = noFacts();
  const answers = { valid: of, sourced: of, answers: ['any'] };
  const occurrences = new Map(
    questions.map(([before, now], question) => [
      question,
      {
        before: { having: before, ranks: [], answers: before > 0 ? ['before'] : [] },
        now: { having: now, ranks: [], answers: now > 0 ? ['now'] : [] },
      },
    ]),
  );
  facts.markets.set('assistant-a DE', {
    engine: 'assistant-a',
    market: 'DE',
    questions: questions.map(() => ({ before: answers, now: answers })),
    brands: new Map([
      ['b', { id: 'b', name: 'Foldmaster', kind: 'own', proposed: false, questions: occurrences }],
    ]),
    sources: new Map([['wiki.example', occurrences]]),
  });
  return facts;
}

const seven = { before: 7, now: 7 };
const away = (pValue: number | null, over: Partial<NewOutlier> = {}, others = 2): RunFacts => {
  const outlier: OutlierFacts = {
    engine: 'assistant-a',
    question: 'Which lock?',
    others: Array.from({ length: others }, () => seven),
    found: {
      market: 'JP',
      distance: { before: 0.2, now: 0.7 },
      markets: { before: 3, now: 3 },
      valid: seven,
      pValue,
      answers: ['JP-before', 'JP-now', 'DE-now', 'US-now'],
      ...over,
    },
  };
  return { markets: new Map(), outliers: [outlier] };
};

const rank = (over: object = {}) => alertRuleSchema.parse({ kind: 'rank', ...over });
const brand = (over: object = {}) => alertRuleSchema.parse({ kind: 'brand', ...over });
const source = (over: object = {}) => alertRuleSchema.parse({ kind: 'source', ...over });
const outlier = (over: object = {}) => alertRuleSchema.parse({ kind: 'outlier', ...over });

describe('a rank that moved', () => {
  it("alerts if it moved by the rule's threshold and significantly", () => {
    const run = ranked([1, 1, 1, 1, 1, 1], [4, 4, 4, 4, 4, 4]);
    expect(found(rank({ by: 3 }), run)).toMatchObject([
      {
        subject: 'Foldmaster',
        market: 'DE',
        text: 'Foldmaster fell in DE: average position 4.0 in 6 answers, before 1.0 in 6',
        verdict: 'larger-than-noise',
        before: { value: 1 },
        now: { value: 4 },
        answers: ['a0', 'a1', 'a2', 'b0', 'b1', 'b2'],
      },
    ]);
    expect(found(rank({ by: 3.5 }), run)).toEqual([]);
  });

  it('does not alert on changes within noise, unless the rule includes them', () => {
    const run = ranked([1, 5, 2, 4], [5, 2, 4, 5]);
    expect(found(rank(), run)).toEqual([]);
    expect(found(rank({ evenNoise: true }), run)).toMatchObject([{ verdict: 'within-noise' }]);
  });

  it('alerts for the brands in the rule, and never without ranks on both sides', () => {
    const [ones, fours] = [
      [1, 1, 1, 1, 1, 1],
      [4, 4, 4, 4, 4, 4],
    ] as const;
    const rival = ranked(ones, fours, 'competitor');
    expect(found(rank({ brands: 'own' }), rival)).toEqual([]);
    expect(found(rank({ brands: 'listed' }), rival)).toHaveLength(1);
    const unlisted = ranked(ones, fours, 'competitor', true);
    expect(found(rank({ brands: 'listed' }), unlisted)).toEqual([]);
    expect(found(rank({ brands: 'any' }), unlisted)).toHaveLength(1);
    expect(found(rank({ evenNoise: true }), ranked([], fours))).toEqual([]);
    expect(found(rank(), noFacts())).toEqual([]);
  });
});

describe('a brand or source that comes or goes', () => {
  it('is tested within its questions: two always named it, one answer of each other question lost it', () => {
    const steady = [
      [1, 1],
      [1, 1],
    ] as const;
    const lost = Array.from({ length: 7 }, () => [1, 0] as const);
    expect(found(brand({ change: 'lost' }), named(1, [...steady, ...lost]))).toMatchObject([
      {
        text: 'Foldmaster lost in DE: named by 2 of 9 answers, before by 9 of 9 answers',
        verdict: 'larger-than-noise',
        answers: ['before', 'before', 'before', 'now', 'now'],
      },
    ]);
    // Four answers that could as well have been the other way round: 1 in 16.
    expect(found(brand({ change: 'lost' }), named(1, [...steady, ...lost.slice(0, 4)]))).toEqual([]);
  });

  it('of a rule for both directions needs twice as rare an outcome as of one for a direction', () => {
    const five = Array.from({ length: 5 }, () => [1, 0] as const);
    expect(found(brand({ change: 'lost' }), named(1, five))).toHaveLength(1);
    expect(found(brand({ change: 'both' }), named(1, five))).toEqual([]);
    const two = [brand({ change: 'lost' }), brand({ change: 'lost', brands: 'own' })];
    expect(findings(two, named(1, five)).map(({ length }) => length)).toEqual([1, 1]);
  });

  it('raises a source that is new, and not one that is cited more', () => {
    expect(found(source(), named(6, [[0, 6]]))).toMatchObject([
      {
        text: 'wiki.example is a new source in DE: cited by 6 of 6 answers, before by 0 of 6 answers',
        subject: 'wiki.example',
        verdict: 'larger-than-noise',
      },
    ]);
    expect(found(source(), named(9, [[1, 9]]))).toEqual([]);
    expect(found(source({ domains: ['other.example'] }), named(6, [[0, 6]]))).toEqual([]);
  });

  it('says that there are too few answers where no outcome could be significant', () => {
    expect(found(source({ evenNoise: true }), named(2, [[0, 2]]))).toMatchObject([
      { verdict: 'not-enough-samples' },
    ]);
  });
});

describe('a market that becomes an outlier', () => {
  it('alerts with its own answers before and now, and two of the other markets', () => {
    expect(found(outlier(), away(1 / 1716))).toMatchObject([
      {
        market: 'JP',
        verdict: 'larger-than-noise',
        text: 'JP became an outlier: average distance 70 % to the other 2 markets, before 20 % (“Which lock?”)',
        answers: ['JP-before', 'JP-now', 'DE-now', 'US-now'],
      },
    ]);
  });

  it('does not alert if its answers did not change significantly for so many markets', () => {
    expect(found(outlier(), away(null))).toEqual([]);
    expect(found(outlier(), away(0.03))).toEqual([]);
    expect(found(outlier(), away(1 / 1716, {}, 84))).toHaveLength(1);
    expect(found(outlier(), away(1 / 1716, {}, 86))).toEqual([]);
    expect(found(outlier({ evenNoise: true }), away(0.03))).toMatchObject([{ verdict: 'within-noise' }]);
  });

  it('does not alert if no market became one', () => {
    const facts = away(1 / 1716);
    expect(
      found(outlier(), { ...facts, outliers: facts.outliers.map((each) => ({ ...each, found: null })) }),
    ).toEqual([]);
  });
});
