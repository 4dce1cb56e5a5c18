import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ReadingEvent,
  type ReadingState,
  startOfReading,
  stepReading,
} from '#renderer/reading/readingState.ts';

const key = fc.constantFrom('US', 'DE', 'JP');
const index = fc.nat({ max: 5 });
const event: fc.Arbitrary<ReadingEvent> = fc.oneof(
  fc.record({ type: fc.constant('finding' as const), open: fc.boolean() }),
  fc.record({ type: fc.constant('column-unfolded' as const), key, open: fc.boolean() }),
  fc.record({ type: fc.constant('columns-unfolded' as const), keys: fc.array(key) }),
  fc.record({ type: fc.constant('sample-chosen' as const), key, sample: index }),
  fc.record({ type: fc.constant('row-chosen' as const), row: index }),
  fc.record({ type: fc.constant('row-fold-toggled' as const), rowId: key }),
  fc.record({ type: fc.constant('gap-opened' as const), from: index }),
  fc.record({ type: fc.constant('view-changed' as const) }),
);
const stateAfter = (events: readonly ReadingEvent[]): ReadingState =>
  events.reduce(stepReading, startOfReading);

/** Which part of the state an event is about; the others stay the same objects. */
const partOf: { readonly [T in ReadingEvent['type']]: keyof ReadingState } = {
  finding: 'finding',
  'column-unfolded': 'unfoldedColumns',
  'columns-unfolded': 'unfoldedColumns',
  'sample-chosen': 'samples',
  'row-chosen': 'row',
  'row-fold-toggled': 'unfoldedRows',
  'gap-opened': 'openedGaps',
  'view-changed': 'openedGaps',
};

describe('the reading state', () => {
  it('changes one part and keeps the others identical, so that nothing else is rendered again', () => {
    fc.assert(
      fc.property(fc.array(event), event, (before, last) => {
        const state = stateAfter(before);
        const next = stepReading(state, last);
        const others = (Object.keys(state) as (keyof ReadingState)[]).filter(
          (part) => part !== partOf[last.type],
        );
        for (const part of others) expect(next[part]).toBe(state[part]);
      }),
    );
  });

  it('restores a row that was folded and unfolded', () => {
    fc.assert(
      fc.property(fc.array(event), key, (before, rowId) => {
        const state = stateAfter(before);
        const toggle: ReadingEvent = { type: 'row-fold-toggled', rowId };
        const twice = stepReading(stepReading(state, toggle), toggle);
        expect(twice.unfoldedRows).toEqual(state.unfoldedRows);
      }),
    );
  });

  it('closes the gaps when the view changes, and keeps the row and the samples', () => {
    fc.assert(
      fc.property(fc.array(event), (before) => {
        const state = stateAfter(before);
        const next = stepReading(state, { type: 'view-changed' });
        expect(next.openedGaps.size).toBe(0);
        expect([next.row, next.samples]).toEqual([state.row, state.samples]);
      }),
    );
  });

  it('expands only the columns that were expanded together', () => {
    fc.assert(
      fc.property(fc.array(event), fc.array(key), (before, keys) => {
        const next = stepReading(stateAfter(before), { type: 'columns-unfolded', keys });
        expect(next.unfoldedColumns).toEqual(new Set(keys));
      }),
    );
  });
});
