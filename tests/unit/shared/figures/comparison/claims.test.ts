import { describe, expect, it } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { agreementOf } from '#shared/figures/statistics/claimAgreement.ts';
import type { ClaimTone, RatedAnswer } from '#shared/model/comparison/claimLists.ts';
import { type CompareOptions, defaultOptions } from '#shared/model/comparison/samples.ts';
import { labelTasks } from '#shared/tables/claimLabels.ts';
import { findQuote } from '#shared/text/claims/quotes.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';

const brands: CompareOptions['brands'] = {
  version: '1',
  brands: [{ id: 'b1', name: 'Acme', kind: 'own', aliases: [], domains: [] }],
  decisions: [],
};

describe('a quote', () => {
  const text = 'Acme is **very**  “cheap” – and\nreliable [2].';
  it.each([
    ['Acme is very "cheap" - and reliable', 'Acme is **very**  “cheap” – and\nreliable'],
    ['“cheap” – and\nreliable', '“cheap” – and\nreliable'],
    ['reliable.', 'reliable [2].'],
  ])('is found whatever its white space, quotation marks, dashes and marks: %s', (quote, found) => {
    expect(text.slice(...(findQuote(text, quote) ?? [0, 0]))).toBe(found);
  });
  it.each(['Acme is cheap', 'acme is very', '', ' ', 'very “cheap” and reliable'])(
    'is not found if a word, a letter or a mark differs: %j',
    (quote) => expect(findQuote(text, quote)).toBeNull(),
  );
});

describe('claims of a comparison', () => {
  const text = 'Acme is cheap. The support of Acme is slow.';
  const columns = [column('US', sample(text)), column('GB', sample(text))];
  const id = columns[0]?.samples[0]?.observationId ?? '';
  const rated: RatedAnswer = {
    observationId: id,
    rater: 'openai, m, claims 1',
    discarded: 1,
    claims: [
      { brand: 'Acme', aspect: 'price', tone: 'positive', confidence: 'high', quote: 'Acme is cheap.' },
      {
        brand: 'Acme',
        aspect: 'service',
        tone: 'negative',
        confidence: 'low',
        quote: 'The support of Acme is slow.',
      },
      { brand: 'Acme', aspect: 'price', tone: 'positive', confidence: 'high', quote: 'Acme is expensive.' },
      { brand: 'Nobody', aspect: 'price', tone: 'positive', confidence: 'high', quote: 'Acme is cheap.' },
    ],
  };
  const compare = (over: Partial<CompareOptions> = {}) =>
    compareObservations(columns, { ...defaultOptions, brands, rated: [rated], ...over }).claims;

  it('are those of rated answers whose quote is there, at their place', () => {
    const claims = compare();
    expect(claims).toMatchObject({
      available: true,
      rater: 'openai, m, claims 1',
      answers: 2,
      rated: 1,
      discarded: 2,
    });
    expect(claims.rows.map(({ name }) => name)).toEqual(['Acme']);
    const [price, service] = claims.rows[0]?.claims ?? [];
    expect(claims.quotes[price?.quote ?? -1]?.text).toBe('Acme is cheap.');
    expect(service).toMatchObject({ aspect: 'service', tone: 'negative', confidence: 'low', rated: null });
    expect(price?.spots).toMatchObject([{ column: 0, observationId: id, start: 0, end: 14 }]);
    expect(compare({ rated: [] })).toMatchObject({ available: false, rater: null, rows: [] });
  });

  it('carry corrections, and quotes to label without those that have a label', () => {
    const [price] = compare().rows[0]?.claims ?? [];
    const as = { aspect: 'quality', tone: 'mixed' } as const;
    const corrected = compare({ claims: [{ claim: price?.id ?? '', as }] });
    expect(corrected.rows[0]?.claims[0]).toMatchObject({
      ...as,
      rated: { aspect: 'price', tone: 'positive' },
    });
    expect(corrected.corrected).toBe(1);
    const tasks = labelTasks(compare(), 'en');
    expect(tasks.map(({ rated: tone }) => tone).sort()).toEqual(['negative', 'positive']);
    const labels = [{ language: 'en', claim: price?.id ?? '', rated: 'positive', label: 'neutral' }] as const;
    const labelled = compare({ claimLabels: labels });
    expect(labelTasks(labelled, 'en').length).toBe(1);
    expect(labelled.languages[0]?.agreement).toMatchObject({ n: 1, state: 'not-shown' });
  });
});

describe('agreement', () => {
  const pairs = (same: number, other: number): readonly (readonly [ClaimTone, ClaimTone])[] => {
    const tones = ['positive', 'negative', 'mixed'] as const;
    const at = (index: number): ClaimTone => tones[index % 3] ?? 'neutral';
    return [
      ...Array.from({ length: same }, (_, index) => [at(index), at(index)] as const),
      ...Array.from({ length: other }, (_, index) => [at(index), at(index + 1)] as const),
    ];
  };
  it.each([
    [100, 0, 'shown'],
    [90, 10, 'shown'],
    [75, 25, 'not-shown'],
    [40, 60, 'unreliable'],
    [29, 0, 'not-shown'],
    [0, 0, 'not-shown'],
  ])('of %d same and %d different labels is %s', (same, other, state) => {
    expect(agreementOf(pairs(same, other)).state).toBe(state);
  });
  it('has the kappa and AC1 of a table worked by hand', () => {
    // 20 yes/yes, 15 no/no, 5 yes/no, 10 no/yes: po 0.7, pe 0.5, and pi 0.55 for AC1.
    const table = [
      ...Array.from({ length: 20 }, () => ['y', 'y'] as const),
      ...Array.from({ length: 15 }, () => ['n', 'n'] as const),
      ...Array.from({ length: 5 }, () => ['y', 'n'] as const),
      ...Array.from({ length: 10 }, () => ['n', 'y'] as const),
    ];
    const { kappa, ac1 } = agreementOf(table);
    expect(kappa?.value).toBeCloseTo(0.4, 10);
    expect(ac1).toBeCloseTo((0.7 - 0.495) / (1 - 0.495), 10);
  });
});
