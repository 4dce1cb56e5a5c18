import { useMemo, useRef } from 'react';
import { type Command, useCommands } from '../window/commands.tsx';
import type { AlignedReadingState } from './aligned/useAlignedReading.ts';
import type { CompareView } from './compareView.ts';
import type { ReadTab } from './readTabs.ts';

type Comparing = {
  readonly reading: Pick<AlignedReadingState, 'stepDifference' | 'stepBlock'>;
  readonly view: CompareView;
  readonly setView: (changes: Partial<CompareView>) => void;
  /** The available tabs. */
  readonly tabs: readonly ReadTab[];
  readonly setTab: (tab: string) => void;
};

/** Shortcuts and palette commands of every comparison. `tabs` must keep its identity. */
export function useCompareCommands(comparing: Comparing): void {
  // The commands keep their identity and use the latest state.
  const latest = useRef(comparing);
  latest.current = comparing;
  const { tabs } = comparing;
  useCommands(
    useMemo<readonly Command[]>(
      () => [
        ...tabs.map(
          ({ id, command, shortcut }): Command => ({
            id: `tab-${id}`,
            title: command,
            group: 'Reading',
            keys: shortcut === null ? [] : [shortcut],
            run: () => latest.current.setTab(id),
          }),
        ),
        {
          id: 'next-difference',
          title: 'Next difference',
          group: 'Reading',
          keys: ['n'],
          run: () => latest.current.reading.stepDifference(1),
        },
        {
          id: 'previous-difference',
          title: 'Previous difference',
          group: 'Reading',
          keys: ['p'],
          run: () => latest.current.reading.stepDifference(-1),
        },
        {
          id: 'next-block',
          title: 'Next section',
          group: 'Reading',
          keys: ['j'],
          keyOnly: true,
          run: () => latest.current.reading.stepBlock(1),
        },
        {
          id: 'previous-block',
          title: 'Previous section',
          group: 'Reading',
          keys: ['k'],
          keyOnly: true,
          run: () => latest.current.reading.stepBlock(-1),
        },
        {
          id: 'consensus',
          title: 'Show consensus',
          group: 'Reading',
          keys: ['c'],
          run: () => latest.current.setView({ mode: 'consensus', baseline: null }),
        },
        {
          id: 'only-differences',
          title: 'Show differences only',
          group: 'Reading',
          keys: ['.'],
          run: () => {
            const { view, setView } = latest.current;
            setView({ onlyDifferences: !view.onlyDifferences });
          },
        },
      ],
      [tabs],
    ),
  );
}
