import type { ReactNode } from 'react';
import type { ObservationView } from '#shared/model/observation.ts';
import { Button } from '../ui/Button.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { DriverBadge } from './DriverBadge.tsx';

type AnswerHeadProps = {
  readonly observation: ObservationView;
  /** CSS pixels. */
  readonly height: number;
  /** Name of the column, as text and as displayed. */
  readonly name: string;
  readonly shown: ReactNode;
  readonly onInspect: (observationId: string) => void;
  readonly action: {
    readonly text: string;
    readonly label: string;
    readonly icon: ReactNode;
    readonly onClick: () => void;
  };
  /** Further lines. */
  readonly children: ReactNode;
};

/** Header of a column with one stored answer: a name that opens the inspector, and a link. */
export function AnswerHead(props: AnswerHeadProps) {
  const { observation, height, name, shown, onInspect, action, children } = props;
  return (
    <header
      style={{ height }}
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
            {shown}
          </button>
        </h2>
        <DriverBadge driver={observation.driver} />
        <Tooltip text={action.text}>
          <Button look="quiet" size="icon-small" aria-label={action.label} onClick={action.onClick}>
            {action.icon}
          </Button>
        </Tooltip>
      </div>
      {children}
    </header>
  );
}
