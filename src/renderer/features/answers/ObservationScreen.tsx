import { ExternalLink, History, Link2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ObservationDetail } from '#shared/model/observation.ts';
import { sourcesTable } from '#shared/tables/historyTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { useRunLink } from '../../bridge/runLink.ts';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import { AnswerText } from '../../reading/AnswerText.tsx';
import { DriverBadge } from '../../reading/DriverBadge.tsx';
import { PageBody } from '../../reading/PageBody.tsx';
import { QuestionHeader } from '../../reading/QuestionHeader.tsx';
import { RawBody } from '../../reading/RawBody.tsx';
import { RawToolbar } from '../../reading/RawToolbar.tsx';
import type { RawView } from '../../reading/rawView.ts';
import { readRawView, writeRawView } from '../../reading/rawView.ts';
import { ReadInFrame } from '../../reading/readIn/ReadInFrame.tsx';
import type { ReadTab } from '../../reading/readTabs.ts';
import { tabOf } from '../../reading/readTabs.ts';
import { StepButtons } from '../../reading/StepButtons.tsx';
import { useAnswersComparison } from '../../reading/useAnswersComparison.ts';
import { useSeries } from '../../reading/useSeries.ts';
import { useStepCommands } from '../../reading/useStepCommands.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatAbsolute } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Labels } from './Labels.tsx';
import { Notes } from './Notes.tsx';
import { ObservationFacts } from './ObservationFacts.tsx';

type ObservationScreenProps = {
  readonly observationId: string;
  /** The available tabs. */
  readonly tabs: readonly ReadTab[];
  readonly params: Readonly<Record<string, string>>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  /** Opens another answer of the series in the same tab. */
  readonly onAnswer: (observationId: string) => void;
  readonly onChangeHistory: (observationId: string) => void;
  readonly onOpenRun: (runId: string, marketKey: string) => void;
  readonly onBack: () => void;
};

/** A stored answer at its own address, with all stored data and the user's notes. */
export function ObservationScreen(props: ObservationScreenProps) {
  const { observationId, onBack } = props;
  const detail = useRoute('observations.get', { id: observationId });
  const { refetch } = detail;
  if (detail.error?.code === 'NOT_FOUND')
    return (
      <EmptyState
        title="This answer is not in the history"
        action={<Button onClick={onBack}>History</Button>}
      >
        It was deleted, or the link is from another computer.
      </EmptyState>
    );
  if (detail.error)
    return <ErrorNotice error={detail.error} className="m-4" onRetry={() => void refetch()} />;
  if (detail.data === undefined) return <p className="p-4 text-ink-3">Loading answer…</p>;
  return <OpenObservation {...props} detail={detail.data} />;
}

function OpenObservation(props: ObservationScreenProps & { readonly detail: ObservationDetail }) {
  const { detail, tabs, params, setParams, onAnswer } = props;
  const { moments, placeOf } = useSeries(detail.id);
  const [unfolded, setUnfolded] = useState(true);
  const tab = tabOf(tabs, params.tab);
  const rawView = useMemo(() => readRawView(params), [params]);
  const place = placeOf(detail.id);
  const step = (by: 1 | -1): void => {
    const next = place === -1 ? undefined : moments[place + by];
    if (next) onAnswer(next.shown.id);
  };
  useStepCommands(step);
  return (
    <div className="flex min-h-0 flex-1 flex-col short:overflow-y-auto">
      <Header {...props} place={place} of={moments.length} onStep={step} />
      <Tabs
        label="View"
        tabs={tabs}
        value={tab.id}
        onChange={(next) => setParams({ tab: next === 'answer' ? '' : next })}
      >
        {tab.id === 'raw' ? (
          <RawToolbar view={rawView} onView={(next) => setParams(writeRawView(next))} />
        ) : null}
      </Tabs>
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <section
          aria-label="The answer"
          tabIndex={tab.kind === 'analysis' ? undefined : 0}
          className={
            tab.kind === 'analysis'
              ? 'flex min-h-0 min-w-0 flex-1 flex-col max-lg:min-h-96'
              : 'min-w-0 flex-1 bg-surface px-6 py-4 lg:overflow-y-auto'
          }
        >
          <AnswerBody
            detail={detail}
            tab={tab}
            rawView={rawView}
            unfolded={unfolded}
            onUnfold={setUnfolded}
            onMarket={() => setParams({ tab: '' })}
          />
        </section>
        <ScrollRegion
          label="About this answer"
          className="flex w-80 shrink-0 flex-col gap-5 border-line border-s bg-bg p-4 max-lg:w-full max-lg:border-s-0 max-lg:border-t lg:overflow-y-auto"
        >
          <Labels key={`labels ${detail.id}`} detail={detail} />
          <Notes key={`notes ${detail.id}`} detail={detail} />
          <section aria-label="Provenance and cost" className="flex flex-col gap-2">
            <h2 className="font-medium text-ink-2 text-table">Provenance and cost</h2>
            <ObservationFacts detail={detail} />
          </section>
        </ScrollRegion>
      </div>
    </div>
  );
}

