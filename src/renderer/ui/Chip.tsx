import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';

type ChipProps = {
  readonly children: ReactNode;
  /** Accessible name of the remove button, such as `Remove Germany`; no button without it. */
  readonly removeLabel?: string;
  readonly onRemove?: () => void;
  readonly onClick?: () => void;
  readonly problem?: boolean;
  readonly title?: string;
  /** Not a Tab stop, because the field around it handles keys. */
  readonly untabbable?: boolean;
};

/** A selected item. */
export function Chip({ children, removeLabel, onRemove, onClick, problem, title, untabbable }: ChipProps) {
  const tabIndex = untabbable ? -1 : undefined;
  const look = classNames(
    'inline-flex h-[22px] max-w-56 items-center rounded-md border text-table tabular',
    problem ? 'border-bad bg-bad-soft text-bad' : 'border-line bg-sunken text-ink',
  );
  const inner = 'flex h-full min-w-0 items-center gap-1.5 px-1.5';
  return (
    <span className={look} title={title}>
      {onClick ? (
        <button
          type="button"
          tabIndex={tabIndex}
          onClick={onClick}
          className={classNames(inner, 'rounded-md hover:bg-hover')}
        >
          {children}
        </button>
      ) : (
        <span className={inner}>{children}</span>
      )}
      {onRemove ? (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={removeLabel}
          onClick={onRemove}
          className="-ml-1 flex h-full w-5 items-center justify-center rounded-r-md text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X size={11} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}

type BadgeTone = 'neutral' | 'accent' | 'warn' | 'bad' | 'good';

const tones: Readonly<Record<BadgeTone, string>> = {
  neutral: 'border-line-strong text-ink-2',
  accent: 'border-accent text-accent bg-accent-soft',
  warn: 'border-warn text-warn bg-warn-soft',
  bad: 'border-bad text-bad bg-bad-soft',
  good: 'border-good text-good',
};

/** A label such as `sandbox` or `legacy`. */
export function Badge({
  children,
  tone = 'neutral',
  title,
}: {
  readonly children: ReactNode;
  readonly tone?: BadgeTone;
  readonly title?: string;
}) {
  return (
    <span
      title={title}
      data-note
      className={classNames(
        'inline-flex h-[18px] shrink-0 items-center whitespace-nowrap rounded-sm border px-1 text-mini',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
