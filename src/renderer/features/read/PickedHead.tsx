import { ExternalLink } from 'lucide-react';
import type { ObservationView } from '#shared/bridge/routes/observations.ts';
import { Button } from '../../ui/Button.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Flag } from '../../ui/Flag.tsx';
import { formatAbsolute } from '../../ui/format.ts';
import { placeLabel } from '../../ui/placeNames.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { DriverBadge } from './ColumnHead.tsx';

/** CSS pixels. */
export const pickedHeadHeight = 72;

type PickedHeadProps = {
  readonly observation: ObservationView;
  readonly onInspect: (observationId: string) => void;
  readonly onOpenRun: (runId: string) => void;
};

/** Which answer a column shows: its market, its question and when it was given. */
export function PickedHead({ observation, onInspect, onOpenRun }: PickedHeadProps) {
  const nameOf = useEngineNames();
  const { code, name } = placeLabel(observation.market);
  return (
    <header
      style={{ height: pickedHeadHeight }}
      className="flex flex-col justify-center gap-0.5 border-line-strong border-b bg-surface px-3"
    >
      <div className="flex h-6 items-center gap-2">
        <h2 className="flex min-w-0 flex-1 items-center">
          <button
            type="button"
            onClick={() => onInspect(observation.id)}
            title={`${name}: inspect`}
            className="-mx-1 flex min-w-0 items-center gap-2 rounded-sm px-1 hover:bg-hover"
          >
            <Flag country={observation.market.country} />
            <span className="font-semibold tabular">{code}</span>
            <span className="truncate text-ink-2">{name}</span>
          </button>
        </h2>
        <DriverBadge driver={observation.driver} />
        <Tooltip text="Open its run">
          <Button
            look="quiet"
            size="icon-small"
            aria-label={`Open the run of ${name}`}
            onClick={() => onOpenRun(observation.runId)}
          >
            <ExternalLink size={12} aria-hidden="true" />
          </Button>
        </Tooltip>
      </div>
      <p dir="auto" title={observation.question} className="truncate text-table">
        {observation.question}
      </p>
      <p className="truncate text-ink-2 text-mini tabular">
        {formatAbsolute(observation.receivedAtMs)} · {nameOf(observation.engine)}
        {observation.language ? ` · ${observation.language}` : ''}
      </p>
    </header>
  );
}
