import { FileText } from 'lucide-react';
import type { ObservationView } from '#shared/model/observation.ts';
import { formatMoment, formatQuantity } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/Times.tsx';
import { AnswerHead } from '../AnswerHead.tsx';

/** CSS pixels. */
export const momentHeadHeight = 56;

type MomentHeadProps = {
  readonly observation: ObservationView;
  readonly samples: number;
  readonly onInspect: (observationId: string) => void;
  readonly onAnswer: (observationId: string) => void;
};

/** When a column's answer was given; the market is the same for all of them. */
export function MomentHead({ observation, samples, onInspect, onAnswer }: MomentHeadProps) {
  const time = formatMoment(observation.receivedAtMs);
  return (
    <AnswerHead
      observation={observation}
      height={momentHeadHeight}
      name={time}
      shown={<span className="truncate font-semibold tabular">{time}</span>}
      onInspect={onInspect}
      action={{
        text: 'Open answer',
        label: `Open answer of ${time}`,
        icon: <FileText size={12} aria-hidden="true" />,
        onClick: () => onAnswer(observation.id),
      }}
    >
      <p className="truncate text-ink-2 text-mini tabular">
        <RelativeTime atMs={observation.receivedAtMs} />
        {samples > 1 ? ` · ${formatQuantity(samples, 'sample')}` : ''}
        {observation.language ? ` · ${observation.language}` : ''}
        {observation.servedShape && observation.servedShape !== 'default'
          ? ` · ${observation.servedShape}`
          : ''}
        {observation.imported ? ' · imported' : ''}
      </p>
    </AnswerHead>
  );
}
