import { describe, expect, it } from 'vitest';
import { answersTabs, readTabs, singleTabs } from '#renderer/app/readTabs.ts';
import { positionLook } from '#renderer/features/compare/TableCells.tsx';
import { tabOf } from '#renderer/reading/readTabs.ts';

it('every tab has a unique address, label and key', () => {
  for (const part of ['id', 'label', 'command', 'shortcut'] as const) {
    const all = readTabs.flatMap((tab) => tab[part] ?? []);
    expect(new Set(all).size).toBe(all.length);
  }
});

it('the number keys follow the order of the tabs', () => {
  expect('o1234567890').toContain(readTabs.flatMap(({ shortcut }) => shortcut ?? []).join(''));
});

it('loads the data that the tables and the report of a tab need', () => {
  for (const { parts, report } of readTabs) if (report !== null) expect(parts).toContain(report);
});

it('an unknown tab in the address opens the answers', () => {
  expect(tabOf(readTabs, undefined).id).toBe('answer');
  expect(tabOf(readTabs, 'none').id).toBe('answer');
  expect(tabOf(singleTabs, 'map').id).toBe('answer');
  expect(tabOf(answersTabs, 'raw').id).toBe('answer');
  expect(tabOf(readTabs, 'map').id).toBe('map');
  expect(tabOf(answersTabs, 'overview').id).toBe('answer');
  expect(tabOf(singleTabs, 'overview').id).toBe('answer');
});

describe('the position in a table of markets', () => {
  it('distinguishes the top positions from lower ones', () => {
    expect(new Set([1, 2, 5].map(positionLook)).size).toBe(3);
    expect(positionLook(3)).toBe(positionLook(2));
    expect(positionLook(null)).toBe(positionLook(9));
  });
});
