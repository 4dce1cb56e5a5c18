import { CompareToolbar } from '../../reading/CompareToolbar.tsx';
import { SurfaceMenu } from '../../reading/SurfaceMenu.tsx';
import type { AddressParams } from '../../reading/useReadingView.ts';
import { Button } from '../../ui/Button.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import type { RunReadingState } from './useRunReading.ts';

type RunToolbarProps = {
  readonly setParams: (changes: AddressParams) => void;
  readonly reading: RunReadingState;
  readonly onFoldAll: (fold: boolean) => void;
};

/** Settings of the displayed tab. */
export function RunToolbar({ setParams, reading, onFoldAll }: RunToolbarProps) {
  const { tab, grouped, widths, view, comparison, state } = reading;
  const { columns, filter } = reading.columns;
  const anyUnfolded = state.unfoldedColumns.size > 0;
  return (
    <>
      <SurfaceMenu
        filter={filter}
        setParams={setParams}
        grouped={grouped.columnView.grouping === 'surface'}
        onGroup={(bySurface) => grouped.setColumnView({ grouping: bySurface ? 'surface' : 'none' })}
      />
      {tab.kind === 'columns' && columns.length > 1 ? (
        <ColumnsMenu
          view={grouped.columnView}
          onView={grouped.setColumnView}
          severalSurfaces={filter.surfaces.length > 1}
          compared={tab.id === 'answer' && comparison !== null}
          widthsSet={widths.widths.size > 0}
          onResetWidths={widths.resetWidths}
        />
      ) : null}
      {tab.id === 'answer' && columns.length > 0 ? (
        <CompareToolbar
          view={view}
          onView={reading.setView}
          columns={columns}
          comparison={comparison}
          onStep={reading.aligned.stepDifference}
        />
      ) : null}
      {tab.id === 'answer' && view.mode === 'written' && columns.length > 0 ? (
        <Button look="quiet" size="small" onClick={() => onFoldAll(anyUnfolded)}>
          {anyUnfolded ? 'Collapse long answers' : 'Expand all'}
        </Button>
      ) : null}
    </>
  );
}
