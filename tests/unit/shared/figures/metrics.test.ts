import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { metrics } from '#shared/figures/definitions/metricCatalogue.ts';
import { comparisonRuleVersion } from '#shared/model/comparison/comparison.ts';
import {
  adRate,
  advertiserShare,
  creditsCharged,
  creditsPerValidAnswer,
  distinctQueries,
  estimateError,
  meanFanout,
  productPresence,
  worstCase,
} from '#tests/support/analysis/metrics/answerMetrics.ts';
import type {
  MetricObservation,
  ObservedBrand,
  ObservedCitation,
} from '#tests/support/analysis/metrics/metricModel.ts';
import {
  countryReach,
  matrixCoverage,
  pooledVisibility,
  promptCoverage,
  successRate,
  visibility,
} from '#tests/support/analysis/metrics/presence.ts';
import {
  depthBands,
  firstMentionRate,
  meanDepth,
  meanListRank,
  meanRank,
  medianRank,
  positionWeightedVisibility,
  topThreeRate,
} from '#tests/support/analysis/metrics/prominence.ts';
import {
  citationRate,
  citationShare,
  citationsPerCitingAnswer,
  concentration,
  gaps,
  influence,
  inlineShare,
  localShare,
  meanSourcePosition,
  promptReach,
  sourcePresence,
  topFiveShare,
  typeMix,
} from '#tests/support/analysis/metrics/sourceMetrics.ts';
import {
  firstCited,
  periodDelta,
  smoothedDelta,
  sourceChanges,
  stability,
} from '#tests/support/analysis/metrics/timeMetrics.ts';
import {
  conditionalShare,
  fractionalShare,
  occurrenceShare,
  shareOfVoice,
} from '#tests/support/analysis/metrics/voiceShare.ts';
import { metricsDocument } from '#tests/support/analysis/metricsDocument.ts';

const empty: MetricObservation = {
  prompt: 'q1',
  engine: 'assistant-a',
  country: 'US',
  at: 0,
  valid: true,
  brands: {},
  citations: [],
  queries: [],
  products: null,
  ads: null,
  creditsCharged: 5,
  creditsEstimated: 7,
};
const named = (rank: number, extra: Partial<ObservedBrand> = {}): ObservedBrand => ({
  rank,
  listRank: null,
  depth: 0,
  mentions: 1,
  ...extra,
});
const cited = (
  domain: string,
  position: number,
  extra: Partial<ObservedCitation> = {},
): ObservedCitation => ({
  url: `${domain}/${position}`,
  domain,
  position,
  inline: false,
  local: false,
  type: 'other',
  ...extra,
});
const observe = (extra: Partial<MetricObservation>): MetricObservation => ({ ...empty, ...extra });

/**
 * Six answers about two questions in three countries. `own` is named in 1, 2 and 4; `rival` in 1, 3 and 4;
 * 5 failed; of 6 the brands are unknown.
 */
const sixMarkets: readonly MetricObservation[] = [
  observe({
    prompt: 'q1',
    country: 'US',
    brands: { own: named(1, { listRank: 2, depth: 0.1, mentions: 3 }), rival: named(2, { mentions: 1 }) },
  }),
  observe({
    prompt: 'q1',
    country: 'US',
    brands: { own: named(3, { depth: 0.8, mentions: 1 }), other: named(1), rest: named(2) },
  }),
  observe({ prompt: 'q1', country: 'DE', brands: { rival: named(1, { mentions: 2 }) } }),
  observe({
    prompt: 'q2',
    country: 'DE',
    brands: { own: named(2, { listRank: 4, depth: 0.5, mentions: 2 }), rival: named(1) },
  }),
  observe({ prompt: 'q2', country: 'FR', valid: false, brands: null, citations: null, queries: null }),
  observe({ prompt: 'q2', country: 'FR', brands: null }),
];
const tracked = ['own', 'rival'];

