import type { ComponentType, ReactNode } from 'react';
import type { Engine } from '#shared/interface/engines.ts';
import {
  type ComparisonPart,
  type ComparisonWith,
  hasParts,
  type PartialComparison,
} from '#shared/model/comparison/comparisonParts.ts';
import type { ComparisonTab } from '#shared/tables/comparisonTables.ts';

export type ContentProps<P extends ComparisonPart> = {
  /** Later parts may be missing. */
  readonly comparison: ComparisonWith<P> & PartialComparison;
  readonly onMarket: (key: string) => void;
  /** Project whose rules apply; the current one if absent. */
  readonly project?: string;
  /** The run and the part of it that is shown; only for a run. */
  readonly run?: { readonly runId: string; readonly question?: number; readonly engine?: Engine };
  /** Opens the question to run it again, with other repeats if given; only for a run. */
  readonly onAskAgain?: (samples?: number) => void;
  /** What an answer cost on average, in credits; only for a run that was charged. */
  readonly creditsPerAnswer?: number | null;
  /** Sends the failed requests again; only for a run. */
  readonly onRetryFailed?: () => void;
  /** Asks the question again with the data that the tab lacks; only for a run that did not request it. */
  readonly askFor?: { readonly label: string; readonly press: () => void };
};

type TabRecord<Id extends string> = {
  /** Its name in the address. */
  readonly id: Id;
  readonly label: string;
  /** Its name in the palette. */
  readonly command: string;
  /** Its shortcut; null if the ten digits are used up. */
  readonly shortcut: string | null;
  /** Parts of the comparison that it needs. */
  readonly parts: readonly ComparisonPart[];
  /** Parts that it shows once they are there, of a run with few markets; they are loaded after the others. */
  readonly laterParts?: readonly ComparisonPart[];
  /** Its tables and its section of a report; null if there are none. */
  readonly report: ComparisonTab | null;
};

/** A tab with figures over all markets instead of columns. */
export type AnalysisTab<Id extends string = string> = TabRecord<Id> & {
  readonly kind: 'analysis';
  /** Whether it is useful for a single answer. */
  readonly ofOneAnswer: boolean;
  /** Whether it needs a run. */
  readonly ofRun: boolean;
  /** Null while a part is missing. */
  readonly render: (
    comparison: PartialComparison,
    props: Omit<ContentProps<ComparisonPart>, 'comparison'>,
  ) => ReactNode;
};

/** A tab with one column per market. */
export type ColumnTab<Id extends string = string> = TabRecord<Id> & {
  readonly kind: 'columns';
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
