import type { ReactNode } from 'react';
import type { ComparisonWith } from '#shared/analysis/comparisonParts.ts';
import type { ShownColumn } from '../columnGroups.ts';
import type { ColumnWidths } from '../columnWidths.ts';
import type { ScreenRangeStore } from '../useColumnsAcross.ts';
import { AlignedGrid } from './AlignedGrid.tsx';
import { CurrentBlock } from './CurrentBlock.tsx';
import { DataQualityStrip } from './DataQualityStrip.tsx';
import type { HeadRenderer } from './GridHead.tsx';
import { Minimap } from './Minimap.tsx';
import type { AlignedReadingState } from './useAlignedReading.ts';

type AlignedReadingProps = {
  readonly comparison: ComparisonWith<'answer'>;
  readonly reading: AlignedReadingState;
  readonly onlyDifferences: boolean;
  readonly pinned: readonly ShownColumn[];
  readonly free: readonly ShownColumn[];
  readonly widths: ColumnWidths;
  readonly onWidth: (key: string, width: number | null) => void;
  /** Height of the column heads, CSS pixels. */
  readonly headHeight: number;
  readonly renderHead: HeadRenderer;
  /** What stands in a column that has no answer to align. */
  readonly renderWithout: (column: ShownColumn) => ReactNode;
  readonly range: ScreenRangeStore;
};

/** Answers block by block: how far to trust them above, where they differ at the side. */
export function AlignedReading(props: AlignedReadingProps) {
  const { comparison, reading, ...grid } = props;
  const { send } = reading;
  return (
    <div className="flex min-h-0 flex-1 flex-col short:min-h-[80vh]">
      <DataQualityStrip comparison={comparison} />
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
  );
}