describe('presence', () => {
  it('visibility: 3 of the 4 valid answers searched name the brand, 3/4 = 0.75; unknown and failed are excluded', () => {
    expect(visibility(sixMarkets, 'own')).toMatchObject({
      numerator: 3,
      denominator: 4,
      value: 0.75,
      ruleVersion: comparisonRuleVersion,
    });
  });

  it('visibility interval: Wilson of 3/4 is 0.3006 to 0.9544', () => {
    // centre (0.75 + 3.8416/8) / (1 + 3.8416/4) = 1.2302 / 1.9604 = 0.6275
    // half 1.96/1.9604 × √(0.75·0.25/4 + 3.8416/64) = 0.9998 × √(0.046875 + 0.060025) = 0.3269
    expect(visibility(sixMarkets, 'own')).toMatchObject({ low: 0.3006, high: 0.9544 });
  });

  it('no answers is no data, not zero', () => {
    expect(visibility([], 'own')).toMatchObject({ value: null, low: null, high: null, denominator: 0 });
  });

  it('pooled visibility: cells q1·US 2/2, q1·DE 0/1, q2·DE 1/1; (1 + 0 + 1)/3 = 0.6667, counts 3 of 4', () => {
    expect(pooledVisibility(sixMarkets, 'own')).toMatchObject({
      value: 0.6667,
      numerator: 3,
      denominator: 4,
    });
  });

  it('question coverage: named in q1 and q2, 2/2; the rival too', () => {
    expect(promptCoverage(sixMarkets, 'own')).toMatchObject({ numerator: 2, denominator: 2, value: 1 });
    expect(promptCoverage(sixMarkets, 'rest')).toMatchObject({ numerator: 1, denominator: 2, value: 0.5 });
  });

  it('country reach: US and DE of US and DE (FR has no answer that was searched), 2/2; rest only in the US, 1/2', () => {
    expect(countryReach(sixMarkets, 'own')).toMatchObject({ numerator: 2, denominator: 2, value: 1 });
    expect(countryReach(sixMarkets, 'rest')).toMatchObject({ numerator: 1, denominator: 2, value: 0.5 });
  });

  it('coverage: valid cells q1·US, q1·DE, q2·DE, q2·FR = 4 of 6 planned; success: 5 of 6 submitted', () => {
    expect(matrixCoverage(sixMarkets, 6)).toMatchObject({ numerator: 4, denominator: 6, value: 0.6667 });
    expect(successRate(sixMarkets)).toMatchObject({ numerator: 5, denominator: 6, value: 0.8333 });
  });
});

describe('share', () => {
  it('share of voice: own in 3 answers, rival in 3, 3/(3 + 3) = 0.5', () => {
    expect(shareOfVoice(sixMarkets, 'own', tracked)).toMatchObject({
      numerator: 3,
      denominator: 6,
      value: 0.5,
      low: null,
    });
  });

  it('share of voice has no value without a rival, nor where nobody is named', () => {
    expect(shareOfVoice(sixMarkets, 'own', ['own']).value).toBeNull();
    expect(shareOfVoice([empty], 'own', tracked)).toMatchObject({ value: null, denominator: 0 });
  });

  it('share of occurrences: own 3 + 1 + 2 = 6, rival 1 + 2 + 1 = 4, 6/10 = 0.6', () => {
    expect(occurrenceShare(sixMarkets, 'own', tracked)).toMatchObject({
      numerator: 6,
      denominator: 10,
      value: 0.6,
    });
  });

  it('fractional share: (1/2 + 1 + 0 + 1/2)/4 = 0.5', () => {
    expect(fractionalShare(sixMarkets, 'own', tracked)).toMatchObject({
      value: 0.5,
      numerator: 3,
      denominator: 4,
    });
  });

  it('conditional share: all 4 name own or rival, 3 of them own, 3/4', () => {
    expect(conditionalShare(sixMarkets, 'own', tracked)).toMatchObject({
      numerator: 3,
      denominator: 4,
      value: 0.75,
    });
  });
});

