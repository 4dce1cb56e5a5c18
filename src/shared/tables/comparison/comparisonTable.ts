import { type FigureDefinition, fileName } from '../../figures/definitions/figure.ts';
import { consensus, overlap, rankAgreement, weighted } from '../../figures/definitions/pairFigures.ts';
import type {
  Comparison,
  Consensus,
  Figure,
  NoiseTest,
  PairFigures,
  Rate,
  Verdict,
} from '../../model/comparison/comparison.ts';
import type {
  ComparisonHead,
  ComparisonPart,
  ComparisonWith,
} from '../../model/comparison/comparisonParts.ts';
import type { ColumnLabels } from '../columnLabels.ts';
import { type Fact, marketsFacts, meanFacts, rateFacts, verdictFacts } from '../figureFacts.ts';
import {
  consensusLabel,
  figureLabel,
  rateLabel,
  shareLabel,
  testLabel,
  verdictLabel,
} from '../figureLabels.ts';
import type { Sheet, SheetCell } from '../sheet.ts';
import type { ColumnKind } from '../table.ts';

/** A table of a comparison is described once, for window, files, terminal, paper and the assistants' tools. */

/** What a reader sees of a row in the window's table. */
type ShownColumn<Row> = {
  readonly width: number;
  readonly end?: boolean;
  /** The value itself if absent. */
  readonly text?: (row: Row) => string | null;
  /** Its calculation, shown when it is pressed. */
  readonly facts?: (row: Row) => readonly Fact[];
  /** Offered, but not shown until it is chosen. */
  readonly hidden?: boolean;
};

export type ComparisonColumn<Row> = {
  /** Its name in files for programs; it stays when the label changes. */
  readonly id: string;
  readonly label: string;
  readonly kind: Extract<ColumnKind, 'text' | 'number'>;
  readonly value: (row: Row) => SheetCell;
  /** Null: only in files, because the window has it elsewhere in its row. */
  readonly shown: ShownColumn<Row> | null;
  /** False: files have it in other columns. */
  readonly inFiles?: false;
};

/** A row in one market. */
export type MarketFigure = {
  /** In files and in a terminal. */
  readonly value: SheetCell;
  readonly text: string;
  /** Accessible name and tooltip: the figure behind the text. */
  readonly title: string;
  /** Its calculation, shown when it is pressed. */
  readonly facts: readonly Fact[];
  /** From 1; higher positions have a stronger colour. */
  readonly position?: number | null;
  /** No figure: the text states this, and the title the reason. */
  readonly none?: boolean;
};

/** A table with a row for each item and a column for each market. */
export type ItemTable<P extends ComparisonPart, Row> = {
  readonly id: string;
  readonly title: (words: ColumnLabels) => string;
  readonly note: (comparison: ComparisonWith<P>, words: ColumnLabels) => string;
  readonly rows: (comparison: ComparisonWith<P>) => readonly Row[];
  readonly key: (row: Row) => string;
  readonly name: (row: Row) => string;
  /** Before the markets. The first one is the name of the row. */
  readonly columns: (comparison: ComparisonWith<P>, words: ColumnLabels) => readonly ComparisonColumn<Row>[];
  /** After the markets in files, as in the window before them. */
  readonly last?: (comparison: ComparisonWith<P>, words: ColumnLabels) => readonly ComparisonColumn<Row>[];
  readonly cellKind: 'text' | 'number';
  readonly cell: (row: Row, column: number, comparison: ComparisonWith<P>) => MarketFigure | null;
  /** On paper, where nothing can be pressed, and the note that says so. */
  readonly paper?: {
    readonly cell: (row: Row, column: number, comparison: ComparisonWith<P>) => SheetCell;
    readonly note: (note: string) => string;
  };
};

