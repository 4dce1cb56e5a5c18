import { describe, expect, it } from 'vitest';
import { sheetToCsv } from '#shared/tables/sheetFormats.ts';
import { column, readableSheet, sheetOf, tableOf } from '#shared/tables/table.ts';

type Delivery = {
  readonly id: string;
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly nextAttemptAt: string | null;
  readonly signed: boolean;
};

const deliveries = tableOf<Delivery>()({
  id: 'deliveries',
  title: 'Webhook deliveries',
  columns: {
    delivery: ({ id }) => id,
    attempts: column.number('Attempts', ({ attempts }) => attempts),
    made_at: column.time('Created', ({ createdAtMs }) => createdAtMs),
    next_try_at: column.time('Next attempt', ({ nextAttemptAt }) => nextAttemptAt),
    signed: column.flag('Signed', ({ signed }) => signed),
    summary: column.text('Summary', ({ id }) => id, { text: ({ id }) => `Delivery ${id}`, inFiles: false }),
  },
  terminal: ['made_at', 'attempts', 'signed', 'next_try_at', 'summary'],
});

const rows: readonly Delivery[] = [
  { id: 'a', attempts: 1200, createdAtMs: 1_700_000_000_000, nextAttemptAt: null, signed: true },
  { id: 'b', attempts: 0, createdAtMs: 0, nextAttemptAt: '2026-01-02T03:04:05.000Z', signed: false },
];

describe('a table described once', () => {
  it('is every column in a file, by name and without rounding', () => {
    expect(sheetToCsv(sheetOf(deliveries, rows)).split('\r\n')).toEqual([
      'delivery,attempts,made_at,next_try_at,signed',
      'a,1200,2023-11-14T22:13:20.000Z,,1',
      'b,0,1970-01-01T00:00:00.000Z,2026-01-02T03:04:05.000Z,0',
      '',
    ]);
  });

  it('is the chosen columns for a reader, by label and as text', () => {
    const { columns, rows: cells } = readableSheet(deliveries, rows);
    expect(columns.map(({ heading }) => heading)).toEqual([
      'Created',
      'Attempts',
      'Signed',
      'Next attempt',
      'Summary',
    ]);
    expect(cells).toEqual([
      ['2023-11-14 22:13', '1,200', 'yes', '', 'Delivery a'],
      ['1970-01-01 00:00', '0', 'no', '2026-01-02 03:04', 'Delivery b'],
    ]);
  });
});
