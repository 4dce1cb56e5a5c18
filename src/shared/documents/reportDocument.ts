import type { Rate } from '../model/comparison/comparison.ts';
import type { ReportSettings } from '../model/report.ts';

/** A report independent of its format: pages, slides or HTML. */
export type ReportDocument = {
  readonly title: string;
  /** Engine, markets and day, in one line each. */
  readonly facts: readonly string[];
  readonly logo: string | null;
  readonly colour: string;
  readonly paper: ReportSettings['paper'];
  readonly sections: readonly ReportSection[];
  readonly footer: string;
};

export type ReportSection = {
  readonly id: string;
  readonly title: string;
  /** The author's comment. */
  readonly comment: string | null;
  readonly blocks: readonly ReportBlock[];
  /** Shown beside the blocks if there is room. */
  readonly aside: readonly ReportBlock[];
};

export type ReportCell = string | { readonly text: string; readonly share: number };

export type ReportTable = {
  readonly kind: 'table';
  readonly title: string;
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReportCell[])[];
};

export type ReportBar = { readonly label: string; readonly rate: Rate | null; readonly state: string };

export type ReportBlock =
  | { readonly kind: 'lead' | 'text'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly title: string;
      readonly items: readonly { readonly title: string; readonly text: string }[];
    }
  | {
      readonly kind: 'bars';
      readonly title: string;
      readonly note: string;
      readonly bars: readonly ReportBar[];
    }
  | ReportTable
  | { readonly kind: 'quotes'; readonly note: string; readonly quotes: readonly ReportQuote[] };

export type ReportQuote = {
  readonly label: string;
  readonly facts: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly text: string;
  readonly sources: string;
};
