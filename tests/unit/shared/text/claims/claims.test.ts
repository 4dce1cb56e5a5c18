import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareObservations, createCompareMemory } from '#shared/figures/comparison/compare.ts';
import { isGoodEnough, leastAgreement } from '#shared/model/comparison/claimAgreement.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { type CompareColumn, type CompareOptions, defaultOptions } from '#shared/model/comparison/samples.ts';
import { claimLanguageLabel } from '#shared/tables/claimLabels.ts';
import { comparisonSheets } from '#shared/tables/comparisonTables.ts';
import { agreements } from '#shared/text/claims/agreements.ts';
import { rateSentence } from '#shared/text/claims/rate.ts';
import { type ClaimLexicons, loadClaimLexicons } from '#shared/text/claims/ruleSets.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';
import { claimAgreements } from '#tests/support/golden/claimReport.ts';
import { brand } from '#tests/support/golden/goldenCase.ts';
import { cohensKappa } from '#tests/support/golden/raters.ts';

let lexicons: ClaimLexicons;
beforeAll(async () => {
  lexicons = await loadClaimLexicons(Object.keys(agreements));
});

const brands = { version: '1', brands: [brand('n', 'Norvia'), brand('k', 'Keltro')], decisions: [] };
const compare = (columns: readonly CompareColumn[], options: Partial<CompareOptions> = {}): Comparison =>
  compareObservations(
    columns,
    { ...defaultOptions, brands, proposeBrands: false, ...options },
    createCompareMemory(),
    undefined,
    lexicons,
  );

const answer = `Norvia is an affordable brand. It is also reliable, but the support is slow.

## Keltro

- The app is easy to use.
- Prices are high.

Norvia is cheaper than Keltro, as many people in this country say.`;

const namedIn = (sentence: string) =>
  ['Norvia', 'Keltro']
    .flatMap((name, at) => {
      const start = sentence.indexOf(name);
      return start < 0 ? [] : [{ brand: at, start, end: start + name.length }];
    })
    .sort((one, two) => one.start - two.start);

const said = ({ claims }: Comparison, id: string) =>
  claims.rows
    .find((row) => row.id === id)
    ?.claims.map(({ aspect, tone, quote, carried }) => [claims.quotes[quote]?.text, aspect, tone, carried]);

