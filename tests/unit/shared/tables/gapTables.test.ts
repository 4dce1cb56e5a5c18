import { expect, it } from 'vitest';
import { utcDays, zonedDays } from '#shared/figures/trends/zonedDays.ts';
import type { GapView } from '#shared/model/gap.ts';
import { readableGaps } from '#shared/tables/gapTables.ts';

it('says days in the time zone of the project', () => {
  const gap: GapView = {
    id: 'g1',
    key: {
      kind: 'mention',
      question: 'Best lock?',
      engine: 'assistant-a',
      market: 'JP',
      brand: 'b1',
      domain: '',
    },
    engine: 'assistant-a',
    market: { country: 'JP' },
    brand: { id: 'b1', name: 'Rival' },
    named: [],
    count: 1,
    of: 1,
    low: null,
    high: null,
    runs: 1,
    ofRuns: 1,
    sinceMs: Date.parse('2026-10-31T22:00:00Z'),
    closedAtMs: null,
    askedAtMs: 0,
    status: 'open',
    note: '',
    decidedAtMs: null,
    observationId: 'o1',
    quote: null,
    language: null,
    url: null,
  };
  const cells = (days: typeof utcDays) => readableGaps([gap], days).rows.flat();
  expect(cells(utcDays)).toContain('Open since 2026-10-31');
  expect(cells(zonedDays('Asia/Tokyo'))).toContain('Open since 2026-11-01');
});
