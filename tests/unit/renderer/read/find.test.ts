import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countMatches, findInAnswers, findInComparison, foldCase } from '#renderer/reading/find.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { type CompareColumn, defaultOptions, noContent } from '#shared/model/comparison/samples.ts';

const column = (id: string, markdown: string): CompareColumn => ({
  id,
  label: id,
  market: { country: id },
  engine: 'assistant-a',
  prompt: 'Which locks?',
  samples: [
    {
      ...noContent,
      observationId: `o-${id}`,
      status: 'completed',
      servedShape: 'default',
      driver: 'sandbox',
      surface: null,
      language: 'en',
      creditsCharged: 5,
      latencyMs: 10,
      at: null,
      error: null,
      text: markdown,
      markdown,
    },
  ],
});

describe('finding words in answers', () => {
  it('ignores case and keeps the offsets', () => {
    expect(countMatches('Lock, LOCK and lock', 'lock')).toBe(3);
    fc.assert(fc.property(fc.string(), (text) => foldCase(text).length === text.length));
  });

  it('finds nothing for an empty query', () => {
    expect(countMatches('anything', '')).toBe(0);
    expect(findInAnswers('   ', [{ key: 'DE', text: 'a   b' }])).toEqual([]);
  });

  it('names the columns that contain the words, in order', () => {
    const columns = [
      { key: 'US', text: 'Foldmaster and Foldmaster' },
      { key: 'DE', text: 'Riegelfuchs' },
      { key: 'JP', text: 'foldmaster' },
    ];
    expect(findInAnswers(' Foldmaster ', columns)).toEqual([
      { column: 'US', row: null, count: 2 },
      { column: 'JP', row: null, count: 1 },
    ]);
  });

  it('names the row and column in the comparison, row by row', () => {
    const comparison = compareObservations(
      [
        column('US', '# Short answer\n\nTake the Foldmaster.'),
        column('GB', '# Short answer\n\nTake the Foldmaster or wait.'),
      ],
      defaultOptions,
    );
    const places = findInComparison('foldmaster', comparison);
    expect(places.map((place) => place.column).sort()).toEqual(['GB', 'US']);
    expect(places.every((place) => place.row !== null && place.row >= 0)).toBe(true);
    expect([...places].sort((a, b) => (a.row ?? 0) - (b.row ?? 0))).toEqual(places);
  });
});
