import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrange,
  baselineFirst,
  columnState,
  columnsOf,
  firstShown,
  hideColumn,
  moveColumn,
  readArrangement,
  showColumn,
  togglePin,
  writeArrangement,
} from '#renderer/reading/columns.ts';
import type { CellView } from '#shared/model/run.ts';

const cell = (marketKey: string, ordinal: number, values: Partial<CellView> = {}): CellView => ({
  id: `c${ordinal}`,
  ordinal,
  market: { country: marketKey.slice(0, 2) },
  marketKey,
  sample: 1,
  state: 'completed',
  observationId: `o${ordinal}`,
  surface: null,
  error: null,
  startedAtMs: null,
  finishedAtMs: null,
  creditsCharged: null,
  attempts: 1,
  ...values,
});

const plain = { pinned: [], hidden: [], order: [] };
const three = columnsOf([cell('DE', 0), cell('AT', 1), cell('CH', 2)]);
const keys = (columns: readonly { readonly key: string }[]): readonly string[] =>
  columns.map((each) => each.key);

describe('columns of a run', () => {
  it('has one for each market in plan order, with its samples, whatever the order of the cells', () => {
    const cells = [cell('JP', 3, { sample: 2 }), cell('DE', 0), cell('JP', 2), cell('DE', 1, { sample: 2 })];
    const columns = columnsOf(cells);
    expect(keys(columns)).toEqual(['DE', 'JP']);
    expect(columns[1]?.cells.map((each) => each.sample)).toEqual([1, 2]);
  });

  it('shows the first sample that has an answer', () => {
    const [column] = columnsOf([
      cell('DE', 0, { state: 'failed', observationId: null }),
      cell('DE', 1, { sample: 2 }),
    ]);
    expect(column && firstShown(column).sample).toBe(2);
  });

  it('a column is running while any of its samples is', () => {
    const [column] = columnsOf([cell('DE', 0), cell('DE', 1, { sample: 2, state: 'running' })]);
    expect(column && columnState(column)).toBe('running');
  });
});

describe('arranging columns', () => {
  it('puts the baseline before the pinned columns and loses none; a hidden or unknown baseline changes nothing', () => {
    const arranged = arrange(three, { ...plain, pinned: ['AT'] });
    const held = baselineFirst(arranged, 'CH');
    expect([keys(held.pinned), keys(held.free)]).toEqual([['CH', 'AT'], ['DE']]);
    expect(keys(baselineFirst(arrange(three, { ...plain, pinned: ['DE', 'AT'] }), 'AT').pinned)).toEqual([
      'AT',
      'DE',
    ]);
    expect(baselineFirst(arranged, 'XX')).toBe(arranged);
    expect(baselineFirst(arrange(three, { ...plain, hidden: ['DE'] }), 'DE').pinned).toEqual([]);
  });

  it('puts pinned columns first in the order they were pinned, and hidden ones separate', () => {
    const arranged = arrange(three, { pinned: ['CH'], hidden: ['DE'], order: [] });
    expect(keys(arranged.pinned)).toEqual(['CH']);
    expect(keys(arranged.free)).toEqual(['AT']);
    expect(keys(arranged.hidden)).toEqual(['DE']);
  });

  it('moves a column by one position and stops at the edge', () => {
    const right = moveColumn(arrange(three, plain), plain, 'DE', 1);
    expect(keys(arrange(three, right).free)).toEqual(['AT', 'DE', 'CH']);
    expect(moveColumn(arrange(three, plain), plain, 'CH', 1)).toBe(plain);
  });

  it('hiding a pinned column unpins it, and showing it restores its position', () => {
    const pinned = togglePin(plain, 'AT');
    const hidden = hideColumn(pinned, 'AT');
    expect(hidden).toEqual({ pinned: [], hidden: ['AT'], order: [] });
    expect(keys(arrange(three, showColumn(hidden, 'AT')).free)).toEqual(['DE', 'AT', 'CH']);
  });

  it('every column is shown or hidden exactly once, whatever the address contains', () => {
    const list = fc
      .array(fc.constantFrom('DE', 'AT', 'CH', 'XX'), { maxLength: 5 })
      .map((all) => [...new Set(all)]);
    fc.assert(
      fc.property(list, list, list, (pinned, hidden, order) => {
        const arranged = arrange(three, { pinned, hidden, order });
        const all = [...keys(arranged.pinned), ...keys(arranged.free), ...keys(arranged.hidden)];
        expect([...all].sort()).toEqual(['AT', 'CH', 'DE']);
      }),
    );
  });

  it('is restored from the address, also with commas in a location', () => {
    const arrangement = { pinned: ['DE@Berlin, Mitte'], hidden: ['US:CA', '100%'], order: ['JP'] };
    expect(readArrangement(writeArrangement(arrangement))).toEqual(arrangement);
  });
});
