import { Ban, Check, CircleDashed, CircleHelp, X } from 'lucide-react';
import type { CellState } from '#shared/model/run.ts';
import { classNames } from './classNames.ts';
import { ProgressRing } from './ProgressRing.tsx';

const words: Readonly<Record<CellState, string>> = {
  planned: 'pending',
  running: 'running',
  completed: 'answered',
  failed: 'failed',
  cancelled: 'cancelled',
  unknown: 'unknown',
};

/** The state of a cell as a word for sentences. */
export function stateWord(state: CellState): string {
  return words[state];
}

const marks = {
  planned: { Icon: CircleDashed, colour: 'text-ink-3' },
  completed: { Icon: Check, colour: 'text-good' },
  failed: { Icon: X, colour: 'text-bad' },
  cancelled: { Icon: Ban, colour: 'text-ink-3' },
  unknown: { Icon: CircleHelp, colour: 'text-warn' },
} as const;

/** The state of a cell by shape and colour. The word is beside it or in `label`. */
export function StateMark({
  state,
  size = 13,
  label,
}: {
  readonly state: CellState;
  readonly size?: number;
  readonly label?: boolean;
}) {
  const word = label ? <span className="sr-only">{words[state]}</span> : null;
  if (state === 'running')
    return (
      <>
        <ProgressRing share={null} size={size} />
        {word}
      </>
    );
  const { Icon, colour } = marks[state];
  return (
    <>
      <Icon size={size} strokeWidth={2.5} aria-hidden="true" className={classNames('shrink-0', colour)} />
      {word}
    </>
  );
}
