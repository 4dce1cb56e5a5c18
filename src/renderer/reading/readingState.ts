/** State of the answers on the screen: what the user opened and selected. Other state is in the address. */
export type ReadingState = {
  /** Whether the find bar is shown. */
  readonly finding: boolean;
  /** Keys of the columns whose long answers are unfolded. */
  readonly unfoldedColumns: ReadonlySet<string>;
  /** Selected samples by column key, if not the first. */
  readonly samples: ReadonlyMap<string, number>;
  /** Index of the current aligned row; null before one is selected. */
  readonly row: number | null;
  /** Opened gaps of hidden rows, by the index of their first row. */
  readonly openedGaps: ReadonlySet<number>;
  /** Ids of the unfolded rows. */
  readonly unfoldedRows: ReadonlySet<string>;
};

export type ReadingEvent =
  | { readonly type: 'finding'; readonly open: boolean }
  | { readonly type: 'column-unfolded'; readonly key: string; readonly open: boolean }
  /** Exactly these columns. */
  | { readonly type: 'columns-unfolded'; readonly keys: readonly string[] }
  | { readonly type: 'sample-chosen'; readonly key: string; readonly sample: number }
  | { readonly type: 'row-chosen'; readonly row: number }
  | { readonly type: 'row-fold-toggled'; readonly rowId: string }
  | { readonly type: 'gap-opened'; readonly from: number }
  /** The hidden rows may be different now, so opened gaps are no longer valid. */
  | { readonly type: 'view-changed' };

export const startOfReading: ReadingState = {
  finding: false,
  unfoldedColumns: new Set(),
  samples: new Map(),
  row: null,
  openedGaps: new Set(),
  unfoldedRows: new Set(),
};

export function stepReading(state: ReadingState, event: ReadingEvent): ReadingState {
  switch (event.type) {
    case 'finding':
      return { ...state, finding: event.open };
    case 'column-unfolded':
      return { ...state, unfoldedColumns: withMember(state.unfoldedColumns, event.key, event.open) };
    case 'columns-unfolded':
      return { ...state, unfoldedColumns: new Set(event.keys) };
    case 'sample-chosen':
      return { ...state, samples: new Map(state.samples).set(event.key, event.sample) };
    case 'row-chosen':
      return { ...state, row: event.row };
    case 'row-fold-toggled':
      return {
        ...state,
        unfoldedRows: withMember(state.unfoldedRows, event.rowId, !state.unfoldedRows.has(event.rowId)),
      };
    case 'gap-opened':
      return { ...state, openedGaps: withMember(state.openedGaps, event.from, true) };
    case 'view-changed':
      return state.openedGaps.size === 0 ? state : { ...state, openedGaps: new Set() };
  }
}

function withMember<Member>(set: ReadonlySet<Member>, member: Member, present: boolean): ReadonlySet<Member> {
  const next = new Set(set);
  if (present) next.add(member);
  else next.delete(member);
  return next;
}
