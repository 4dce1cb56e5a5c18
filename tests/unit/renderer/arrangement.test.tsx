import { expect, it } from 'vitest';
import { arrangedRows, nextTableOrder } from '#renderer/ui/arrangement.ts';
import type { TableColumn } from '#renderer/ui/tableColumns.tsx';

type Row = { readonly name: string; readonly credits: string; readonly atMs: number };
const columns: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Run', cell: ({ name }) => <b dir="auto">{name}</b> },
  { id: 'credits', header: 'Credits', cell: ({ credits }) => credits },
  { id: 'at', header: 'Date', value: ({ atMs }) => atMs, cell: () => 'just now' },
];
const rows: readonly Row[] = [
  { name: 'Straße', credits: '1,200', atMs: 2 },
  { name: 'adlib', credits: '–', atMs: 3 },
  { name: 'Zebra 2', credits: '90', atMs: 1 },
  { name: 'Zebra 10', credits: '−5', atMs: 4 },
];
const names = (order: Parameters<typeof arrangedRows>[2], filter = ''): string =>
  arrangedRows(columns, rows, order, filter)
    .map(({ name }) => name)
    .join(', ');

it('sorts numbers by value and names alphabetically, with empty cells last in both directions', () => {
  expect(names({ column: 'credits', descending: true })).toBe('Straße, Zebra 2, Zebra 10, adlib');
  expect(names({ column: 'credits', descending: false })).toBe('Zebra 10, Zebra 2, Straße, adlib');
  expect(names({ column: 'name', descending: false })).toBe('adlib, Straße, Zebra 2, Zebra 10');
  expect(names({ column: 'at', descending: true })).toBe('Zebra 10, adlib, Straße, Zebra 2');
});

it('keeps the rows whose cells contain the text, in their order if they are not sorted', () => {
  expect(names(null, 'ZEBRA')).toBe('Zebra 2, Zebra 10');
  expect(names(null, ' ')).toBe('Straße, adlib, Zebra 2, Zebra 10');
});

it('a heading sorts ascending, then descending, then not at all', () => {
  const first = nextTableOrder(null, 'credits', true);
  expect(first).toEqual({ column: 'credits', descending: true });
  const second = nextTableOrder(first, 'credits', true);
  expect(second).toEqual({ column: 'credits', descending: false });
  expect(nextTableOrder(second, 'credits', true)).toBeNull();
});
