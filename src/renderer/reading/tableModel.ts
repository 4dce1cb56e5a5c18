import type { ReactNode } from 'react';
import type { MarketFigure } from '#shared/tables/comparison/comparisonTable.ts';
import type { Fact } from '#shared/tables/figureFacts.ts';

/** One market as a column of a table. */
export type TableMarket = {
  /** Market key, and index of the column in the comparison. */
  readonly key: string;
  readonly index: number;
  readonly country: string | null;
  readonly code: string;
  readonly name: string;
  /** Surface of its answers, if not all columns have the same. */
  readonly surface: string | null;
  /** Why it has no figures; null where it has some. */
  readonly absent: Absence | null;
};

/** In one or two words, and as a sentence. */
export type Absence = { readonly label: string; readonly reason: string };

export type TableCell = Omit<MarketFigure, 'value'> & {
  /** Replaces the facts when it is pressed. */
  readonly onPress?: () => void;
};

/** A line of a table by market. Lines of `level` 1 belong to the line before them. */
export type TableLine = {
  readonly key: string;
  readonly level: 0 | 1;
  /** The header as text. */
  readonly name: string;
  readonly head: ReactNode;
  readonly facts: readonly ReactNode[];
  /** Calculations of the facts with these labels, shown when they are pressed. */
  readonly figures?: Readonly<Record<string, readonly Fact[]>>;
  readonly cell: (market: number) => TableCell | null;
  readonly open?: boolean;
  readonly onToggle?: () => void;
  /** Actions of the line, at the end of its header. */
  readonly tools?: ReactNode;
};

export type TableFact = {
  readonly label: string;
  readonly width: number;
  readonly end?: boolean;
  /** Offered, but not shown until it is chosen. */
  readonly hidden?: boolean;
};
