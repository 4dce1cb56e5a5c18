import { describe, expect, it } from 'vitest';
import {
  type ColumnView,
  readColumnView,
  shownColumns,
  writeColumnView,
} from '#renderer/features/read/columnGroups.ts';
import { columnsOf } from '#renderer/features/read/columns.ts';
import { readWidths, widthLimits, withWidth, writeWidths } from '#renderer/features/read/columnWidths.ts';
import { ofSurface } from '#renderer/features/read/surfaceFilter.ts';
import { compareObservations } from '#shared/analysis/compare.ts';
import { defaultOptions } from '#shared/analysis/model.ts';
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

describe('columns put together', () => {
  it('stand as one when their answers are the same, with the others named behind it', () => {
    const shown = shownColumns(columns, plain, comparison);
    expect(shown.map((each) => [each.key, each.same.map((other) => other.key)])).toEqual([
      ['US', ['CA']],
      ['DE', ['AT']],
      ['JP', []],
      ['FR', []],
    ]);
  });

  it('stand side by side again when one is opened, or all are', () => {
    expect(keys({ expanded: new Set(['US']) })).toEqual(['US', 'JP', 'CA', 'FR'].toSpliced(1, 0, 'DE'));
    expect(keys({ collapse: false })).toEqual(columns.map((each) => each.key));
  });

  it('stay as they are without a comparison', () => {
    expect(keys({ grouping: 'language' }, null)).toEqual(columns.map((each) => each.key));
  });

  it('are grouped by region, each told its place in the group', () => {
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

  it('are grouped by surface, those of several and those without an answer apart', () => {
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

  it('are grouped by the language of the answer, the failed apart', () => {
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

  it('stand beside what they are like by similarity, and lose none', () => {
    const order = keys({ grouping: 'similarity', collapse: false });
    expect([...order].sort()).toEqual(columns.map((each) => each.key).sort());
    expect(Math.abs(order.indexOf('US') - order.indexOf('CA'))).toBe(1);
    expect(Math.abs(order.indexOf('DE') - order.indexOf('AT'))).toBe(1);
    expect(order.at(-1)).toBe('JP');
  });

  it('come back from the address they were written to', () => {
    const view: ColumnView = { grouping: 'language', collapse: true, expanded: new Set(['US', 'DE~a,b%']) };
    expect(readColumnView(writeColumnView(view))).toEqual(view);
    expect(readColumnView({})).toEqual(plain);
    expect(readColumnView({ group: 'size' }).grouping).toBe('none');
  });
});

describe('widths of columns', () => {
  it('come back from the address, whatever the market is called', () => {
    const widths = new Map([
      ['US', 420],
      ['US:CA,~%', 300],
    ]);
    expect(readWidths(writeWidths(widths))).toEqual(widths);
  });

  it('stay within what can be read', () => {
    expect(withWidth(new Map(), 'US', 9000).get('US')).toBe(widthLimits.most);
    expect(readWidths({ width: 'US~1,DE~x,~300' })).toEqual(new Map([['US', widthLimits.least]]));
  });

  it('go back to the usual one', () => {
    expect(withWidth(new Map([['US', 420]]), 'US', null).size).toBe(0);
  });
});