export function itemSheet<P extends ComparisonPart, Row>(
  table: ItemTable<P, Row>,
  comparison: ComparisonWith<P>,
  words: ColumnLabels,
  paper = false,
): Sheet {
  const inFiles = (columns: readonly ComparisonColumn<Row>[] = []) =>
    columns.filter((column) => column.inFiles !== false);
  const before = inFiles(table.columns(comparison, words));
  const after = inFiles(table.last?.(comparison, words));
  const labels = comparison.columns.map(({ label }) => label);
  const note = table.note(comparison, words);
  const cellOf = (row: Row, column: number): SheetCell =>
    paper && table.paper !== undefined
      ? table.paper.cell(row, column, comparison)
      : (table.cell(row, column, comparison)?.value ?? null);
  return {
    id: table.id,
    title: table.title(words),
    note: paper ? (table.paper?.note(note) ?? note) : note,
    columns: [
      ...before.map(sheetColumn),
      ...labels.map((label) => sheetColumn({ id: label, label, kind: table.cellKind })),
      ...after.map(sheetColumn),
    ],
    rows: table
      .rows(comparison)
      .map((row) => [
        ...before.map(({ value }) => value(row)),
        ...labels.map((_, column) => cellOf(row, column)),
        ...after.map(({ value }) => value(row)),
      ]),
  };
}

/** Headings in files and terminals are in lower case, as in a sentence. */
const sheetColumn = ({ id, label, kind }: Pick<ComparisonColumn<never>, 'id' | 'label' | 'kind'>) => ({
  label: id,
  heading: label,
  align: kind === 'number' ? ('end' as const) : ('start' as const),
});

/** A table without columns of markets: only files and terminals have it. */
export function plainSheet<Row>(
  { id, title, note }: Pick<Sheet, 'id' | 'title' | 'note'>,
  rows: readonly Row[],
  columns: readonly ComparisonColumn<Row>[],
): Sheet {
  return {
    ...{ id, title, note },
    columns: columns.map(sheetColumn),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  };
}

type More<Row> = Partial<Omit<ComparisonColumn<Row>, 'id' | 'kind' | 'value'>>;

export const textOf = <Row>(
  id: string,
  value: (row: Row) => SheetCell,
  more: More<Row> = {},
): ComparisonColumn<Row> => ({ id, label: id, kind: 'text', value, shown: null, ...more });

export const numberOf = <Row>(
  id: string,
  value: (row: Row) => SheetCell,
  more: More<Row> = {},
): ComparisonColumn<Row> => ({ id, label: id, kind: 'number', value, shown: null, ...more });

const isRate = (figure: Rate | Figure): figure is Rate => 'numerator' in figure;

/** A share or a mean under the name of its record, with its calculation. */
export function figureColumn<Row>(
  figure: FigureDefinition,
  of: (row: Row) => Rate | Figure,
  {
    counted,
    more,
    digits,
  }: {
    /** What its numerator and denominator count. */
    readonly counted: string;
    readonly more?: (row: Row) => readonly Fact[];
    readonly digits?: number;
  },
): ComparisonColumn<Row> {
  const { label } = figure;
  const ofRow = <Shown>(row: Row, rate: (rate: Rate) => Shown, mean: (mean: Figure) => Shown): Shown => {
    const value = of(row);
    return isRate(value) ? rate(value) : mean(value);
  };
  return textOf(
    fileName(figure, 'comparison'),
    (row) => ofRow(row, rateLabel, (mean) => figureLabel(mean, digits)),
    {
      label: label.toLowerCase(),
      shown: {
        width: 76,
        end: true,
        text: (row) =>
          ofRow(
            row,
            ({ value }) => shareLabel(value),
            ({ value }) => (value === null ? 'no data' : value.toFixed(1)),
          ),
        facts: (row) => [
          ...ofRow(
            row,
            (rate) => rateFacts(label, rate, counted),
            (mean) => meanFacts(label, mean),
          ),
          ...(more?.(row) ?? []),
        ],
      },
    },
  );
}

type InMarkets = { readonly columns: number; readonly of: number };

/** In how many of the columns that could carry it something stands. */
export const inColumns = (present: number, of: number): string => `${present} of ${of}`;