type HeaderProps = ObservationScreenProps & {
  readonly detail: ObservationDetail;
  readonly place: number;
  readonly of: number;
  readonly onStep: (by: 1 | -1) => void;
};

function Header({ detail, place, of, onStep, onChangeHistory, onOpenRun, onBack }: HeaderProps) {
  const link = useRunLink(detail.runId);
  return (
    <QuestionHeader
      question={detail.question}
      market={detail.market}
      engine={detail.engine}
      backLabel="Back to history"
      onBack={onBack}
      actions={
        <>
          <Button disabled={of < 2} onClick={() => onChangeHistory(detail.id)}>
            <History size={13} aria-hidden="true" /> Change history
          </Button>
          <Button onClick={() => onOpenRun(detail.runId, detail.marketKey)}>
            <ExternalLink size={13} aria-hidden="true" /> Open run
          </Button>
          <ExportMenu
            selection={{ filter: { ids: [detail.id] } }}
            lists={[
              {
                label: 'Sources',
                sheet: () => sheetOf(sourcesTable(detail.id), detail.sources),
              },
            ]}
          />
          <IconButton
            Icon={Link2}
            px={14}
            label="Copy link"
            size="icon"
            title="Copy link"
            onClick={() => void navigator.clipboard.writeText(link())}
          />
        </>
      }
    >
      <time dateTime={new Date(detail.receivedAtMs).toISOString()}>
        {formatAbsolute(detail.receivedAtMs)}
      </time>
      <DriverBadge driver={detail.driver} />
      {detail.imported ? <Badge title="Imported result">imported</Badge> : null}
      {of > 1 ? <StepButtons place={place} of={of} onStep={onStep} /> : null}
    </QuestionHeader>
  );
}

type AnswerBodyProps = {
  readonly detail: ObservationDetail;
  readonly tab: ReadTab;
  readonly rawView: RawView;
  readonly unfolded: boolean;
  readonly onUnfold: (unfolded: boolean) => void;
  readonly onMarket: () => void;
};

/** One answer in every tab, as a comparison with a single column. */
function AnswerBody({ detail, tab, rawView, unfolded, onUnfold, onMarket }: AnswerBodyProps) {
  const analysed = tab.kind === 'analysis';
  const alone = useAnswersComparison({ ids: [detail.id] }, tab.parts, analysed);
  if (tab.id === 'raw') return <RawBody observationId={detail.id} view={rawView} />;
  if (tab.id === 'page') return <PageBody observationId={detail.id} />;
  if (!analysed)
    return (
      <div className="max-w-[68ch]">
        <h2 className="sr-only">Answer text</h2>
        <ReadInFrame shown={[detail.id]} all={[detail.id]}>
          <AnswerText observation={detail} unfolded={unfolded} onUnfold={onUnfold} />
        </ReadInFrame>
      </div>
    );
  if (alone.failure) return <ErrorNotice error={alone.failure} className="m-4" onRetry={alone.retry} />;
  if (alone.comparison === null) return <p className="p-4 text-ink-3">Loading answer…</p>;
  return tab.render(alone.comparison, { onMarket, project: alone.project });
}
