import type { AnswerTab } from '#shared/analysis/comparison.ts';

/**
 * Where in the answer the markets differ: one stripe a block, darker the more of them differ. A picture of what the
 * rows say one by one, so it is passed over by screen readers; a click goes there.
 */
export function Minimap({
  tab,
  current,
  onChoose,
}: {
  readonly tab: AnswerTab;
  readonly current: number | null;
  readonly onChoose: (row: number) => void;
}) {
  if (tab.rows.length < 8) return null;
  return (
    <div aria-hidden="true" className="flex w-3.5 shrink-0 flex-col border-line border-s bg-sunken py-px">
      {tab.rows.map((row, index) => (
        <button
          key={row.id}
          type="button"
          tabIndex={-1}
          onClick={() => onChoose(index)}
          className="relative min-h-px w-full flex-1"
          style={{
            background:
              row.differing === 0
                ? undefined
                : `color-mix(in oklab, var(--added) ${Math.round(25 + 75 * (row.differing / Math.max(1, row.of)))}%, var(--sunken))`,
          }}
        >
          {index === current ? <span className="absolute inset-0 outline-2 outline-accent" /> : null}
        </button>
      ))}
    </div>
  );
}
