import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  /** An example that works when clicked. */
  readonly action?: ReactNode;
};

/** A screen without content: what will be here, and one way to begin. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-12 text-center">
      <h2 className="font-semibold text-read text-balance">{title}</h2>
      {children ? <div className="text-ink-2 text-pretty">{children}</div> : null}
      {action}
    </div>
  );
}

/** Pattern for "no data" in charts. It must be inside the SVG that uses it. */
export function NoDataPattern({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill="var(--sunken)" />
        <line x1="0" y1="0" x2="0" y2="6" stroke="var(--control)" strokeWidth="2" />
      </pattern>
    </defs>
  );
}

type KeyProps = { readonly pattern: string; readonly x: number; readonly y: number };

/** Legend entry of the hatching in a chart. `y` is the baseline of its text. */
export function NoDataKey({ pattern, x, y }: KeyProps) {
  return (
    <g fontSize="10" fill="var(--ink-2)">
      <rect x={x} y={y - 9} width="22" height="10" fill={`url(#${pattern})`} />
      <text x={x + 28} y={y}>
        No data
      </text>
    </g>
  );
}