describe('prominence', () => {
  it('mention rank: (1 + 3 + 2)/3 = 2; median of 1, 2, 3 = 2', () => {
    expect(meanRank(sixMarkets, 'own')).toMatchObject({ numerator: 6, denominator: 3, value: 2 });
    expect(medianRank(sixMarkets, 'own').value).toBe(2);
    expect(medianRank(sixMarkets.slice(0, 2), 'own').value).toBe(2);
  });

  it('list rank: in lists twice, (2 + 4)/2 = 3, apart from the mention rank', () => {
    expect(meanListRank(sixMarkets, 'own')).toMatchObject({ numerator: 6, denominator: 2, value: 3 });
  });

  it('first-mention rate 1/4, top-3 rate 3/4', () => {
    expect(firstMentionRate(sixMarkets, 'own')).toMatchObject({ numerator: 1, denominator: 4, value: 0.25 });
    expect(topThreeRate(sixMarkets, 'own')).toMatchObject({ numerator: 3, denominator: 4, value: 0.75 });
  });

  it('depth: (0.1 + 0.8 + 0.5)/3 = 0.4667; one answer in each band, 1/3', () => {
    expect(meanDepth(sixMarkets, 'own').value).toBe(0.4667);
    const bands = depthBands(sixMarkets, 'own');
    expect([bands.top.value, bands.middle.value, bands.bottom.value]).toEqual([0.3333, 0.3333, 0.3333]);
  });

  it('position-weighted visibility: 0.75 / (1 + 0.1 × (2 − 1)) = 0.6818; never named is 0, no answers no data', () => {
    expect(positionWeightedVisibility(sixMarkets, 'own').value).toBe(0.6818);
    expect(positionWeightedVisibility(sixMarkets, 'nobody').value).toBe(0);
    expect(positionWeightedVisibility([], 'own').value).toBeNull();
  });
});

/**
 * Four answers with sources: 1 cites a twice and b; 2 cites b; 3 cites none; 4 carries no sources at all.
 * The second listing of one URL in answer 1 does not count again.
 */
const citedAnswers: readonly MetricObservation[] = [
  observe({
    prompt: 'q1',
    citations: [
      cited('a.example', 2, { inline: true, type: 'editorial', local: true }),
      cited('b.example', 1, { type: 'reviews' }),
      cited('a.example', 4, { type: 'editorial' }),
      cited('a.example', 4),
    ],
  }),
  observe({ prompt: 'q2', citations: [cited('b.example', 3, { type: 'reviews', local: true })] }),
  observe({ prompt: 'q2', citations: [] }),
  observe({ prompt: 'q3', citations: null }),
];

describe('sources', () => {
  it('source presence: b in 2 of the 3 answers that could carry sources', () => {
    expect(sourcePresence(citedAnswers, 'b.example')).toMatchObject({
      numerator: 2,
      denominator: 3,
      value: 0.6667,
    });
  });

  it('citation rate: a in 1 of the 2 answers with a source', () => {
    expect(citationRate(citedAnswers, 'a.example')).toMatchObject({
      numerator: 1,
      denominator: 2,
      value: 0.5,
    });
  });

  it('citation share: a 2 of 4 citations (a URL counts once per answer)', () => {
    expect(citationShare(citedAnswers, 'a.example')).toMatchObject({
      numerator: 2,
      denominator: 4,
      value: 0.5,
    });
  });

  it('citations per citing answer: a 2 URLs in 1 answer; b 2 in 2', () => {
    expect(citationsPerCitingAnswer(citedAnswers, 'a.example')).toMatchObject({
      numerator: 2,
      denominator: 1,
      value: 2,
    });
    expect(citationsPerCitingAnswer(citedAnswers, 'b.example').value).toBe(1);
  });

  it('inline share: 1 of the 2 citations of a is marked in the text', () => {
    expect(inlineShare(citedAnswers, 'a.example')).toMatchObject({
      numerator: 1,
      denominator: 2,
      value: 0.5,
    });
  });

  it('mean source position: b first at 1 and 3, (1 + 3)/2 = 2; a first at 2', () => {
    expect(meanSourcePosition(citedAnswers, 'b.example').value).toBe(2);
    expect(meanSourcePosition(citedAnswers, 'a.example').value).toBe(2);
  });

  it('question reach: b for q1 and q2 of q1 and q2 (q3 could carry none); influence 2/3 × 2 = 1.3334 at four decimals', () => {
    expect(promptReach(citedAnswers, 'b.example')).toMatchObject({ numerator: 2, denominator: 2, value: 1 });
    expect(influence(citedAnswers, 'b.example').value).toBe(1.3334);
  });

  it('type mix: editorial 2/4, reviews 2/4', () => {
    const mix = typeMix(citedAnswers);
    expect([mix.editorial?.value, mix.reviews?.value]).toEqual([0.5, 0.5]);
  });

  it('concentration: shares 0.5 and 0.5, 0.25 + 0.25 = 0.5; top five hold everything', () => {
    expect(concentration(citedAnswers).value).toBe(0.5);
    expect(topFiveShare(citedAnswers)).toMatchObject({ numerator: 4, denominator: 4, value: 1 });
    const six = observe({
      citations: ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => cited(`${name}.example`, at + 1)),
    });
    expect(topFiveShare([six])).toMatchObject({ numerator: 5, denominator: 6, value: 0.8333 });
  });

  it('local share: 2 of 4 citations', () => {
    expect(localShare(citedAnswers)).toMatchObject({ numerator: 2, denominator: 4, value: 0.5 });
  });

  it('gap: q1 in DE names the rival and not us', () => {
    expect(gaps(sixMarkets, 'own', ['rival'])).toEqual([{ prompt: 'q1', country: 'DE', rivals: ['rival'] }]);
  });
});

