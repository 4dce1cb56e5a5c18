import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../ui/Button.tsx';
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
        <IconButton
          Icon={ChevronLeft}
          px={14}
          label="Previous run"
          disabled={place <= 0}
          onClick={() => onStep(-1)}
        />
      </Tooltip>
      <span role="status" className="text-ink-2 text-table tabular">
        {of === 0 ? '' : `Run ${formatCount(place + 1)} of ${formatCount(of)}`}
      </span>
      <Tooltip text="Next run" keys="]">
        <IconButton
          Icon={ChevronRight}
          px={14}
          label="Next run"
          disabled={place === -1 || place >= of - 1}
          onClick={() => onStep(1)}
        />
      </Tooltip>
    </div>
  );
}
