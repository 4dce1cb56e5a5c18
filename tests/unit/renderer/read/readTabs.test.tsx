import { describe, expect, it } from 'vitest';
import { positionLook } from '#renderer/features/read/compare/TableCells.tsx';
import { answersTabs, readTabs, singleTabs, tabOf } from '#renderer/features/read/readTabs.ts';

it('every tab has an address, a label and a key of its own', () => {
  for (const part of ['id', 'label', 'command', 'shortcut'] as const) {
    const all = readTabs.flatMap((tab) => tab[part] ?? []);
    expect(new Set(all).size).toBe(all.length);
  }
});

it('the number keys follow the order of the tabs', () => {
  expect('o1234567890').toContain(readTabs.flatMap(({ shortcut }) => shortcut ?? []).join(''));
});

it('what the tables and the report of a tab need is read for it', () => {
  for (const { parts, report } of readTabs) if (report !== null) expect(parts).toContain(report);
});

it('an address that names no tab, or one that is not there, leads to the answers', () => {
  expect(tabOf(readTabs, undefined).id).toBe('answer');
  expect(tabOf(readTabs, 'none').id).toBe('answer');
  expect(tabOf(singleTabs, 'map').id).toBe('answer');
  expect(tabOf(answersTabs, 'raw').id).toBe('answer');
  expect(tabOf(readTabs, 'map').id).toBe('map');
  expect(tabOf(answersTabs, 'overview').id).toBe('answer');
  expect(tabOf(singleTabs, 'overview').id).toBe('answer');
});

describe('a position in a table over markets', () => {
  it('looks different first, near the top and further down', () => {
    expect(new Set([1, 2, 5].map(positionLook)).size).toBe(3);
    expect(positionLook(3)).toBe(positionLook(2));
    expect(positionLook(null)).toBe(positionLook(9));
  });
});
