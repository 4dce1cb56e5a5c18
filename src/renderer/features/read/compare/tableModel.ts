import type { ReactNode } from 'react';
import type { Fact } from '../../../ui/Facts.tsx';

/** One market as a column of a table. */
export type TableMarket = {
  /** Market key, and index of the column in the comparison. */
  readonly key: string;
  readonly index: number;
  readonly country: string | null;
  readonly code: string;
  readonly name: string;
  /** What the answers were read from, where not all columns are of the same. */
  readonly surface: string | null;
  /** Why it has no figures; null where it has some. */
  readonly absent: Absence | null;
};

/** In one or two words, and as a sentence. */
export type Absence = { readonly label: string; readonly reason: string };

export type TableCell = {
  readonly text: string;
  /** Read out and shown on hover; the figure behind the text. */
  readonly title: string;
  /** What it was worked out from, shown when it is pressed. */
  readonly facts: readonly Fact[];
  /** Shows something else than the facts when it is pressed. */
  readonly onPress?: () => void;
  /** From 1; the nearer to the top, the stronger the cell's colour. */
  readonly position?: number | null;
  /** No figure: the text says that there is none, and the title why. */
  readonly none?: boolean;
};

/** One line of a table over markets; `level` 1 stands under the line before it. */
export type TableLine = {
  readonly key: string;
  readonly level: 0 | 1;
  /** The head as text. */
  readonly name: string;
  readonly head: ReactNode;
  readonly facts: readonly ReactNode[];
  /** What the facts of these labels were worked out from, shown when they are pressed. */
  readonly figures?: Readonly<Record<string, readonly Fact[]>>;
  readonly cell: (market: number) => TableCell | null;
  readonly open?: boolean;
  readonly onToggle?: () => void;
  /** Stands at the end of the head: what can be done with the line. */
  readonly tools?: ReactNode;
};

export type TableFact = { readonly label: string; readonly width: number; readonly end?: boolean };
