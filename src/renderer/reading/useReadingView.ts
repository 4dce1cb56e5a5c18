import { type Dispatch, useCallback, useMemo, useState } from 'react';
import { type CompareView, readCompareView, writeCompareView } from './compareView.ts';
import type { ReadingEvent } from './readingState.ts';
import { type ReadTab, tabOf } from './readTabs.ts';

export type AddressParams = Readonly<Record<string, string>>;

/** The last selected tab, in any run. */
export type TabMemory = { readonly remembered: string; readonly remember: (tab: string) => void };

/** An address with parameters for columns is of the answers, even if it names no tab. */
const namesAnswers = (params: AddressParams): boolean =>
  ['mode', 'base', 'only', 'pin', 'hide', 'order', 'group'].some((name) => params[name] !== undefined);

export type ReadingView = {
  readonly tab: ReadTab;
  readonly setTab: (id: string) => void;
  readonly view: CompareView;
  readonly setView: (changes: Partial<CompareView>) => void;
};

/**
 * The tab and comparison view in the address.
 * @param usual default mode of the answers
 * @param memory last selected tab, which is the default, and its storage; by default the answers
 */
export function useReadingView(
  tabs: readonly ReadTab[],
  params: AddressParams,
  setParams: (changes: AddressParams) => void,
  usual: 'written' | 'consensus',
  send: Dispatch<ReadingEvent>,
  memory: TabMemory | null = null,
): ReadingView {
  const view = useMemo(() => readCompareView(params, usual), [params, usual]);
  const setView = useCallback(
    (changes: Partial<CompareView>) => {
      send({ type: 'view-changed' });
      setParams(writeCompareView({ ...view, ...changes }));
    },
    [view, setParams, send],
  );
  // The tab when the run was opened; another window may select another one meanwhile.
  const [opened] = useState(() => (params.at === undefined ? memory?.remembered : undefined));
  const remember = memory?.remember;
  const setTab = useCallback(
    (id: string) => {
      setParams({ tab: remember === undefined && id === 'answer' ? '' : id, row: '' });
      remember?.(id);
    },
    [setParams, remember],
  );
  return {
    tab: tabOf(tabs, params.tab ?? (namesAnswers(params) ? 'answer' : opened)),
    setTab,
    view,
    setView,
  };
}
