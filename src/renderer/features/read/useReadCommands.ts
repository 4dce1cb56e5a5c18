import { useMemo, useRef } from 'react';
import type { RunSummary } from '#shared/bridge/routes/runs.ts';
import { type Command, useCommands } from '../../app/commands.tsx';
import type { Column } from './columns.ts';
import type { ReadTab } from './readTabs.ts';

type Reading = {
  readonly run: RunSummary;
  readonly visible: readonly Column[];
  readonly selected: string | null;
  readonly tab: string;
  readonly select: (key: string) => void;
  readonly hide: (key: string) => void;
  readonly togglePin: (key: string) => void;
  readonly showAll: () => void;
  readonly setTab: (tab: ReadTab) => void;
  readonly setUnfolded: (all: boolean) => void;
  readonly askAgain: () => void;
  readonly stepDifference: (by: 1 | -1) => void;
  readonly stepBlock: (by: 1 | -1) => void;
  readonly compareAgainst: (key: string) => void;
  readonly consensus: () => void;
  readonly toggleOnlyDifferences: () => void;
  readonly find: () => void;
};

/** What can be done by key and palette while a run is read. */
export function useReadCommands(reading: Reading): void {
  // The commands stay the same objects; what they do looks at the latest reading.
  const latest = useRef(reading);
  latest.current = reading;
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
      const tab = (id: Parameters<Reading['setTab']>[0], title: string, key: string): Command => ({
        id: `tab-${id}`,
        title,
        group: 'Reading',
        keys: [key],
        run: () => latest.current.setTab(id),
      });
      return [
        {
          id: 'find',
          title: 'Find in these answers',
          group: 'Reading',
          keys: ['mod+f'],
          words: 'search words text',
          run: () => latest.current.find(),
        },
        tab('answer', 'Show answers', '1'),
        tab('sources', 'Show sources', '2'),
        tab('brands', 'Show brands', '3'),
        tab('fanout', 'Show the searches the engine ran', '4'),
        tab('search', 'Show search results', '5'),
        tab('shopping', 'Show shopping', '6'),
        tab('ads', 'Show ads', '7'),
        tab('map', 'Show map and likeness', '8'),
        tab('raw', 'Show raw results', '9'),
        tab('page', 'Show stored pages', '0'),
        {
          id: 'next-difference',
          title: 'Next difference',
          group: 'Reading',
          keys: ['n'],
          run: () => latest.current.stepDifference(1),
        },
        {
          id: 'previous-difference',
          title: 'Previous difference',
          group: 'Reading',
          keys: ['p'],
          run: () => latest.current.stepDifference(-1),
        },
        {
          id: 'next-block',
          title: 'Next block',
          group: 'Reading',
          keys: ['j'],
          keyOnly: true,
          run: () => latest.current.stepBlock(1),
        },
        {
          id: 'previous-block',
          title: 'Previous block',
          group: 'Reading',
          keys: ['k'],
          keyOnly: true,
          run: () => latest.current.stepBlock(-1),
        },
        {
          id: 'baseline',
          title: 'Compare against the selected column',
          group: 'Reading',
          keys: ['b'],
          run: () => onSelected((key) => latest.current.compareAgainst(key)),
        },
        {
          id: 'consensus',
          title: 'Show what all, most and some agree on',
          group: 'Reading',
          keys: ['c'],
          run: () => latest.current.consensus(),
        },
        {
          id: 'only-differences',
          title: 'Show only blocks that differ',
          group: 'Reading',
          keys: ['.'],
          run: () => latest.current.toggleOnlyDifferences(),
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
          title: 'Hide the selected column',
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
          title: 'Pin or unpin the selected column',
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
          title: 'Unfold all long answers',
          group: 'Reading',
          keys: ['e'],
          run: () => latest.current.setUnfolded(true),
        },
        {
          id: 'fold',
          title: 'Fold long answers',
          group: 'Reading',
          keys: ['shift+e'],
          run: () => latest.current.setUnfolded(false),
        },
        {
          id: 'ask-again',
          title: 'Change this question and ask again',
          group: 'Question',
          run: () => latest.current.askAgain(),
        },
      ];
    }, []),
  );
}
