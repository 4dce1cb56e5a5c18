import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brandValues } from '#shared/figures/trends/brandValues.ts';
import { pool, sumsOf } from '#shared/figures/trends/pooling.ts';
import { sourceValues } from '#shared/figures/trends/sourceValues.ts';
import { trendMetric } from '#shared/figures/trends/trendMetrics.ts';
import type { TrendValues } from '#shared/model/trendLines.ts';
import type { Metric, MetricObservation } from '#tests/support/analysis/metrics/metricModel.ts';
import { countryReach, promptCoverage, visibility } from '#tests/support/analysis/metrics/presence.ts';
import {
  depthBands,
  firstMentionRate,
  meanListRank,
  meanRank,
  topThreeRate,
} from '#tests/support/analysis/metrics/prominence.ts';
import {
  citationRate,
  citationShare,
  concentration,
  meanSourcePosition,
  promptReach,
  sourcePresence,
} from '#tests/support/analysis/metrics/sourceMetrics.ts';
import { stability } from '#tests/support/analysis/metrics/timeMetrics.ts';
import { shareOfVoice } from '#tests/support/analysis/metrics/voiceShare.ts';
import { trendFacts } from '#tests/support/trendFacts.ts';

const mention = fc.option(
  fc.record({
    rank: fc.integer({ min: 1, max: 5 }),
    listRank: fc.option(fc.integer({ min: 1, max: 9 })),
    depth: fc.integer({ min: 0, max: 100 }).map((part) => part / 100),
    mentions: fc.integer({ min: 1, max: 4 }),
  }),
);
const answer = fc.record({
  question: fc.integer({ min: 1, max: 3 }),
  searched: fc.boolean(),
  own: mention,
  rival: mention,
  carries: fc.boolean(),
  urls: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 6 }),
});
type Made = typeof answer extends fc.Arbitrary<infer T> ? T : never;

/** One cell a question and country, so that pooling by cell and by answer are compared question by question. */
function observationsOf(answers: readonly Made[]): readonly MetricObservation[] {
  return answers.map(({ question, searched, own, rival, carries, urls }, at) => ({
    prompt: String(question),
    engine: 'assistant-a',
    country: 'DE',
    at,
    valid: true,
    brands: searched ? { ...(own && { own }), ...(rival && { rival }) } : null,
    citations: carries
      ? urls.map((url, place) => ({
          url: String(url),
          domain: String(url % 3),
          position: place + 1,
          inline: false,
          local: false,
          type: 'other',
        }))
      : null,
    queries: null,
    products: null,
    ads: null,
    creditsCharged: null,
    creditsEstimated: null,
  }));
}

function columnsOf(answers: readonly Made[]) {
  const named = answers.map(({ searched, own, rival }) =>
    searched ? { own, rival } : { own: null, rival: null },
  );
  const from = new Uint32Array(answers.length + 1);
  const [url, position]: [number[], number[]] = [[], []];
  answers.forEach(({ carries, urls }, at) => {
    if (carries) {
      url.push(...urls);
      position.push(...urls.map((_, place) => place + 1));
    }
    from[at + 1] = url.length;
  });
  return {
    brand: {
      rules: 1,
      searched: Uint8Array.from(answers, ({ searched }) => Number(searched)),
      brand: {
        rank: Uint16Array.from(named, ({ own }) => own?.rank ?? 0),
        listRank: Uint16Array.from(named, ({ own }) => own?.listRank ?? 0),
        depth: Float64Array.from(named, ({ own }) => own?.depth ?? 0),
      },
      named: Uint16Array.from(named, ({ own, rival }) => Number(own !== null) + Number(rival !== null)),
      brands: 2,
    },
    sources: {
      from,
      url: Int32Array.from(url),
      position: Uint16Array.from(position),
      carries: Uint8Array.from(answers, ({ carries }) => Number(carries)),
      domainOfUrl: Array.from({ length: 9 }, (_, each) => each % 3),
    },
    /** URLs of domain 1. */
    wanted: Uint8Array.from({ length: 9 }, (_, each) => Number(each % 3 === 1)),
  };
}

const brandMetrics: Readonly<Record<string, (list: readonly MetricObservation[]) => Metric>> = {
  visibility: (list) => visibility(list, 'own'),
  'prompt-coverage': (list) => promptCoverage(list, 'own'),
  'country-reach': (list) => countryReach(list, 'own'),
  'share-of-voice': (list) => shareOfVoice(list, 'own', ['rival']),
  'mean-rank': (list) => meanRank(list, 'own'),
  'list-rank': (list) => meanListRank(list, 'own'),
  'first-mention-rate': (list) => firstMentionRate(list, 'own'),
  'top-3-rate': (list) => topThreeRate(list, 'own'),
  'depth-top': (list) => depthBands(list, 'own').top,
  'depth-middle': (list) => depthBands(list, 'own').middle,
  'depth-bottom': (list) => depthBands(list, 'own').bottom,
};
const sourceMetrics: Readonly<Record<string, (list: readonly MetricObservation[]) => Metric>> = {
  'source-presence': (list) => sourcePresence(list, '1'),
  'citation-rate': (list) => citationRate(list, '1'),
  'citation-share': (list) => citationShare(list, '1'),
  'mean-source-position': (list) => meanSourcePosition(list, '1'),
  'prompt-reach': (list) => promptReach(list, '1'),
  concentration,
  stability,
};

it.each(Object.keys({ ...brandMetrics, ...sourceMetrics }))(
  'counts %s as its formula over whole answers does, in one cell',
  (id) => {
    const metric = trendMetric(id);
    const formula = brandMetrics[id] ?? sourceMetrics[id];
    if (metric === null || formula === undefined) throw new Error(`no metric ${id}`);
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 40 }), (made) => {
        const answers = made.map((each) => ({ ...each, question: 1 }));
        const { facts, all } = trendFacts(answers.map((_, day) => ({ day, over: 0 })));
        const { brand, sources, wanted } = columnsOf(answers);
        const values: TrendValues =
          id in brandMetrics
            ? brandValues(id, brand, facts.size)
            : sourceValues(id, sources, facts, wanted, all, 0);
        const pooled = pool(metric, sumsOf(facts, values, all));
        const expected = formula(observationsOf(answers));
        if (expected.value === null) expect(pooled.value).toBeNull();
        else expect(pooled.value).toBeCloseTo(expected.value, 3);
        expect(pooled.denominator).toBe(expected.denominator);
        if (metric.rate && expected.low !== null) expect(pooled.low).toBeCloseTo(expected.low, 3);
      }),
      { numRuns: 60 },
    );
  },
);
