import { describe, expect, it } from 'vitest';
import { periodSentences } from '#shared/documents/periodSentences.ts';
import { contributionsOf } from '#shared/figures/trends/contributions.ts';
import type { TrendDelta } from '#shared/model/trendLines.ts';

const delta = (
  before: number | null,
  now: number | null,
  verdict: TrendDelta['verdict'] = 'within-noise',
  commonCells = 3,
): TrendDelta => ({
  before,
  now,
  delta: before === null || now === null ? null : now - before,
  verdict: before === null || now === null ? null : verdict,
  pValue: null,
  commonCells,
  // A hundred answers of each segment.
  counts: {
    before: { numerator: (before ?? 0) * commonCells * 100, denominator: commonCells * 100 },
    now: { numerator: (now ?? 0) * commonCells * 100, denominator: commonCells * 100 },
  },
});
const line = (label: string, moved: TrendDelta) => ({ key: label.toLowerCase(), label, delta: moved });
const facts = {
  days: 28,
  own: 'acme',
  competitors: new Set(['rival', 'thule']),
  reach: null,
  markets: [],
  engines: [],
  questions: [],
};
const significant = 'larger-than-noise';

describe('the verdict on a period', () => {
  it('says how your brand, its countries and the competitors moved, the largest change first', () => {
    expect(
      periodSentences({
        ...facts,
        brands: [
          line('Acme', delta(0.62, 0.48, significant)),
          line('Thule', delta(0.5, 0.49, significant)),
          line('Rival', delta(0.4, 0.49, significant)),
          line('Other', delta(0.1, 0.9, significant)),
        ],
        markets: [
          { key: '', delta: delta(0.62, 0.48, significant) },
          { key: 'DE', delta: delta(0.9, 0.3, significant) },
          { key: 'NL', delta: delta(0.9, 0.3, significant) },
          { key: 'US:CA', delta: delta(0.2, 0.8, significant) },
          { key: 'FR', delta: delta(0.9, 0.8) },
        ],
      }),
    ).toEqual([
      'Visibility of Acme is 48 % in the last 28 days, 62 % in the 28 days before: a significant fall.',
      'It fell in Germany and the Netherlands.',
      'It rose in California.',
      'Rival gained 9 points and Thule lost 1 point.',
    ]);
  });

  it('says which engines and questions most of a change comes from, and that it is spread where it is', () => {
    const own = delta(0.62, 0.48, significant, 20);
    const part = (label: string, before: number, now: number, commonCells: number) =>
      line(label, delta(before, now, 'within-noise', commonCells));
    const said = (
      engines: readonly ReturnType<typeof part>[],
      questions: readonly ReturnType<typeof part>[],
    ) =>
      periodSentences({
        ...facts,
        brands: [line('Acme', own)],
        engines: contributionsOf(own, [part('', 0.62, 0.48, 20), ...engines]),
        questions: contributionsOf(own, questions),
      }).slice(1);
    const fell = part('assistant-a', 0.71, 0.41, 10);
    const stood = part('assistant-b', 0.53, 0.55, 10);
    const questions = [
      part('Which lock?', 1, 0.6, 5),
      part('Which helmet?', 0.5, 0.5, 5),
      part('Which bell?', 0.48, 0.32, 5),
      part('Which pump?', 0.5, 0.5, 5),
    ];
    // −15 and +1 of the −14 points, and −10, −4, 0 and 0.
    const [first, second] = contributionsOf(own, [stood, fell]);
    expect([first?.label, first?.contribution, second?.contribution]).toEqual([
      'assistant-a',
      expect.closeTo(-0.15, 6),
      expect.closeTo(0.01, 6),
    ]);
    expect(contributionsOf(own, questions).reduce((sum, each) => sum + each.contribution, 0)).toBeCloseTo(
      -0.14,
      6,
    );
    expect(said([stood, fell], questions)).toEqual([
      'Most of the fall comes from assistant-a (71 % to 41 %) and 2 of 4 questions, first “Which lock?” (100 % to 60 %).',
    ]);
    expect(said([fell], questions.slice(0, 2))).toEqual([
      'Most of the fall comes from the question “Which lock?” (100 % to 60 %).',
    ]);
    const alike = ['a', 'b'].map((name) => part(name, 0.62, 0.48, 10));
    expect(said(alike, alike)).toEqual(['The fall is spread over both engines and 2 of 2 questions.']);
    expect(said([fell], [fell])).toEqual([]);
  });

  it.each([
    [significant, 'a significant rise'],
    ['within-noise', 'no difference shown'],
    ['not-enough-samples', 'too few samples to judge'],
    ['not-comparable', 'not comparable, response types or brand lists differ'],
  ] as const)('tells %s as %s', (verdict, words) => {
    const [first, ...rest] = periodSentences({
      ...facts,
      brands: [line('Acme', delta(0.4, 0.6, verdict)), line('Rival', delta(0.9, 0.1, 'not-enough-samples'))],
    });
    expect(first).toBe(
      `Visibility of Acme is 60 % in the last 28 days, 40 % in the 28 days before: ${words}.`,
    );
    expect(rest).toEqual(['No significant change of a competitor was shown.']);
  });

  it('claims no change where there is nothing to compare, and names no brand that is not set', () => {
    const brands = [line('Acme', delta(null, null))];
    expect(periodSentences({ ...facts, brands })).toEqual([
      'There is nothing to compare yet: no question was answered in the same country and engine both in the last 28 days and in the 28 days before.',
    ]);
    const none = { numerator: 0, denominator: 0, value: null, low: null, high: null };
    expect(periodSentences({ ...facts, brands, reach: none })[0]).toBe(
      'There are no answers to count in the last 28 days.',
    );
    const reach = { numerator: 39, denominator: 100, value: 0.39, low: 0.3, high: 0.487 };
    expect(periodSentences({ ...facts, brands, reach })[0]).toBe(
      'In the last 28 days Acme is named in 39 of 100 answers, 39 %, 95 % interval 30 to 49 %.',
    );
    expect(periodSentences({ ...facts, brands, reach })[1]).toMatch(/^There is nothing to compare yet/);
    expect(periodSentences({ ...facts, own: null, brands })).toEqual(['Your brand is not set.']);
  });
});
