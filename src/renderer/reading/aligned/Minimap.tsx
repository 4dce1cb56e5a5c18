import { type MouseEvent, memo } from 'react';
import type { AnswerTab } from '#shared/model/comparison/comparison.ts';

/** Maximum number of stripes that can be distinguished on a screen. */
const maxStripes = 240;

/** Share of markets that differ by stripe, 0..1: the maximum of its rows. */
function stripesOf(tab: AnswerTab): readonly number[] {
  const count = Math.min(maxStripes, tab.rows.length);
  const stripes = new Array<number>(count).fill(0);
  tab.rows.forEach((row, index) => {
    const at = Math.floor((index * count) / tab.rows.length);
    stripes[at] = Math.max(stripes[at] ?? 0, row.differing / Math.max(1, row.of));
  });
  return stripes;
}

type MinimapProps = {
  readonly tab: AnswerTab;
  readonly current: number | null;
  readonly onChoose: (row: number) => void;
};

/**
 * Minimap of the differences: one stripe per block, darker if more markets differ. Hidden from screen readers,
 * because the rows contain the same information. A click scrolls to the block.
 */
export const Minimap = memo(function Minimap({ tab, current, onChoose }: MinimapProps) {
  const { rows } = tab;
  if (rows.length < 8) return null;
  const choose = (event: MouseEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows.length);
    onChoose(Math.min(rows.length - 1, Math.max(0, row)));
  };
  return (
    <div
      aria-hidden="true"
      onClick={choose}
      className="relative flex w-3.5 shrink-0 cursor-pointer flex-col border-line border-s bg-sunken"
    >
      {stripesOf(tab).map((share, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a stripe is its place
          key={index}
          className="min-h-px w-full flex-1"
          style={{
            background:
              share === 0
                ? undefined
                : `color-mix(in oklab, var(--added) ${Math.round(25 + 75 * share)}%, var(--sunken))`,
          }}
        />
      ))}
      {current === null ? null : (
        <span
          className="absolute inset-x-0 outline-2 outline-accent"
          style={{ top: `${(current / rows.length) * 100}%`, height: `max(2px, ${100 / rows.length}%)` }}
        />
      )}
    </div>
  );
});