describe('claims about brands', () => {
  it('agree with human labels as often as the window says, and are given up where that is too seldom', async () => {
    expect(await claimAgreements()).toEqual(agreements);
    expect(cohensKappa([])).toBe(0);
    for (const { rated, agreed, kappa, ...rest } of Object.values(agreements))
      expect(isGoodEnough({ rated, agreed, kappa, ...rest })).toBe(
        agreed / rated >= leastAgreement.share && kappa >= leastAgreement.kappa,
      );
  });

  it('are quoted with the brand that the sentence, its list item or its heading names', () => {
    const compared = compare([column('US', sample(answer, { markdown: answer }))]);
    expect(said(compared, 'n')).toEqual([
      ['Norvia is an affordable brand.', 'price', 'positive', false],
      ['It is also reliable, but the support is slow.', 'reliability', 'positive', true],
      ['It is also reliable, but the support is slow.', 'service', 'negative', true],
      ['Norvia is cheaper than Keltro, as many people in this country say.', 'price', 'positive', false],
    ]);
    expect(said(compared, 'k')).toEqual([
      ['The app is easy to use.', 'usability', 'positive', true],
      ['Prices are high.', 'price', 'negative', true],
      ['Norvia is cheaper than Keltro, as many people in this country say.', 'price', 'negative', false],
    ]);
  });

  it('stand where they say: the quote is that part of that block of that answer', () => {
    const compared = compare([column('US', sample(answer, { markdown: answer }))]);
    const blocks = compared.answer.rows.map((row) => compared.answer.blocks[row.cells[0]?.block ?? -1]?.text);
    for (const { claims } of compared.claims.rows)
      for (const { quote, spots } of claims)
        for (const { block, start, end, observationId } of spots) {
          expect(blocks[block]?.slice(start, end)).toBe(compared.claims.quotes[quote]?.text);
          expect(observationId).toBe('US-1');
        }
  });

  it('count a sentence once per answer and in every answer that contains it', () => {
    const text =
      'Norvia is an affordable brand. Norvia is an affordable brand. There is more to say about it.';
    const { claims } = compare([column('US', sample(text), sample(text)), column('GB', sample(text))]);
    const [claim] = claims.rows[0]?.claims ?? [];
    expect(claim?.spots.map((spot) => spot.column)).toEqual([0, 0, 1]);
  });

  it("follow a correction wherever the sentence occurs, keep the rules' result, and can be reset", () => {
    const columns = [column('US', sample(answer)), column('GB', sample(answer))];
    const before = compare(columns).claims;
    const [first, second] = before.rows[0]?.claims ?? [];
    if (first === undefined || second === undefined) throw new Error('no claims');
    const { claims } = compare(columns, {
      claims: [
        { claim: first.id, as: { aspect: 'service', tone: 'mixed' } },
        { claim: second.id, as: null },
      ],
    });
    expect(claims.rows[0]?.claims[0]).toEqual({
      ...first,
      aspect: 'service',
      tone: 'mixed',
      ruled: { aspect: first.aspect, tone: first.tone },
    });
    expect(claims.rows[0]?.claims.map(({ id }) => id)).not.toContain(second.id);
    expect([claims.corrected, claims.removed]).toEqual([1, 1]);
    expect(compare(columns).claims).toEqual(before);
  });

  it('are not guessed in a language without rules or with too little agreement', () => {
    const arabic = 'تعتبر Norvia من أفضل العلامات التجارية في السوق وهي رخيصة جدا مقارنة بغيرها من الشركات.';
    const german =
      'Norvia ist eine günstige Marke und der Kundendienst ist nach der Meinung vieler Kunden sehr freundlich.';
    const compared = compare([
      column('EG', sample(arabic)),
      column('DE', sample(german)),
      column('US', sample(answer)),
    ]);
    const states = compared.claims.languages.map((each) => [each.code, each.state, claimLanguageLabel(each)]);
    expect(states).toContainEqual(['ar', 'no-rules', 'Not available for Arabic: no rules']);
    for (const row of compared.claims.rows)
      for (const { spots } of row.claims) for (const spot of spots) expect(spot.column).not.toBe(0);
    const [aspects] = comparisonSheets(compared, 'claims');
    expect(aspects?.note).toContain('Not available for Arabic: no rules');
  });

  it.each([
    ['de', 'Norvia fällt im Winter leider ziemlich häufig aus.', ['reliability negative'], []],
    ['de', 'Norvia fällt auch im Winter nicht aus.', ['reliability positive'], []],
    ['de', 'Bei Norvia fallen keine Gebühren an.', ['price positive'], []],
    ['de', 'Norvia – Support: langsam – Preis: niedrig', ['price positive', 'service negative'], []],
    [
      'de',
      'Norvia ist günstig, der Support ist allerdings langsam.',
      ['price positive', 'service negative'],
      [],
    ],
    [
      'de',
      'Im Tempo kann Keltro mit Norvia nicht mithalten.',
      ['performance positive'],
      ['performance negative'],
    ],
    [
      'de',
      'Norvia veröffentlicht Reparaturanleitungen; am Ende gibt der Preis den Ausschlag.',
      ['price neutral'],
      [],
    ],
    ['de', 'Norvia ist laut Keltro ein neuer Anbieter.', ['general neutral'], ['general neutral']],
    ['en', 'Norvia has the edge over Keltro.', ['general positive'], ['general negative']],
    ['en', 'Norvia has no fees and excellent support.', ['price positive', 'service positive'], []],
    ['es', 'Norvia deja atrás a Keltro.', ['general positive'], ['general negative']],
    ['it', 'Norvia ha la meglio su Keltro.', ['general positive'], ['general negative']],
    ['pt', 'A Norvia deixa a Keltro para trás.', ['general positive'], ['general negative']],
    ['de', 'Norvia ist hochwertig und insgesamt empfehlenswert.', ['quality positive'], []],
  ] as const)('follow the grammar of the sentence (%s: %s)', (language, sentence, norvia, keltro) => {
    const found = rateSentence(sentence, namedIn(sentence), lexicons.get(language) as never);
    const said = (at: number) => (found.get(at) ?? []).map(({ aspect, tone }) => `${aspect} ${tone}`).sort();
    expect([said(0), said(1)]).toEqual([norvia, keltro]);
  });

  it('are left as they are by more answers beside them, and never throw', () => {
    const rate = (text: string) => rateSentence(text, [], lexicons.get('en') as never, 0);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        for (const lexicon of lexicons.values())
          expect(rateSentence(text, [], lexicon, 3).get(3)?.length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
    expect(rate('It is reliable.').get(0)).toEqual([{ aspect: 'reliability', tone: 'positive' }]);
    expect(rate('It is not reliable.').get(0)).toEqual([{ aspect: 'reliability', tone: 'negative' }]);
    expect(rate('It is by no means expensive, but it never was reliable.').get(0)).toEqual([
      { aspect: 'price', tone: 'positive' },
      { aspect: 'reliability', tone: 'negative' },
    ]);
    expect(rate('Is it reliable?').get(0)).toEqual([{ aspect: 'reliability', tone: 'neutral' }]);
  });
});
