import { expect, it } from 'vitest';
import { nextOrder, sortedLines } from '#renderer/features/compare/sortedLines.ts';
import type { TableLine } from '#renderer/reading/tableModel.ts';

const line = (name: string, fact: string | null, level: 0 | 1 = 0): TableLine => ({
  key: name,
  level,
  name,
  head: name,
  facts: [fact],
  cell: () => null,
});
const lines = [
  line('b', '9 %'),
  line('b page', null, 1),
  line('c', 'no data'),
  line('a', '83 %'),
  line('d', '10 %'),
];
const named = (order: Parameters<typeof sortedLines>[1]): string =>
  sortedLines(lines, order)
    .map(({ name }) => name)
    .join(', ');

it('sorts figures as numbers, keeps pages below their domain, and puts rows without a figure last', () => {
  expect(named(null)).toBe('b, b page, c, a, d');
  expect(named({ column: 1, descending: true })).toBe('a, d, b, b page, c');
  expect(named({ column: 1, descending: false })).toBe('b, b page, d, a, c');
  expect(named({ column: 0, descending: false })).toBe('a, b, b page, c, d');
});

it('switches between the orders and back to that of the analysis', () => {
  const first = nextOrder(null, 1);
  expect(first).toEqual({ column: 1, descending: true });
  expect(nextOrder(first, 1)).toEqual({ column: 1, descending: false });
  expect(nextOrder({ column: 1, descending: false }, 1)).toBeNull();
  expect(nextOrder(first, 0)).toEqual({ column: 0, descending: false });
});
