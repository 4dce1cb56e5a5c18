import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  /** The one example that works when clicked. */
  readonly action?: ReactNode;
};

/** A place with nothing in it yet: says what will be here and offers one way to begin. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-12 text-center">
      <h2 className="font-semibold text-read text-balance">{title}</h2>
      {children ? <div className="text-ink-2 text-pretty">{children}</div> : null}
      {action}
    </div>
  );
}
