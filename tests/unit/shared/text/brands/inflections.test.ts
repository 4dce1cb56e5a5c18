import { expect, it } from 'vitest';
import { decideBrands } from '#shared/text/brands/brandDecisions.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { formsOf, inflectedNames, writtenForms } from '#shared/text/brands/inflections.ts';

const brand = (name: string, excludedForms?: readonly string[]) => ({
  id: name,
  name,
  kind: 'own' as const,
  aliases: [],
  domains: [],
  excludedForms,
});
const found = (text: string, language: string, excluded?: readonly string[]) =>
  createBrandMatcher([brand('Żabka', excluded)]).find(text, language).length;

it('finds no form that is switched off, and the others still', () => {
  const text = 'Kup to w Żabce albo obok Żabki, jeśli jest otwarta.';
  expect([found(text, 'pl'), found(text, 'pl', ['zabce']), found(text, 'pl', ['zabce', 'zabki'])]).toEqual([
    2, 1, 0,
  ]);
  expect(found('Żabka i Żabce', 'pl', ['zabka'])).toBe(2);
});

it('writes forms with the letters of their name', () => {
  const forms = writtenForms(['Żabka', 'Ozon']);
  expect(forms).toContainEqual({ text: 'zabce', written: 'Żabce', languages: ['pl', 'cs'] });
  expect(forms.map(({ written }) => written)).toContain('Ozonu');
});

it('lists no form that the vowels of a name or its last letter exclude', () => {
  const of = (name: string, language: string) =>
    formsOf(name).flatMap(({ text, languages }) => (languages.includes(language) ? [text] : []));
  expect(of('lidl', 'hu')).toEqual(expect.arrayContaining(['lidlben', 'lidlbol', 'lidlnel', 'lidllel']));
  expect(of('lidl', 'hu')).not.toContain('lidlban');
  expect(of('auchan', 'hu')).not.toContain('auchanben');
  expect(of('migros', 'tr')).toContain('migrosta');
  expect(of('migros', 'tr')).not.toContain('migrosda');
  expect(of('trendyol', 'tr')).toContain('trendyolda');
});

it('are kept off by a merge, and a name in one exact case has none', () => {
  const merge = { kind: 'merge' as const, from: 'Żabka', fromName: 'Żabka', into: 'Lidl', intoName: 'Lidl' };
  const rules = { brands: [brand('Żabka', ['zabce']), brand('Lidl', ['lidla'])], decisions: [merge] };
  expect(decideBrands(rules).brands).toMatchObject([{ name: 'Lidl', excludedForms: ['lidla', 'zabce'] }]);
  expect(
    inflectedNames({ name: 'Apple', aliases: [{ text: 'Apple', caseSensitive: true }, { text: 'iPhone' }] }),
  ).toEqual(['iPhone']);
});
