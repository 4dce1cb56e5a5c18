import type { ComponentType, ReactNode } from 'react';
import {
  type ComparisonPart,
  type ComparisonWith,
  hasParts,
  type PartialComparison,
} from '#shared/analysis/comparisonParts.ts';
import type { ComparisonTab } from '#shared/report/comparisonSheets.ts';

export type ContentProps<P extends ComparisonPart> = {
  readonly comparison: ComparisonWith<P>;
  readonly onMarket: (key: string) => void;
  /** Whose rules the answers are read by; the project in use when absent. */
  readonly project?: string | undefined;
  /** Opens the question to ask it once more, with other repeats where they are given; only of a run. */
  readonly onAskAgain?: ((samples?: number) => void) | undefined;
  /** The question once more with the data that the tab lacks; only of a run that was asked without. */
  readonly askFor?: { readonly label: string; readonly press: () => void } | undefined;
};

type TabRecord<Id extends string> = {
  /** As it stands in the address. */
  readonly id: Id;
  readonly label: string;
  /** In the palette. */
  readonly command: string;
  /** The key that shows it; null once the ten digits are taken. */
  readonly shortcut: string | null;
  /** What of a comparison has to be read for it. */
  readonly parts: readonly ComparisonPart[];
  /** Its tables and its section of a printed report; null where there are none. */
  readonly report: ComparisonTab | null;
};

/** A tab that shows figures over all markets instead of one column a market. */
export type AnalysisTab<Id extends string = string> = TabRecord<Id> & {
  readonly kind: 'analysis';
  /** Whether it says something of a single answer. */
  readonly ofOneAnswer: boolean;
  /** Whether it speaks of a run, not of any answers side by side. */
  readonly ofRun: boolean;
  /** Null while a part is missing. */
  readonly render: (
    comparison: PartialComparison,
    props: Omit<ContentProps<ComparisonPart>, 'comparison'>,
  ) => ReactNode;
};

/** A tab of columns side by side, one a market. */
export type ColumnTab<Id extends string = string> = TabRecord<Id> & {
  readonly kind: 'columns';
  /** What the columns are called together. */
  readonly gridLabel: string;
};

export function analysisTab<const Id extends string, P extends ComparisonPart>({
  Content,
  ofRun = false,
  ofOneAnswer = !ofRun,
  ...record
}: Omit<TabRecord<Id>, 'parts'> & {
  readonly parts: readonly P[];
  readonly ofOneAnswer?: boolean;
  readonly ofRun?: boolean;
  readonly Content: ComponentType<ContentProps<P>>;
}): AnalysisTab<Id> {
  return {
    ...record,
    kind: 'analysis',
    ofOneAnswer,
    ofRun,
    render: (comparison, props) =>
      hasParts(comparison, record.parts) ? (
        <div className="flex min-h-0 flex-1 flex-col">
          <Content comparison={comparison} {...props} />
        </div>
      ) : null,
  };
}
