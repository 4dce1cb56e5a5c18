import { expect, it } from 'vitest';
import { zonedDays } from '#shared/figures/trends/zonedDays.ts';
import { filteredSheet, filterLabel, narrowedSheet } from '#shared/tables/filterLabels.ts';
import type { Sheet } from '#shared/tables/sheet.ts';

const sheet: Sheet = { id: 'gaps', title: 'Gaps', note: 'Ranked by reach.', columns: [], rows: [] };
const tokyo = zonedDays('Asia/Tokyo');
const october = { fromMs: Date.UTC(2026, 8, 30, 15), beforeMs: Date.UTC(2026, 9, 31, 15) };

it('names the days of the project, which begin at another time than those of UTC', () => {
  expect(filterLabel(october, tokyo)).toBe('2026-10-01 to 2026-10-31');
  expect(filterLabel({ ...october, compare: october }, tokyo)).toBe(
    '2026-10-01 to 2026-10-31, compared with 2026-10-01 to 2026-10-31',
  );
});

it('puts the filter into the heading and the file name of an export, and no period into those of one run', () => {
  const filter = { ...october, markets: ['DE', 'JP'], tags: ['city'] };
  expect(filteredSheet(sheet, filter, tokyo)).toMatchObject({
    id: 'gaps-2026-10-01-to-2026-10-31-DE-JP-city',
    note: '2026-10-01 to 2026-10-31 · Germany and Japan · tagged city. Ranked by reach.',
  });
  expect(narrowedSheet(sheet, { markets: ['DE'] })).toMatchObject({
    id: 'gaps-DE',
    note: 'Germany. Ranked by reach.',
  });
  expect(narrowedSheet(sheet, {})).toEqual(sheet);
});
