import { type ReactNode, useState } from 'react';
import { allSourceTypes } from '#shared/model/comparison/comparison.ts';
import type { FigureAnswers } from '#shared/model/trend.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { useProjectDays } from '../../bridge/projectDays.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { countingText, formatCount, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { filterOf, filterQuery } from '../../window/answerFilter.ts';
import { SelectionScreen, type SelectionScreenProps } from './SelectionScreen.tsx';

type FigureScreenProps = Omit<SelectionScreenProps, 'answers' | 'back' | 'title'>;
type Params = FigureScreenProps['params'];

const goBack = { label: 'Back', go: () => window.history.back() } as const;

/** The answers that a figure counts, side by side. */
export function FigureScreen(props: FigureScreenProps): ReactNode {
  const { data, error } = useFigureAnswers(props.params);
  if (error !== null) return <ErrorNotice error={error} className="m-4" />;
  if (data === undefined) return <p className="p-4 text-ink-3">{countingText(null)}</p>;
  if (data.total === 0)
    return <EmptyState title="No answers">They were deleted, or the filter changed.</EmptyState>;
  return <SelectionScreen {...props} answers={data.ids} back={goBack} title={titleOf(data, props.params)} />;
}

/** `119 answers that name Acme`, and how many of them there is room for. */
function titleOf({ ids, total, subject }: FigureAnswers, { named, metric }: Params): string {
  const verb = metric === 'source-presence' ? 'cite' : 'name';
  const which = named === undefined || subject === null ? '' : ` that ${verb} ${subject.name}`;
  return `${ids.length < total ? `Latest ${formatCount(ids.length)} of ` : ''}${formatQuantity(total, 'answer')}${which}`;
}

function useFigureAnswers(params: Params) {
  const [openedMs] = useState(() => Date.now());
  const { days } = useProjectDays();
  const { run, named, line = '' } = params;
  const filter = filterOf(params);
  const figure = {
    metric: params.metric ?? 'visibility',
    brand: params.brand,
    domain: params.domain,
    type: allSourceTypes.find((type) => type === params.type),
  };
  const inProject = useRoute(
    'trends.answers',
    {
      query: {
        ...filterQuery(filter, openedMs, days),
        ...figure,
        branded: params.branded === 'with' ? 'with' : 'without',
      },
      named: named !== undefined,
    },
    { enabled: run === undefined },
  );
  const { markets, engines, tags } = filter;
  const inRun = useRoute(
    'rollups.answers',
    {
      ...{ runId: run ?? '', markets: [...markets], engines: [...engines], tags: [...tags] },
      ...figure,
      rows: params.rows === 'brand' ? 'brand' : 'question',
      columns: params.cols === 'engine' ? 'engine' : 'market',
      ...{ row: line, column: params.column, named: named !== undefined },
    },
    { enabled: run !== undefined },
  );
  return run === undefined ? inProject : inRun;
}
