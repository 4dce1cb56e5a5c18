import { type KeyboardEvent, memo, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { CellState } from '#shared/model/run.ts';
import type { Column } from '../../reading/columns.ts';
import type { ScreenRangeStore } from '../../reading/useColumnsAcross.ts';
import { classNames } from '../../ui/classNames.ts';
import { locationLabel } from '../../ui/locationLabels.ts';
import { stateWord } from '../../ui/StateMark.tsx';

export type OverviewCell = {
  readonly column: Column;
  readonly state: CellState;
  /** Words of the shown answer; null if it is not loaded. */
  readonly words: number | null;
};

type OverviewStripProps = {
  readonly cells: readonly OverviewCell[];
  readonly range: ScreenRangeStore;
  /** The number of pinned cells at the beginning, which are always visible. */
  readonly pinned: number;
  readonly selected: string | null;
  readonly onChoose: (key: string) => void;
};

const colours: Readonly<Record<CellState, string>> = {
  completed: 'bg-accent',
  running: 'bg-accent animate-pulse',
  planned: 'bg-line-strong',
  failed: 'bg-bad',
  cancelled: 'bg-control',
  unknown: 'bg-warn',
};

/**
 * All columns in one line: a bar with the length of the answer, or a short red or ochre one without an answer. It is
 * one Tab stop; arrow keys move, Enter goes to the column.
 */
export const OverviewStrip = memo(function OverviewStrip(props: OverviewStripProps) {
  const { cells, range, pinned, selected, onChoose } = props;
  const [active, setActive] = useState<string | null>(null);
  const id = useId();
  const longest = Math.max(1, ...cells.map((cell) => cell.words ?? 0));
  const keys = cells.map((cell) => cell.column.key);
  const current = active ?? selected ?? keys[0] ?? null;
  const codes = cells.length <= 40;

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = current === null ? 0 : keys.indexOf(current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: keys.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      setActive(keys[Math.min(keys.length - 1, Math.max(0, to))] ?? null);
    } else if ((event.key === 'Enter' || event.key === ' ') && current !== null) {
      event.preventDefault();
      onChoose(current);
    }
  };

  return (
    <div className="shrink-0 border-line border-b bg-sunken">
      <div
        role="listbox"
        aria-label="All markets of this run"
        aria-orientation="horizontal"
        tabIndex={0}
        aria-activedescendant={current === null ? undefined : `${id}-${current}`}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
        className="relative isolate mx-3 flex h-8 shrink-0 items-stretch overflow-hidden"
      >
        <OnScreenMark keys={keys} pinned={pinned} range={range} />
        {cells.map(({ column, state, words }) => {
          const { code, name } = locationLabel(column.market);
          const share = words === null ? 0.3 : 0.2 + 0.8 * (words / longest);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list is the one tab stop and names the active option
            <div
              key={column.key}
              id={`${id}-${column.key}`}
              role="option"
              aria-selected={column.key === selected}
              aria-label={`${code} ${name}, ${stateWord(state)}${words === null ? '' : `, ${words} words`}`}
              title={`${code} ${name}: ${stateWord(state)}${words === null ? '' : `, ${words} words`}`}
              onClick={() => onChoose(column.key)}
              className={classNames(
                // No layer and no clip of their own: hundreds of them would be gone through in every frame of a scroll.
                'flex min-w-0 flex-1 flex-col justify-between pt-0.5 hover:bg-pressed',
                codes ? 'px-0.5' : '',
                active === column.key ? 'outline-2 -outline-offset-2 outline-accent' : '',
              )}
            >
              {codes ? (
                <span
                  aria-hidden="true"
                  className={classNames(
                    'truncate text-center text-mini leading-3.5',
                    column.key === selected ? 'font-semibold text-accent' : 'text-ink-2',
                  )}
                >
                  {code}
                </span>
              ) : null}
              <span
                aria-hidden="true"
                style={{
                  height: `${Math.round((codes ? 12 : 26) * (state === 'completed' ? share : 0.3))}px`,
                }}
                className={classNames('mt-auto block', codes ? '' : 'me-px', colours[state])}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
});

/** Marks the visible columns behind the cells. It is moved by a transform, so that nothing is laid out again. */
function OnScreenMark({
  keys,
  pinned,
  range,
}: {
  readonly keys: readonly string[];
  readonly pinned: number;
  readonly range: ScreenRangeStore;
}) {
  const { first, last } = useStore(range);
  const from = keys.indexOf(first ?? '');
  const to = keys.indexOf(last ?? '');
  const share = (cells: number): string => `${(cells / Math.max(1, keys.length)) * 100}%`;
  const mark = (start: number, count: number) => (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 start-0 -z-10 bg-surface"
      style={{ width: share(count), transform: `translateX(${(start / count) * 100}%)` }}
    />
  );
  return (
    <>
      {pinned > 0 ? mark(0, pinned) : null}
      {from === -1 || to < from ? null : mark(from, to - from + 1)}
    </>
  );
}
