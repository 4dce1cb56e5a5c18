import { describe, expect, it } from 'vitest';
import {
  type ColumnView,
  readColumnView,
  shownColumns,
  writeColumnView,
} from '#renderer/reading/columnGroups.ts';
import { columnsOf } from '#renderer/reading/columns.ts';
import { readWidths, widthLimits, withWidth, writeWidths } from '#renderer/reading/columnWidths.ts';
import { ofSurface } from '#renderer/reading/surfaceFilter.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import type { CellView } from '#shared/model/run.ts';
import { column, failedSample } from '#tests/support/analysis/columns.ts';

const cell = (country: string, ordinal: number): CellView => ({
  id: `cell-${country}`,
  ordinal,
  market: { country },
  marketKey: country,
  sample: 1,
  state: 'completed',
  observationId: `o-${country}`,
  creditsCharged: 5,
  surface: null,
  error: null,
  startedAtMs: 0,
  finishedAtMs: 1,
  attempts: 1,
});
const columns = columnsOf(['US', 'DE', 'JP', 'AT', 'CA', 'FR'].map(cell));
const english = 'Most people trust the Foldmaster, because it is light and every shop has it in stock today.';
const german = 'Die meisten Leute vertrauen dem Foldmaster, weil er leicht ist und jeder Laden ihn führt.';
const comparison = compareObservations(
  [
    column('US', english),
    column('DE', german),
    column('JP', failedSample()),
    column('AT', german),
    column('CA', english),
    column('FR', `${english} It costs 40 euros.`),
  ],
  defaultOptions,
);
const plain: ColumnView = { grouping: 'none', collapse: true, expanded: new Set() };
const keys = (view: Partial<ColumnView>, from = comparison as typeof comparison | null) =>
  shownColumns(columns, { ...plain, ...view }, from).map((each) => each.key);

describe('grouped columns', () => {
  it('are collapsed if their answers are identical, with the other names after the first', () => {
    const shown = shownColumns(columns, plain, comparison);
    expect(shown.map((each) => [each.key, each.same.map((other) => other.key)])).toEqual([
      ['US', ['CA']],
      ['DE', ['AT']],
      ['JP', []],
      ['FR', []],
    ]);
  });

  it('are expanded again individually or all together', () => {
    expect(keys({ expanded: new Set(['US']) })).toEqual(['US', 'JP', 'CA', 'FR'].toSpliced(1, 0, 'DE'));
    expect(keys({ collapse: false })).toEqual(columns.map((each) => each.key));
  });

  it('are unchanged without a comparison', () => {
    expect(keys({ grouping: 'language' }, null)).toEqual(columns.map((each) => each.key));
  });

  it('are grouped by region, with their position in the group', () => {
    const shown = shownColumns(columns, { ...plain, grouping: 'region', collapse: false }, null);
    expect(shown.map((each) => [each.key, each.group?.name, each.group?.place, each.group?.of])).toEqual([
      ['US', 'North America', 1, 2],
      ['CA', 'North America', 2, 2],
      ['DE', 'Europe', 1, 3],
      ['AT', 'Europe', 2, 3],
      ['FR', 'Europe', 3, 3],
      ['JP', 'Asia', 1, 1],
    ]);
  });

  it('are grouped by surface, with those of several and those without an answer separate', () => {
    const of = (country: string, ordinal: number, surface: string | null): CellView => ({
      ...cell(country, ordinal),
      surface,
    });
    const cells = [
      of('US', 0, 'model-api'),
      of('DE', 1, 'search-page'),
      { ...of('JP', 2, null), state: 'failed' as const, observationId: null },
      of('AT', 3, 'model-api'),
      of('AT', 4, 'search-page'),
      of('CA', 5, 'model-api'),
    ];
    const shown = shownColumns(columnsOf(cells), { ...plain, grouping: 'surface' }, null);
    expect(shown.map((each) => [each.key, each.group?.name])).toEqual([
      ['US', 'Model API'],
      ['CA', 'Model API'],
      ['DE', 'Search page'],
      ['JP', 'No answer'],
      ['AT', 'Model API, Search page'],
    ]);
    expect(ofSurface(columnsOf(cells), 'search-page').map(({ key, cells: of }) => [key, of.length])).toEqual([
      ['DE', 1],
      ['AT', 1],
    ]);
  });

  it('are grouped by the language of the answer, with failed ones separate', () => {
    const shown = shownColumns(columns, { ...plain, grouping: 'language', collapse: false }, comparison);
    expect(shown.map((each) => [each.key, each.group?.name])).toEqual([
      ['US', 'English'],
      ['CA', 'English'],
      ['FR', 'English'],
      ['DE', 'German'],
      ['AT', 'German'],
      ['JP', 'No answer'],
    ]);
  });

  it('are ordered by similarity, and none is lost', () => {
    const order = keys({ grouping: 'similarity', collapse: false });
    expect([...order].sort()).toEqual(columns.map((each) => each.key).sort());
    expect(Math.abs(order.indexOf('US') - order.indexOf('CA'))).toBe(1);
    expect(Math.abs(order.indexOf('DE') - order.indexOf('AT'))).toBe(1);
    expect(order.at(-1)).toBe('JP');
  });

  it('are restored from the address', () => {
    const view: ColumnView = { grouping: 'language', collapse: true, expanded: new Set(['US', 'DE~a,b%']) };
    expect(readColumnView(writeColumnView(view))).toEqual(view);
    expect(readColumnView({})).toEqual(plain);
    expect(readColumnView({ group: 'size' }).grouping).toBe('none');
  });
});

describe('column widths', () => {
  it('are restored from the address, whatever the market is called', () => {
    const widths = new Map([
      ['US', 420],
      ['US:CA,~%', 300],
    ]);
    expect(readWidths(writeWidths(widths))).toEqual(widths);
  });

  it('are limited to a readable range', () => {
    expect(withWidth(new Map(), 'US', 9000).get('US')).toBe(widthLimits.most);
    expect(readWidths({ width: 'US~1,DE~x,~300' })).toEqual(new Map([['US', widthLimits.least]]));
  });

  it('can be reset to the default', () => {
    expect(withWidth(new Map([['US', 420]]), 'US', null).size).toBe(0);
  });
});
