import { useMemo, useRef } from 'react';
import { type Command, useCommands } from '../../../app/commands.tsx';
import type { ReadTab } from '../readTabs.ts';
import type { CompareView } from './compareView.ts';
import type { AlignedReadingState } from './useAlignedReading.ts';

type Comparing = {
  readonly reading: Pick<AlignedReadingState, 'stepDifference' | 'stepBlock'>;
  readonly view: CompareView;
  readonly setView: (changes: Partial<CompareView>) => void;
  /** The tabs there are. */
  readonly tabs: ReadonlySet<ReadTab>;
  readonly setTab: (tab: ReadTab) => void;
};

const tabCommands: readonly { readonly tab: ReadTab; readonly title: string; readonly key: string }[] = [
  { tab: 'answer', title: 'Show answers', key: '1' },
  { tab: 'sources', title: 'Show sources', key: '2' },
  { tab: 'brands', title: 'Show brands', key: '3' },
  { tab: 'fanout', title: 'Show fan-out queries', key: '4' },
  { tab: 'search', title: 'Show search results', key: '5' },
  { tab: 'shopping', title: 'Show shopping', key: '6' },
  { tab: 'ads', title: 'Show ads', key: '7' },
  { tab: 'map', title: 'Show map and similarity', key: '8' },
  { tab: 'raw', title: 'Show raw results', key: '9' },
  { tab: 'page', title: 'Show stored pages', key: '0' },
];

/** What can be done by key and palette wherever answers are compared. `tabs` stays the same object. */
export function useCompareCommands(comparing: Comparing): void {
  // The commands stay the same objects; what they do looks at the latest reading.
  const latest = useRef(comparing);
  latest.current = comparing;
  const { tabs } = comparing;
  useCommands(
    useMemo<readonly Command[]>(
      () => [
        ...tabCommands
          .filter(({ tab }) => tabs.has(tab))
          .map(
            ({ tab, title, key }): Command => ({
              id: `tab-${tab}`,
              title,
              group: 'Reading',
              keys: [key],
              run: () => latest.current.setTab(tab),
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
