import { expect, it } from 'vitest';
import { noContent } from '#shared/model/comparison/samples.ts';
import { quoteOf } from '#shared/search/quotes.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';

const brand = (id: string, name: string) => ({
  ...{ id, name, kind: 'competitor' as const, aliases: [], domains: [] },
});
const matcher = createBrandMatcher([brand('r', 'Rival'), brand('t', 'Thule')]);

const quote = (markdown: string, ...ids: readonly string[]) => {
  const found = quoteOf({ ...noContent, markdown }, matcher, new Set(ids), 'en');
  return found && [found.text, ...found.marks.map(([start, end]) => found.text.slice(start, end))];
};

it('quotes the sentence that names a brand, and a row of a table only where no sentence does', () => {
  const table = '| Lock | Price |\n|---|---|\n| Rival | 359 Rs. at most |\n';
  const answer = `## Rival and others\n\n${table}\nMany locks are sold. Testers trust the **Rival** most. Some prefer Thule.`;
  expect(quote(answer, 'r')).toEqual(['Testers trust the Rival most.', 'Rival']);
  expect(quote(answer, 't')).toEqual(['Some prefer Thule.', 'Thule']);
  expect(quote(table, 'r')).toEqual(['Rival | 359 Rs. at most', 'Rival']);
  expect(quote('Rival | 359 Rs. at most\n\nTesters trust the Rival.', 'r')).toEqual([
    'Testers trust the Rival.',
    'Rival',
  ]);
  expect(quote('Nothing is named here.', 'r')).toBeNull();
});