export const marketsColumn = <Row extends InMarkets>(
  words: ColumnLabels,
  test: (row: Row) => NoiseTest | null = () => null,
): ComparisonColumn<Row> =>
  textOf(words.keys, ({ columns, of }) => inColumns(columns, of), {
    label: words.many,
    shown: { width: 72, end: true, facts: (row) => marketsFacts(words, row.columns, row.of, test(row)) },
  });

/** A listed item has a row also where no market has it. */
export const agreementColumn = <
  Row extends InMarkets & { readonly consensus: Consensus },
>(): ComparisonColumn<Row> =>
  textOf('agreement', (row) => (row.columns === 0 ? 'none' : consensusLabel[row.consensus]), {
    label: consensus.label.toLowerCase(),
    shown: { width: 84, hidden: true },
  });

/** The usual verdicts as marks; the others are words. */
const verdictMark: Readonly<Partial<Record<Verdict, string>>> = {
  'larger-than-noise': '✓',
  'within-noise': '–',
};

/** Whether a row differs significantly between the markets. */
export const significanceColumn = <Row extends InMarkets & { readonly test: NoiseTest }>(
  words: ColumnLabels,
  hidden: boolean,
): ComparisonColumn<Row> =>
  textOf('real?', ({ test }) => testLabel(test), {
    label: 'significance',
    shown: {
      width: 104,
      text: ({ of, test }) => (of < 2 ? null : (verdictMark[test.verdict] ?? verdictLabel[test.verdict])),
      facts: ({ test }) => [[`Between ${words.many}`, testLabel(test)]],
      hidden,
    },
  });

/** A cell without the item. Absence is shown if it is a significant difference. */
export function absentCell(verdict: Verdict | null, what: string): MarketFigure | null {
  if (verdict !== 'larger-than-noise') return null;
  return { value: null, text: '–', title: `${what}: ${verdictLabel[verdict]}`, facts: verdictFacts(verdict) };
}

/** What stands above some of the columns, by their index in the comparison. */
export const labelsOf = (comparison: ComparisonHead, columns: readonly number[]): string =>
  columns.map((column) => comparison.columns[column]?.label ?? '').join(', ');

/** What stands in exactly the same columns, a line for each set of them. */
export function intersectionSheet(
  id: string,
  title: string,
  words: ColumnLabels,
  comparison: ComparisonHead,
  intersections: Comparison['sources']['intersections'],
): Sheet {
  return plainSheet(
    { id, title, note: `Each row lists items found in exactly these ${words.many}.` },
    intersections,
    [
      textOf(words.keys, ({ columns }) => labelsOf(comparison, columns), { label: words.many }),
      numberOf('count', ({ items }) => items.length),
      textOf('which', ({ items }) => items.join(', '), { label: 'items' }),
    ],
  );
}

/** How alike a market and the baseline are; empty where there is nothing to compare with. */
export const pairColumns = <Row>(of: (row: Row) => PairFigures | null): readonly ComparisonColumn<Row>[] =>
  (
    [
      [overlap, 'jaccard'],
      [weighted, 'weighted'],
      [rankAgreement, 'rankBiased'],
    ] as const
  ).map(([figure, key]) =>
    textOf(
      fileName(figure, 'market'),
      (row) => {
        const pair = of(row);
        return pair === null ? null : shareLabel(pair[key]);
      },
      { label: figure.label.toLowerCase() },
    ),
  );

/** A figure of a market under the name of its record; a count is a number. */
export function marketColumn<Row>(
  figure: FigureDefinition,
  of: (row: Row) => Rate | Figure | number,
  digits?: number,
): ComparisonColumn<Row> {
  const isCount = figure.of === 'market' && figure.format === 'number' && figure.formula === 'count';
  return {
    ...(isCount ? numberOf : textOf)<Row>(fileName(figure, 'market'), (row) => {
      const value = of(row);
      if (typeof value === 'number') return value;
      return isRate(value) ? rateLabel(value) : figureLabel(value, digits);
    }),
    label: figure.label.toLowerCase(),
  };
}
