type ProgressRingProps = {
  /** 0 to 1; null if unknown. */
  readonly share: number | null;
  readonly size?: number;
  /** Accessible name; omit it if a text beside it contains the same. */
  readonly label?: string;
};

/** Progress as a ring. */
export function ProgressRing({ share, size = 14, label }: ProgressRingProps) {
  const radius = size / 2 - 1.5;
  const length = 2 * Math.PI * radius;
  const shown = share === null ? 0.25 : Math.min(1, Math.max(0, share));
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: 2 };
  const named = label
    ? ({
        role: 'progressbar',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': share === null ? undefined : Math.round(share * 100),
      } as const)
    : ({ 'aria-hidden': true } as const);
  return (
    <span {...named} className="inline-flex shrink-0">
      <svg
        width={size}
        height={size}
        viewBox={`0 0 ${size} ${size}`}
        aria-hidden="true"
        className={share === null ? 'animate-spin' : undefined}
      >
        <circle {...circle} className="stroke-line-strong" />
        {/* Round ends would show a dot where nothing is done. */}
        {shown === 0 ? null : (
          <circle
            {...circle}
            strokeLinecap="round"
            strokeDasharray={`${length * shown} ${length}`}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
            className="stroke-accent"
          />
        )}
      </svg>
    </span>
  );
}
