import fc from 'fast-check';
import { expect, it } from 'vitest';
import { overviewRate } from '#shared/figures/definitions/pageFigures.ts';
import { brandValues, pageValues } from '#shared/figures/trends/brandValues.ts';
import { pool, sumsOf } from '#shared/figures/trends/pooling.ts';
import { sourceValues } from '#shared/figures/trends/sourceValues.ts';
import { brandFigure, isRate, sourceFigure, trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import {
  type PlainAnswer,
  plainBrandFigures,
  plainPageFigures,
  plainSourceFigures,
} from '#tests/support/figures/plainFigures.ts';
import { trendFacts } from '#tests/support/trendFacts.ts';

const mention = fc.option(
  fc.record({
    rank: fc.integer({ min: 1, max: 5 }),
    listRank: fc.option(fc.integer({ min: 1, max: 9 })),
    depth: fc.integer({ min: 0, max: 100 }).map((part) => part / 100),
  }),
);
const answer = fc.record({
  searched: fc.boolean(),
  own: mention,
  rival: mention,
  carries: fc.boolean(),
  overview: fc.constantFrom(null, true, false),
  urls: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 6 }),
});
type Made = typeof answer extends fc.Arbitrary<infer T> ? T : never;

/** All in one segment. */
const plainAnswers = (answers: readonly Made[]): readonly PlainAnswer[] =>
  answers.map(({ searched, own, rival, carries, urls, overview }) => ({
    overview,
    question: '1',
    country: 'DE',
    brands: searched ? { ...(own && { own }), ...(rival && { rival }) } : null,
    citations: carries ? urls.map((url) => ({ url: String(url), domain: String(url % 3) })) : null,
  }));

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

it.each(trendMetrics.map((metric) => [metric.id, metric] as const))(
  'counts %s as its formula over whole answers does, in one segment',
  (id, metric) => {
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 40 }), (answers) => {
        const { facts, all } = trendFacts(answers.map((_, day) => ({ day, over: 0 })));
        const overview = answers.map((each) => (each.overview === null ? -1 : Number(each.overview)));
        const { brand, sources, wanted } = columnsOf(answers);
        const values =
          metric.of === 'brand'
            ? brandValues(brandFigure(id), brand, facts.size)
            : id === overviewRate.id
              ? pageValues(overviewRate, { overview }, facts.size)
              : sourceValues(sourceFigure(id), sources, facts, wanted, all, 0);
        const pooled = pool(metric, sumsOf(facts, values, all));
        const plain = plainAnswers(answers);
        const expected =
          plainBrandFigures[id]?.(plain, 'own') ??
          plainSourceFigures[id]?.(plain, ({ domain }) => domain === '1') ??
          plainPageFigures[id]?.(plain);
        if (expected === undefined) throw new Error(`plainFigures.ts has no formula of ${id}`);
        if (expected.value === null) expect(pooled.value).toBeNull();
        else expect(pooled.value).toBeCloseTo(expected.value, 6);
        expect(pooled.denominator).toBe(expected.denominator);
        if (isRate(metric) && expected.low !== null) expect(pooled.low).toBeCloseTo(expected.low, 3);
      }),
      { numRuns: 60 },
    );
  },
);
