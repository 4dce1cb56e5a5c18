import { describe, expect, it } from 'vitest';
import { type EvaluatedRun, findings } from '#shared/alerts/findings.ts';
import { noFacts, type OutlierFacts, type RunFacts } from '#shared/alerts/runFacts.ts';
import { alertRuleSchema } from '#shared/model/alertRules.ts';

const judged = (before: RunFacts | null, now: RunFacts): EvaluatedRun => ({ now, before });

/** One brand in Germany with these ranks, one answer each. */
function ranked(ranks: readonly number[], kind: 'own' | 'competitor' = 'own', proposed = false): RunFacts {
  const facts = noFacts();
  const answers = ranks.map((_, at) => `a${at}`);
  facts.markets.set('assistant-a DE', {
    engine: 'assistant-a',
    market: 'DE',
    valid: ranks.length,
    answers,
    brands: new Map([
      ['b', { id: 'b', name: 'Foldmaster', kind, proposed, named: ranks.length, ranks: [...ranks], answers }],
    ]),
    sourced: 0,
    sources: new Map(),
  });
  return facts;
}

function packed(over: Partial<OutlierFacts>): RunFacts {
  const distances = new Map([
    ['DE', 0.2],
    ['JP', 0.2],
    ['US', 0.2],
  ]);
  const shown = new Map([...distances.keys()].map((market) => [market, `${market}-answer`]));
  const none = { engine: 'assistant-a', question: 'Which lock?', market: null, larger: false };
  return { markets: new Map(), outliers: [{ ...none, distances, markets: 3, shown, ...over }] };
}
const away = (distance: number, larger: boolean): RunFacts =>
  packed({
    market: 'JP',
    larger,
    distances: new Map([
      ['DE', 0.2],
      ['JP', distance],
      ['US', 0.2],
    ]),
  });

const rank = (over: object = {}) => alertRuleSchema.parse({ kind: 'rank', ...over });
const outlier = (over: object = {}) => alertRuleSchema.parse({ kind: 'outlier', ...over });

describe('a rank that moved', () => {
  it("alerts if it moved by the rule's threshold and significantly", () => {
    const run = judged(ranked([1, 1, 1, 1, 1, 1]), ranked([4, 4, 4, 4, 4, 4]));
    expect(findings(rank({ by: 3 }), run)).toMatchObject([
      {
        subject: 'Foldmaster',
        market: 'DE',
        verdict: 'larger-than-noise',
        before: { value: 1 },
        now: { value: 4 },
      },
    ]);
    expect(findings(rank({ by: 3.5 }), run)).toEqual([]);
  });

  it('does not alert on changes within noise, unless the rule includes them', () => {
    const run = judged(ranked([1, 5, 2, 4]), ranked([5, 2, 4, 5]));
    expect(findings(rank(), run)).toEqual([]);
    expect(findings(rank({ evenNoise: true }), run)).toMatchObject([{ verdict: 'within-noise' }]);
  });

  it('alerts for the brands in the rule, and never without ranks on both sides', () => {
    const rival = judged(ranked([1, 1, 1, 1, 1, 1], 'competitor'), ranked([4, 4, 4, 4, 4, 4], 'competitor'));
    expect(findings(rank({ brands: 'own' }), rival)).toEqual([]);
    expect(findings(rank({ brands: 'listed' }), rival)).toHaveLength(1);
    const unlisted = judged(
      ranked([1, 1, 1, 1, 1, 1], 'competitor', true),
      ranked([4, 4, 4, 4, 4, 4], 'competitor', true),
    );
    expect(findings(rank({ brands: 'listed' }), unlisted)).toEqual([]);
    expect(findings(rank({ brands: 'any' }), unlisted)).toHaveLength(1);
    expect(findings(rank({ evenNoise: true }), judged(ranked([]), ranked([4, 4, 4, 4])))).toEqual([]);
    expect(findings(rank(), judged(null, ranked([4, 4, 4, 4])))).toEqual([]);
  });
});

describe('a market that becomes an outlier', () => {
  it('alerts with its own answers before and now, and two of the other markets', () => {
    expect(findings(outlier(), judged(packed({}), away(0.7, true)))).toMatchObject([
      {
        market: 'JP',
        verdict: 'larger-than-noise',
        text: 'JP became an outlier: average distance 70 % to the other 2 markets, before 20 % (“Which lock?”)',
        answers: ['JP-answer', 'JP-answer', 'DE-answer', 'US-answer'],
      },
    ]);
  });

  it('does not alert if it was an outlier before, came closer, was not asked before, or is within noise', () => {
    expect(findings(outlier(), judged(away(0.6, true), away(0.7, true)))).toEqual([]);
    expect(findings(outlier(), judged(packed({}), away(0.1, true)))).toEqual([]);
    const unknown = packed({ distances: new Map([['DE', 0.2]]) });
    expect(findings(outlier(), judged(unknown, away(0.7, true)))).toEqual([]);
    expect(findings(outlier(), judged(packed({}), away(0.7, false)))).toEqual([]);
    expect(findings(outlier({ evenNoise: true }), judged(packed({}), away(0.7, false)))).toMatchObject([
      { verdict: 'within-noise' },
    ]);
  });
});
