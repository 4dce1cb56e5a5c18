import type {
  Anchor,
  AnchorDifference,
  AnswerCell,
  AnswerRow,
  AnswerTab,
  CellState,
  CellVerdict,
  Move,
} from './comparison.ts';

/**
 * Compact form of the Answer tab for storage and transfer. Cells are written as numbers, which takes a fifth of the
 * text, and each distinct difference is stored once.
 */
export type PackedAnswer = Omit<AnswerTab, 'rows'> & {
  readonly rows: readonly PackedRow[];
  readonly spans: readonly (readonly number[])[];
  readonly anchors: readonly Anchor[];
  readonly verdicts: readonly CellVerdict[];
  /** Shared, missing and added anchors, as indexes into `anchors`. */
  readonly anchorDifferences: readonly (readonly [readonly number[], readonly number[], readonly number[]])[];
};

export type PackedRow = Omit<AnswerRow, 'cells'> & {
  /** For each column: block, order, list rank or 0, state number, samples; or only `absent`. */
  readonly cells: readonly number[];
  /**
   * Values that few cells have: column, score in hundredths, number of the move's unit, from, to, index of the spans,
   * index of the anchor difference, index of the verdict; `absent` if there is none.
   */
  readonly rare: readonly number[];
};

const absent = -1;
const sameVerdict: CellVerdict = { kind: 'same', facts: [], added: [], left: [] };
const states: readonly CellState[] = ['same', 'changed', 'added', 'other-language'];
const units: readonly Move['unit'][] = ['item', 'block'];

/** Converts the tab to its compact form. `unpackAnswer` restores it. */
export function packAnswer(tab: AnswerTab): PackedAnswer {
  const spans = createTable<readonly number[]>(String);
  const anchors = createTable<Anchor>(({ kind, key, label }) => JSON.stringify([kind, key, label]));
  const verdicts = createTable<CellVerdict>(JSON.stringify);
  const differences = createTable<PackedAnswer['anchorDifferences'][number]>(JSON.stringify);
  const packedDifference = ({ shared, missing, added }: AnchorDifference): number =>
    differences.indexOf([
      shared.map(anchors.indexOf),
      missing.map(anchors.indexOf),
      added.map(anchors.indexOf),
    ]);
  const rows = tab.rows.map((row): PackedRow => {
    const cells: number[] = [];
    const rare: number[] = [];
    row.cells.forEach((cell, column) => {
      if (cell === null) {
        cells.push(absent);
        return;
      }
      cells.push(cell.block, cell.order, cell.listRank ?? 0, states.indexOf(cell.state), cell.inSamples);
      const { kind, facts, added, left } = cell.verdict;
      const isPlain = kind === 'same' && facts.length + added.length + left.length === 0;
      if (isPlain && cell.score === 1 && cell.move === null && cell.spans === null && cell.anchors === null)
        return;
      rare.push(
        column,
        Math.round(cell.score * 100),
        cell.move === null ? absent : units.indexOf(cell.move.unit),
        cell.move?.from ?? 0,
        cell.move?.to ?? 0,
        cell.spans === null ? absent : spans.indexOf(cell.spans),
        cell.anchors === null ? absent : packedDifference(cell.anchors),
        isPlain ? absent : verdicts.indexOf(cell.verdict),
      );
    });
    return { ...row, cells, rare };
  });
  return {
    ...tab,
    rows,
    spans: spans.values,
    anchors: anchors.values,
    anchorDifferences: differences.values,
    verdicts: verdicts.values,
  };
}

/** Restores the tab from its compact form. */
export function unpackAnswer(packed: PackedAnswer): AnswerTab {
  const { spans, anchors, anchorDifferences, verdicts, ...tab } = packed;
  const named = (indexes: readonly number[]): readonly Anchor[] =>
    indexes.flatMap((index) => anchors[index] ?? []);
  const differences = anchorDifferences.map(
    ([shared, missing, added]): AnchorDifference => ({
      shared: named(shared),
      missing: named(missing),
      added: named(added),
    }),
  );
  const rows = packed.rows.map(({ rare, ...row }): AnswerRow => {
    const numbers = row.cells;
    const cells: (AnswerCell | null)[] = [];
    let next = 0;
    for (let at = 0; at < numbers.length; at += 1) {
      const block = numbers[at] as number;
      if (block === absent) {
        cells.push(null);
        continue;
      }
      const has = rare[next] === cells.length;
      const unit = has ? units[rare[next + 2] as number] : undefined;
      cells.push({
        block,
        order: numbers[at + 1] as number,
        listRank: numbers[at + 2] || null,
        state: states[numbers[at + 3] as number] as CellState,
        move:
          unit === undefined ? null : { unit, from: rare[next + 3] as number, to: rare[next + 4] as number },
        spans: has ? (spans[rare[next + 5] as number] ?? null) : null,
        anchors: has ? (differences[rare[next + 6] as number] ?? null) : null,
        verdict: (has ? verdicts[rare[next + 7] as number] : undefined) ?? sameVerdict,
        inSamples: numbers[at + 4] as number,
        score: has ? (rare[next + 1] as number) / 100 : 1,
      });
      at += 4;
      if (has) next += 8;
    }
    return { ...row, cells };
  });
  return { ...tab, rows };
}

/** Stores each distinct value once, in the order of first use. */
function createTable<T>(keyOf: (value: T) => string): {
  readonly values: readonly T[];
  readonly indexOf: (value: T) => number;
} {
  const values: T[] = [];
  const indexes = new Map<string, number>();
  return {
    values,
    indexOf: (value) => {
      const key = keyOf(value);
      const known = indexes.get(key);
      if (known !== undefined) return known;
      indexes.set(key, values.length);
      return values.push(value) - 1;
    },
  };
}
