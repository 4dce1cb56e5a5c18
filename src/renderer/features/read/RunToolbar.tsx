import type { Comparison } from '#shared/analysis/comparison.ts';
import type { PartialComparison } from '#shared/analysis/comparisonParts.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { Button } from '../../ui/Button.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import type { Column } from './columns.ts';
import { isAnalysisTab, reportTab } from './compare/AnalysisTab.tsx';
import { CompareToolbar } from './compare/CompareToolbar.tsx';
import type { CompareView } from './compare/compareView.ts';
import { ReportMenu } from './compare/ReportMenu.tsx';
import { RawToolbar } from './RawToolbar.tsx';
import type { RawView } from './rawView.ts';
import type { ReadTab } from './readTabs.ts';
import type { SetColumnWidths } from './useColumnWidths.ts';
import type { GroupedColumns } from './useGroupedColumns.ts';

type RunToolbarProps = {
  readonly run: RunSummary;
  readonly tab: ReadTab;
  readonly columns: readonly Column[];
  readonly grouped: GroupedColumns;
  readonly widths: SetColumnWidths;
  readonly view: CompareView;
  readonly setView: (changes: Partial<CompareView>) => void;
  /** Null where nothing is compared. */
  readonly comparison: PartialComparison | null;
  /** The comparison with every part, to be taken away. */
  readonly loadWhole: () => Promise<Comparison>;
  readonly onStep: (by: 1 | -1) => void;
  readonly rawView: RawView;
  readonly setRawView: (next: RawView) => void;
  readonly anyUnfolded: boolean;
  readonly onFoldAll: (fold: boolean) => void;
};

/** What can be set for the tab that is read. */
export function RunToolbar(props: RunToolbarProps) {
  const { run, tab, columns, grouped, widths, view, comparison, anyUnfolded, onFoldAll } = props;
  const report = reportTab(tab);
  return (
    <>
      {comparison !== null && report !== null ? (
        <ReportMenu comparison={comparison} loadWhole={props.loadWhole} run={run} tab={report} />
      ) : null}
      {tab === 'raw' ? <RawToolbar view={props.rawView} onView={props.setRawView} /> : null}
      {!isAnalysisTab(tab) && columns.length > 1 ? (
        <ColumnsMenu
          view={grouped.columnView}
          onView={grouped.setColumnView}
          compared={tab === 'answer' && comparison !== null}
          widthsSet={widths.widths.size > 0}
          onResetWidths={widths.resetWidths}
        />
      ) : null}
      {tab === 'answer' && columns.length > 0 ? (
        <CompareToolbar
          view={view}
          onView={props.setView}
          columns={columns}
          comparison={comparison}
          onStep={props.onStep}
        />
      ) : null}
      {tab === 'answer' && view.mode === 'written' && columns.length > 0 ? (
        <Button look="quiet" size="small" onClick={() => onFoldAll(anyUnfolded)}>
          {anyUnfolded ? 'Collapse long answers' : 'Expand all'}
        </Button>
      ) : null}
    </>
  );
}
