import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { formatCount } from '../ui/format.ts';
import { Tooltip } from '../ui/Tooltip.tsx';

type StepButtonsProps = {
  /** Index in the series, from 0. */
  readonly place: number;
  readonly of: number;
  readonly onStep: (by: 1 | -1) => void;
};

/** Previous and next run, with the current position. */
export function StepButtons({ place, of, onStep }: StepButtonsProps) {
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Tooltip text="Previous run" keys="[">
        <Button
          look="quiet"
          size="icon-small"
          aria-label="Previous run"
          disabled={place <= 0}
          onClick={() => onStep(-1)}
        >
          <ChevronLeft size={14} aria-hidden="true" />
        </Button>
      </Tooltip>
      <span role="status" className="text-ink-2 text-table tabular">
        {of === 0 ? '' : `Run ${formatCount(place + 1)} of ${formatCount(of)}`}
      </span>
      <Tooltip text="Next run" keys="]">
        <Button
          look="quiet"
          size="icon-small"
          aria-label="Next run"
          disabled={place === -1 || place >= of - 1}
          onClick={() => onStep(1)}
        >
          <ChevronRight size={14} aria-hidden="true" />
        </Button>
      </Tooltip>
    </div>
  );
}
