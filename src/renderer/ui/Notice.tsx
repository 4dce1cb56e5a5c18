import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { classNames } from './classNames.ts';

type NoticeProps = {
  readonly tone: 'info' | 'warn' | 'bad';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
};

const faces = {
  info: { Icon: Info, box: 'border-line bg-sunken', icon: 'text-ink-3' },
  warn: { Icon: TriangleAlert, box: 'border-warn/40 bg-warn-soft', icon: 'text-warn' },
  bad: { Icon: CircleAlert, box: 'border-bad/40 bg-bad-soft', icon: 'text-bad' },
} as const;

/** A notice with its actions. */
export function Notice({ tone, children, actions, className }: NoticeProps) {
  const { Icon, box, icon } = faces[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-2 rounded-md border px-3 py-2', box, className)}
    >
      <Icon size={15} aria-hidden="true" className={classNames('mt-0.5 shrink-0', icon)} />
      <div className="min-w-0 flex-1 break-words">{children}</div>
      {actions ? <div className="flex shrink-0 items-center gap-1">{actions}</div> : null}
    </div>
  );
}

/** The data of a displayed error, compatible with `BridgeFailure` and the error of a cell. */
export type ShownError = {
  readonly message: string;
  readonly code?: string;
  readonly requestId?: string | null;
};

type ErrorNoticeProps = {
  readonly error: ShownError;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  readonly className?: string;
};

/** What happened, what was kept, and what to do next, with the code and the request id for copying. */
export function ErrorNotice({ error, onRetry, retryLabel = 'Try again', className }: ErrorNoticeProps) {
  const copied = [
    error.message,
    error.code && `Code: ${error.code}`,
    error.requestId && `Request: ${error.requestId}`,
  ]
    .filter(Boolean)
    .join('\n');
  return (
    <Notice tone="bad" className={className ?? ''}>
      <p dir="auto">{error.message}</p>
      {error.code || error.requestId ? (
        <p className="mt-1 font-mono text-ink-2 text-mini break-all">
          {[error.code, error.requestId].filter(Boolean).join(' · ')}
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-1.5">
        {onRetry ? (
          <Button size="small" onClick={onRetry}>
            {retryLabel}
          </Button>
        ) : null}
        <CopyButton text={copied} label="Copy error" />
      </div>
    </Notice>
  );
}
