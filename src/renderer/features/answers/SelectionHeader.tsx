import { ExternalLink } from 'lucide-react';
import type { ObservationView } from '#shared/model/observation.ts';
import { AnswerHead } from '../../reading/AnswerHead.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Flag } from '../../ui/Flag.tsx';
import { formatAbsolute } from '../../ui/format.ts';
import { locationLabel } from '../../ui/locationLabels.ts';

/** CSS pixels. */
export const selectionHeaderHeight = 72;

type SelectionHeaderProps = {
  readonly observation: ObservationView;
  readonly onInspect: (observationId: string) => void;
  readonly onOpenRun: (runId: string) => void;
};

/** Header of an answer: its market, question and time. */
export function SelectionHeader({ observation, onInspect, onOpenRun }: SelectionHeaderProps) {
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
