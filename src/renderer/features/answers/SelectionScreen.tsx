import { ArrowLeft, ExternalLink } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { ObservationView } from '#shared/model/observation.ts';
import { columnLabels } from '#shared/tables/columnLabels.ts';
import { ExportMenu } from '../../exports/ExportMenu.tsx';
import { AnswerHead } from '../../reading/AnswerHead.tsx';
import { AnswersReading } from '../../reading/AnswersReading.tsx';
import type { ReadTab } from '../../reading/readTabs.ts';
import { useAnswers } from '../../reading/useAnswers.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Flag } from '../../ui/Flag.tsx';
import { formatAbsolute, formatQuantity } from '../../ui/format.ts';
import { locationLabel } from '../../ui/locationLabels.ts';

export type SelectionScreenProps = {
  /** Ids of the answers, in column order. */
  readonly answers: readonly string[];
  /** The available tabs. */
  readonly tabs: readonly ReadTab[];
  readonly params: Readonly<Record<string, string>>;
  readonly setParams: (changes: Readonly<Record<string, string>>) => void;
  readonly onInspect: (observationId: string) => void;
  readonly onOpenRun: (runId: string) => void;
  readonly back: { readonly label: string; readonly go: () => void };
  /** What the answers are; without it, so many selected ones. */
  readonly title?: string;
};

/** Answers selected in the history, side by side, from any runs. */
export function SelectionScreen(props: SelectionScreenProps) {
  const { params, setParams, onInspect, onOpenRun, back } = props;
  const answers = useAnswers(props.answers);
  const { columns, missing } = answers;
  const renderHead = useCallback(
    (observation: ObservationView): ReactNode => (
      <SelectionHeader observation={observation} onInspect={onInspect} onOpenRun={onOpenRun} />
    ),
    [onInspect, onOpenRun],
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex shrink-0 items-center gap-3 px-4 py-3">
        <IconButton Icon={ArrowLeft} px={14} label={back.label} size="icon" onClick={back.go} />
        <h1 dir="auto" className="min-w-0 truncate font-semibold text-title">
          {props.title ?? formatQuantity(columns.length, 'selected answer')}
        </h1>
        {missing > 0 ? (
          <span className="text-warn text-table">
            {formatQuantity(missing, 'answer')} of this view {missing === 1 ? 'was' : 'were'} deleted
          </span>
        ) : null}
        <span className="ms-auto">
          {columns.length === 0 ? null : (
            <ExportMenu selection={{ filter: { ids: columns.map(({ key }) => key) } }} />
          )}
        </span>
      </header>
      <AnswersReading
        answers={answers}
        tabs={props.tabs}
        params={params}
        setParams={setParams}
        onInspect={onInspect}
        renderHead={renderHead}
        headHeight={selectionHeaderHeight}
        nameOf={nameOf}
        words={columnLabels.answer}
      />
    </div>
  );
}

function nameOf(observation: ObservationView): string {
  return `${locationLabel(observation.market).code}, ${formatAbsolute(observation.receivedAtMs)}`;
}

/** CSS pixels. */
const selectionHeaderHeight = 72;

type SelectionHeaderProps = {
  readonly observation: ObservationView;
  readonly onInspect: (observationId: string) => void;
  readonly onOpenRun: (runId: string) => void;
};

/** Header of an answer: its market, question and time. */
function SelectionHeader({ observation, onInspect, onOpenRun }: SelectionHeaderProps) {
  const nameOf = useEngineNames();
  const { code, name } = locationLabel(observation.market);
  return (
    <AnswerHead
      observation={observation}
      height={selectionHeaderHeight}
      name={name}
      shown={
        <>
          <Flag country={observation.market.country} />
          <span className="font-semibold tabular">{code}</span>
          <span className="truncate text-ink-2">{name}</span>
        </>
      }
      onInspect={onInspect}
      action={{
        text: 'Open run',
        label: `Open the run of ${name}`,
        icon: <ExternalLink size={12} aria-hidden="true" />,
        onClick: () => onOpenRun(observation.runId),
      }}
    >
      <p dir="auto" title={observation.wording ?? observation.question} className="truncate text-table">
        {observation.wording ?? observation.question}
      </p>
      <p className="truncate text-ink-2 text-mini tabular">
        {formatAbsolute(observation.receivedAtMs)} · {nameOf(observation.engine)}
        {observation.language ? ` · ${observation.language}` : ''}
      </p>
    </AnswerHead>
  );
}