describe('over time', () => {
  it('period delta on the common basket: US 1/1 against 0/1, +1; the new country does not take part', () => {
    const list = [
      observe({ at: 50, country: 'US', brands: {} }),
      observe({ at: 150, country: 'US', brands: { own: named(1) } }),
      observe({ at: 150, country: 'DE', brands: {} }),
    ];
    const delta = periodDelta(list, 100, 200, (observations) => visibility(observations, 'own'));
    expect(delta).toMatchObject({ delta: 1, commonCells: 1, verdict: 'not-enough-samples' });
    expect([delta.now.denominator, delta.before.denominator]).toEqual([1, 1]);
  });

  it('smoothed delta: n = 7, k = 3: mean(5, 6, 7) − mean(2, 3, 4) = 3; n = 3, k = 1: 9 − 4 = 5; one value none', () => {
    expect(smoothedDelta([1, 2, 3, 4, 5, 6, 7])).toBe(3);
    expect(smoothedDelta([1, 4, 9])).toBe(5);
    expect(smoothedDelta([4])).toBeNull();
  });

  it('new at 2 citations from none; dropped at half or less of at least 2; 1 from none is neither', () => {
    const cites = (counts: Readonly<Record<string, number>>) =>
      Object.entries(counts).flatMap(([domain, count]) =>
        Array.from({ length: count }, (_, at) => observe({ citations: [cited(domain, at + 1)] })),
      );
    const changes = sourceChanges(cites({ a: 4, b: 3, c: 2 }), cites({ a: 2, b: 2, d: 2, e: 1 }));
    expect(changes.added).toEqual([{ domain: 'd', before: 0, now: 2 }]);
    expect(changes.dropped).toEqual([
      { domain: 'a', before: 4, now: 2 },
      { domain: 'c', before: 2, now: 0 },
    ]);
  });

  it('first cited: the earliest time of each URL', () => {
    const first = firstCited([
      observe({ at: 9, citations: [cited('a', 1)] }),
      observe({ at: 4, citations: [cited('a', 1)] }),
    ]);
    expect(first.get('a/1')).toBe(4);
  });

  it('stability: 20 transitions between {a, b} and {a}: each W = min(½, 1) = 0.5; none under 20', () => {
    const runs = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        observe({ at, citations: at % 2 === 0 ? [cited('a', 1), cited('b', 2)] : [cited('a', 1)] }),
      );
    expect(stability(runs(21))).toMatchObject({ value: 0.5, denominator: 20 });
    expect(stability(runs(20)).value).toBeNull();
  });
});

