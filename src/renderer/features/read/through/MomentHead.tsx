import { FileText } from 'lucide-react';
import type { ObservationView } from '#shared/bridge/routes/observations.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatMoment, formatQuantity } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/Times.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { DriverBadge } from '../ColumnHead.tsx';

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
    <header
      style={{ height: momentHeadHeight }}
      className="flex flex-col justify-center gap-0.5 border-line-strong border-b bg-surface px-3"
    >
      <div className="flex h-6 items-center gap-2">
        <h2 className="flex min-w-0 flex-1 items-center">
          <button
            type="button"
            onClick={() => onInspect(observation.id)}
            title={`${time}: inspect`}
            className="-mx-1 truncate rounded-sm px-1 font-semibold tabular hover:bg-hover"
          >
            {time}
          </button>
        </h2>
        <DriverBadge driver={observation.driver} />
        <Tooltip text="Open this answer">
          <Button
            look="quiet"
            size="icon-small"
            aria-label={`Open the answer of ${time}`}
            onClick={() => onAnswer(observation.id)}
          >
            <FileText size={12} aria-hidden="true" />
          </Button>
        </Tooltip>
      </div>
      <p className="truncate text-ink-2 text-mini tabular">
        <RelativeTime atMs={observation.receivedAtMs} />
        {samples > 1 ? ` · ${formatQuantity(samples, 'sample')}` : ''}
        {observation.language ? ` · ${observation.language}` : ''}
        {observation.servedShape && observation.servedShape !== 'default'
          ? ` · ${observation.servedShape}`
          : ''}
        {observation.imported ? ' · imported' : ''}
      </p>
    </header>
  );
}
