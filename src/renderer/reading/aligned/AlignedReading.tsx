import { type ReactNode, useMemo } from 'react';
import type { ComparisonWith } from '#shared/model/comparison/comparisonParts.ts';
import { comparedInSentence, rowVerdictSentence } from '#shared/tables/verdictSentences.ts';
import { shownAnswers } from '#shared/translation/readIn.ts';
import type { ShownColumn } from '../columnGroups.ts';
import type { ColumnWidths } from '../columnWidths.ts';
import { DataQualityStrip } from '../DataQualityStrip.tsx';
import { type ComparedRun, ModelVerdictsBar } from '../ModelVerdicts.tsx';
import { ReadInBar } from '../readIn/ReadInBar.tsx';
import { ReadInContext } from '../readIn/readInContext.ts';
import { useReadIn } from '../readIn/useReadIn.ts';
import type { ScreenRangeStore } from '../useColumnsAcross.ts';
import { VerdictDetail } from '../VerdictDetail.tsx';
import { AlignedGrid } from './AlignedGrid.tsx';
import type { HeadRenderer } from './GridHead.tsx';
import { Minimap } from './Minimap.tsx';
import type { AlignedReadingState } from './useAlignedReading.ts';

type AlignedReadingProps = {
  readonly comparison: ComparisonWith<'answer'>;
  /** All compared answers, with repeats. */
  readonly answerIds: readonly string[];
  readonly reading: AlignedReadingState;
  /** Of answers of one run, which the analysis model can be asked about. */
  readonly run?: ComparedRun;
  readonly onlyDifferences: boolean;
  readonly pinned: readonly ShownColumn[];
  readonly free: readonly ShownColumn[];
  readonly widths: ColumnWidths;
  readonly onWidth: (key: string, width: number | null) => void;
  /** Height of the column headers, CSS pixels. */
  readonly headHeight: number;
  readonly renderHead: HeadRenderer;
  /** Content of a column without an answer to align. */
  readonly renderWithout: (column: ShownColumn) => ReactNode;
  readonly range: ScreenRangeStore;
};

/** Answers block by block, with data quality above and a minimap of differences at the side. */
export function AlignedReading(props: AlignedReadingProps) {
  const { comparison, answerIds, reading, run, ...grid } = props;
  const { send } = reading;
  const shown = useMemo(() => shownAnswers(comparison), [comparison]);
  const readIn = useReadIn({ shown, all: answerIds, compared: comparison.answer.translations });
  return (
    <ReadInContext.Provider value={readIn.value}>
      <div className="flex min-h-0 flex-1 flex-col short:min-h-[80vh]">
        <DataQualityStrip comparison={comparison} />
        <ReadInBar state={readIn} compared={comparedInSentence(comparison.answer)} />
        {run === undefined || comparison.columns.length < 2 ? null : (
          <ModelVerdictsBar run={run} to={readIn.value.to} />
        )}
        <div className="flex min-h-0 flex-1">
          <AlignedGrid
            {...grid}
            comparison={comparison}
            openedGaps={reading.openedGaps}
            onOpenGap={(from) => send({ type: 'gap-opened', from })}
            current={reading.row}
            onCurrent={(row) => send({ type: 'row-chosen', row })}
            unfolded={reading.unfoldedRows}
            onToggleFold={(rowId) => send({ type: 'row-fold-toggled', rowId })}
            handle={reading.handle}
          />
          <Minimap tab={comparison.answer} current={reading.row} onChoose={reading.goToRow} />
        </div>
        <CurrentBlock comparison={comparison} current={reading.row} />
      </div>
    </ReadInContext.Provider>
  );
}

type CurrentBlockProps = {
  readonly comparison: ComparisonWith<'answer'>;
  /** Index of the current row; null before one is selected. */
  readonly current: number | null;
};

/** The verdict on the current block with its basis, announced when the user moves. */
function CurrentBlock({ comparison, current }: CurrentBlockProps) {
  const { rows } = comparison.answer;
  const row = current === null ? undefined : rows[current];
  if (row === undefined || current === null) return null;
  return (
    <section
      aria-label="Current section"
      className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-line border-t bg-sunken px-4 text-table tabular"
    >
      <span role="status">
        Section {current + 1} of {rows.length}:{' '}
        {rowVerdictSentence(row, comparison.columns, comparison.answer.mode)}
      </span>
      <span className="text-ink-2">
        found in {row.present} of {row.of}
      </span>
      {row.moved > 0 ? <span className="text-moved">↕ moved in {row.moved}</span> : null}
      {row.of > 1 ? <VerdictDetail test={row.test} /> : null}
    </section>
  );
}