describe('fan-out, shopping, ads, cost', () => {
  it('fan-out: 3 and 1 searches in the answers that ran any, (3 + 1)/2 = 2; 3 different ones, case aside', () => {
    const list = [
      observe({ queries: ['x', 'y', 'z'] }),
      observe({ queries: ['X'] }),
      observe({ queries: [] }),
      observe({ queries: null }),
    ];
    expect(meanFanout(list)).toMatchObject({ numerator: 4, denominator: 2, value: 2 });
    expect(distinctQueries(list)).toMatchObject({ value: 3, denominator: 3 });
    expect(distinctQueries([observe({ queries: null })]).value).toBeNull();
  });

  it('product presence: 1 of the 2 answers where products were looked for', () => {
    const list = [observe({ products: ['p'] }), observe({ products: [] }), observe({ products: null })];
    expect(productPresence(list, 'p')).toMatchObject({ numerator: 1, denominator: 2, value: 0.5 });
  });

  it('ad rate: 1 of 2 answers looked at; advertiser share: 2 of 3 ads', () => {
    const list = [
      observe({ ads: ['LockCo', 'LockCo', 'Other'] }),
      observe({ ads: [] }),
      observe({ ads: null }),
    ];
    expect(adRate(list)).toMatchObject({ numerator: 1, denominator: 2, value: 0.5 });
    expect(advertiserShare(list, 'LockCo')).toMatchObject({ numerator: 2, denominator: 3, value: 0.6667 });
  });

  it('cost: 5 + 7 = 12 credits; two answers, one valid: 12 a valid answer; estimates 7 + 7, error −2', () => {
    const list = [observe({ creditsCharged: 5 }), observe({ creditsCharged: 7, valid: false })];
    expect(creditsCharged(list).value).toBe(12);
    expect(creditsPerValidAnswer(list)).toMatchObject({ value: 12, denominator: 1 });
    expect(estimateError(list).value).toBe(-2);
  });

  it('worst case: (5 + 2 + 0) + (4 + 0 + 6) = 17', () => {
    expect(
      worstCase([
        { base: 5, addOn: 2, clusterMost: 0 },
        { base: 4, addOn: 0, clusterMost: 6 },
      ]).value,
    ).toBe(17);
  });
});

describe('catalogue', () => {
  it('defines every metric once, with its rule version, and is what docs/metrics.md says', () => {
    expect(new Set(metrics.map((metric) => metric.id)).size).toBe(metrics.length);
    expect(metrics.every((metric) => metric.ruleVersion === comparisonRuleVersion)).toBe(true);
    expect(readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8')).toBe(
      metricsDocument(),
    );
  });

  it('defines whatever the functions compute', () => {
    const computed = [
      visibility(sixMarkets, 'own'),
      pooledVisibility(sixMarkets, 'own'),
      promptCoverage(sixMarkets, 'own'),
      countryReach(sixMarkets, 'own'),
      matrixCoverage(sixMarkets, 6),
      successRate(sixMarkets),
      shareOfVoice(sixMarkets, 'own', tracked),
      occurrenceShare(sixMarkets, 'own', tracked),
      fractionalShare(sixMarkets, 'own', tracked),
      conditionalShare(sixMarkets, 'own', tracked),
      meanRank(sixMarkets, 'own'),
      medianRank(sixMarkets, 'own'),
      meanListRank(sixMarkets, 'own'),
      firstMentionRate(sixMarkets, 'own'),
      topThreeRate(sixMarkets, 'own'),
      meanDepth(sixMarkets, 'own'),
      ...Object.values(depthBands(sixMarkets, 'own')),
      positionWeightedVisibility(sixMarkets, 'own'),
      sourcePresence(citedAnswers, 'a'),
      citationRate(citedAnswers, 'a'),
      citationShare(citedAnswers, 'a'),
      citationsPerCitingAnswer(citedAnswers, 'a'),
      inlineShare(citedAnswers, 'a'),
      meanSourcePosition(citedAnswers, 'a'),
      promptReach(citedAnswers, 'a'),
      influence(citedAnswers, 'a'),
      ...Object.values(typeMix(citedAnswers)),
      concentration(citedAnswers),
      topFiveShare(citedAnswers),
      localShare(citedAnswers),
      stability(citedAnswers),
      meanFanout(sixMarkets),
      distinctQueries(sixMarkets),
      productPresence(sixMarkets, 'p'),
      adRate(sixMarkets),
      advertiserShare(sixMarkets, 'x'),
      creditsCharged(sixMarkets),
      creditsPerValidAnswer(sixMarkets),
      worstCase([]),
      estimateError(sixMarkets),
    ];
    const defined = metrics.map((metric) => metric.id);
    for (const metric of computed) expect(defined).toContain(metric.id);
  });
});
