import { describe, expect, it } from 'vitest';
import type { TrendDelta } from '#shared/analysis/trends/trendModel.ts';
import { periodSentences } from '#shared/report/periodSentences.ts';

const delta = (
  before: number | null,
  now: number | null,
  verdict: TrendDelta['verdict'] = 'within-noise',
): TrendDelta => ({
  before,
  now,
  delta: before === null || now === null ? null : now - before,
  verdict: before === null || now === null ? null : verdict,
  commonCells: 3,
});
const line = (label: string, moved: TrendDelta) => ({ key: label.toLowerCase(), label, delta: moved });
const facts = {
  days: 28,
  own: 'acme',
  competitors: new Set(['rival', 'thule']),
  markets: [],
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

  it.each([
    [significant, 'a significant rise'],
    ['within-noise', 'no difference shown'],
    ['not-enough-samples', 'too few samples to judge'],
    ['not-comparable', 'not comparable, response types or brand rules differ'],
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
      'Acme: nothing to compare, no segment (question, engine, country) was answered both in the last 28 days and in the 28 days before.',
    ]);
    expect(periodSentences({ ...facts, own: null, brands })).toEqual(['Your brand is not set.']);
  });
});
