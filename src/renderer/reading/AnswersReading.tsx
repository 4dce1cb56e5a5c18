import { type ReactNode, useCallback, useMemo, useReducer, useState } from 'react';
import { hasParts } from '#shared/model/comparison/comparisonParts.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import type { ColumnLabels } from '#shared/tables/columnLabels.ts';
import { useRoute } from '../bridge/BridgeContext.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { AnswerText } from './AnswerText.tsx';
import { AlignedReading } from './aligned/AlignedReading.tsx';
import { useAlignedReading } from './aligned/useAlignedReading.ts';
import { ColumnGrid } from './ColumnGrid.tsx';
import { CompareToolbar } from './CompareToolbar.tsx';
import type { ShownColumn } from './columnGroups.ts';
import type { Column } from './columns.ts';
import { useColumnWidths } from './columnWidths.ts';
import { ReadInFrame } from './readIn/ReadInFrame.tsx';
import { startOfReading, stepReading } from './readingState.ts';
import type { ReadTab } from './readTabs.ts';
import { SurfaceMenu } from './SurfaceMenu.tsx';
import { ofSurface, useSurfaceFilter } from './surfaceFilter.ts';
import { Comparing } from './TabFrame.tsx';
import { ColumnWordsContext } from './tableMarkets.ts';
import type { Answers } from './useAnswers.ts';
import { useAnswersComparison } from './useAnswersComparison.ts';
import { createScreenRange } from './useColumnsAcross.ts';
import { useCompareCommands } from './useCompareCommands.ts';
import { useReadingView } from './useReadingView.ts';

type AnswersReadingProps = {
  readonly answers: Answers;
  /** The available tabs. */
  readonly tabs: readonly ReadTab[];
  /** Tab, mode, baseline, filters and widths, from the address. */
  readonly params: Readonly<Record<string, string>>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onInspect: (observationId: string) => void;
  /** The header of an answer, `headHeight` CSS pixels high. */
  readonly renderHead: (observation: ObservationView) => ReactNode;
  readonly headHeight: number;
  /** Name of an answer in a menu. */
  readonly nameOf: (observation: ObservationView) => string;
  /** Labels of the columns. */
  readonly words: ColumnLabels;
  /** By column id: answers asked together with it, and its name in tables. */
  readonly together?: {
    readonly samples: Readonly<Record<string, string[]>>;
    readonly labels: Readonly<Record<string, string>>;
  };
};

/** Any answers side by side, block by block and in every tab of a comparison. Each answer is a column. */
export function AnswersReading(props: AnswersReadingProps) {
  const { answers, tabs, params, setParams, onInspect, renderHead, headHeight, nameOf, words, together } =
    props;
  const { byId } = answers;
  const filter = useSurfaceFilter(answers.columns, params);
  const columns = useMemo(() => ofSurface(answers.columns, filter.chosen), [answers.columns, filter]);
  const [range] = useState(createScreenRange);
  const [state, send] = useReducer(stepReading, startOfReading);
  const { unfoldedColumns } = state;
  const { widths, setWidth } = useColumnWidths(params, setParams, null);
  const { tab, setTab, view, setView } = useReadingView(tabs, params, setParams, 'consensus', send);
  const { granularity, ignoreCase, ignoreWhitespace } = view;
  const setting = useRoute('translations.setting', {});
  const ids = useMemo(() => columns.map(({ key }) => key), [columns]);
  const baseline = view.baseline !== null && ids.includes(view.baseline) ? view.baseline : null;
  const samples = together === undefined ? undefined : only(together.samples, ids);
  const answerIds = useMemo(
    () => [...new Set(ids.flatMap((id) => [id, ...(together?.samples[id] ?? [])]))],
    [ids, together],
  );
  const compared = useAnswersComparison(
    {
      ids,
      readIn: setting.data?.to ?? undefined,
      baseline,
      granularity,
      ignoreCase,
      ignoreWhitespace,
      samples,
      labels: together === undefined ? undefined : only(together.labels, ids),
    },
    tab.parts,
    ids.length > 0 && !setting.isPending,
  );
  const { comparison } = compared;
  const reading = useAlignedReading(comparison, state, send);
  useCompareCommands({ reading, view, setView, tabs, setTab });

  const head = useCallback(
    (column: ShownColumn): ReactNode => {
      const observation = byId.get(column.key);
      return observation ? renderHead(observation) : null;
    },
    [byId, renderHead],
  );
  const nameOfColumn = (column: Column): string => {
    const observation = byId.get(column.key);
    return observation ? nameOf(observation) : column.key;
  };
  const text = (column: ShownColumn): ReactNode => {
    const observation = byId.get(column.key);
    return observation ? (
      <AnswerText
        observation={observation}
        unfolded={unfoldedColumns.has(column.key)}
        onUnfold={(open) => send({ type: 'column-unfolded', key: column.key, open })}
      />
    ) : null;
  };

  const failure = answers.failure ?? compared.failure;
  return (
    <ColumnWordsContext value={words}>
      <Tabs label="View" tabs={tabs} value={tab.id} onChange={setTab}>
        <SurfaceMenu filter={filter} setParams={setParams} />
        {tab.id === 'answer' ? (
          <CompareToolbar
            view={view}
            onView={setView}
            columns={columns}
            comparison={comparison}
            onStep={reading.stepDifference}
            nameOf={nameOfColumn}
          />
        ) : null}
      </Tabs>
      {failure ? (
        <ErrorNotice error={failure} className="m-4" onRetry={answers.retry} />
      ) : answers.ready && columns.length === 0 ? (
        <EmptyState title="These answers were deleted" />
      ) : tab.id === 'answer' && view.mode === 'written' ? (
        <ReadInFrame
          shown={ids}
          all={ids}
          onCompare={ids.length > 1 ? () => setView({ mode: 'consensus' }) : undefined}
        >
          <ColumnGrid
            label="Answers side by side"
            pinned={[]}
            free={columns}
            widths={widths}
            onWidth={setWidth}
            renderHead={head}
            renderBody={text}
            range={range}
            heightKey={`${[...unfoldedColumns].join()} ${columns.length}`}
          />
        </ReadInFrame>
      ) : comparison === null ? (
        <Comparing answers={answerIds.length} />
      ) : tab.kind === 'analysis' ? (
        tab.render(comparison, { onMarket: onInspect, project: compared.project })
      ) : hasParts(comparison, ['answer']) ? (
        <AlignedReading
          comparison={comparison}
          answerIds={answerIds}
          reading={reading}
          onlyDifferences={view.onlyDifferences}
          pinned={[]}
          free={columns}
          widths={widths}
          onWidth={setWidth}
          headHeight={headHeight}
          renderHead={head}
          renderWithout={() => null}
          range={range}
        />
      ) : null}
    </ColumnWordsContext>
  );
}

/** The entries of these columns. The displayed columns may be older than the data. */
function only<T>(said: Readonly<Record<string, T>>, ids: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(said).filter(([id]) => ids.includes(id)));
}
