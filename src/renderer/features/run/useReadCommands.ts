import { useMemo, useRef } from 'react';
import type { Column } from '../../reading/columns.ts';
import { type Command, useCommands } from '../../window/commands.tsx';

type Reading = {
  readonly visible: readonly Column[];
  readonly selected: string | null;
  readonly select: (key: string) => void;
  readonly hide: (key: string) => void;
  readonly togglePin: (key: string) => void;
  readonly showAll: () => void;
  readonly setUnfolded: (all: boolean) => void;
  readonly askAgain: () => void;
  readonly compareAgainst: (key: string) => void;
  /** Null where the words of the answers are not shown: the screen is searched there as every other. */
  readonly find: (() => void) | null;
};

/** Shortcuts and palette commands for the columns of a run, in addition to those of every comparison. */
export function useReadCommands(reading: Reading): void {
  // The commands keep their identity and use the latest state.
  const latest = useRef(reading);
  latest.current = reading;
  const finds = reading.find !== null;
  useCommands(
    useMemo<readonly Command[]>(() => {
      const step = (by: 1 | -1): void => {
        const { visible, selected, select } = latest.current;
        const at = visible.findIndex((column) => column.key === selected);
        const next = at === -1 ? visible[by === 1 ? 0 : visible.length - 1] : visible[at + by];
        if (next) select(next.key);
      };
      const onSelected = (act: (key: string) => void): void => {
        if (latest.current.selected !== null) act(latest.current.selected);
      };
      return [
        ...(finds
          ? [
              {
                id: 'find',
                title: 'Find in these answers',
                group: 'Reading',
                keys: ['mod+f'],
                words: 'search words text',
                run: () => latest.current.find?.(),
              } as const,
            ]
          : []),
        {
          id: 'baseline',
          title: 'Compare with selected column',
          group: 'Reading',
          keys: ['b'],
          run: () => onSelected((key) => latest.current.compareAgainst(key)),
        },
        {
          id: 'next-column',
          title: 'Next column',
          group: 'Reading',
          keys: ['arrowright'],
          keyOnly: true,
          run: () => step(1),
        },
        {
          id: 'previous-column',
          title: 'Previous column',
          group: 'Reading',
          keys: ['arrowleft'],
          keyOnly: true,
          run: () => step(-1),
        },
        {
          id: 'hide-column',
          title: 'Hide selected column',
          group: 'Reading',
          keys: ['x'],
          run: () =>
            onSelected((key) => {
              const { visible, hide, select } = latest.current;
              const at = visible.findIndex((column) => column.key === key);
              const next = visible[at + 1] ?? visible[at - 1];
              hide(key);
              if (next) select(next.key);
            }),
        },
        {
          id: 'pin-column',
          title: 'Pin or unpin selected column',
          group: 'Reading',
          keys: ['shift+p'],
          run: () => onSelected((key) => latest.current.togglePin(key)),
        },
        {
          id: 'show-all-columns',
          title: 'Show all hidden columns',
          group: 'Reading',
          keys: ['shift+x'],
          run: () => latest.current.showAll(),
        },
        {
          id: 'unfold',
          title: 'Expand all long answers',
          group: 'Reading',
          keys: ['e'],
          run: () => latest.current.setUnfolded(true),
        },
        {
          id: 'fold',
          title: 'Collapse long answers',
          group: 'Reading',
          keys: ['shift+e'],
          run: () => latest.current.setUnfolded(false),
        },
        {
          id: 'ask-again',
          title: 'Edit & re-run',
          group: 'Question',
          run: () => latest.current.askAgain(),
        },
      ];
    }, [finds]),
  );
}
