import { type Dispatch, useCallback, useMemo } from 'react';
import { type CompareView, readCompareView, writeCompareView } from './compare/compareView.ts';
import type { ReadingEvent } from './readingState.ts';
import { type ReadTab, type ReadTabId, tabOf } from './readTabs.ts';

export type AddressParams = Readonly<Record<string, string>>;

export type ReadingView = {
  readonly tab: ReadTab;
  readonly setTab: (id: ReadTabId) => void;
  readonly view: CompareView;
  readonly setView: (changes: Partial<CompareView>) => void;
};

/**
 * Which tab is read and how answers are compared in it, both kept in the address.
 * @param usual how answers are shown where the address does not say
 */
export function useReadingView(
  tabs: readonly ReadTab[],
  params: AddressParams,
  setParams: (changes: AddressParams) => void,
  usual: 'written' | 'consensus',
  send: Dispatch<ReadingEvent>,
): ReadingView {
  const view = useMemo(() => readCompareView(params, usual), [params, usual]);
  const setView = useCallback(
    (changes: Partial<CompareView>) => {
      send({ type: 'view-changed' });
      setParams(writeCompareView({ ...view, ...changes }));
    },
    [view, setParams, send],
  );
  const setTab = useCallback((id: ReadTabId) => setParams({ tab: id === 'answer' ? '' : id }), [setParams]);
  return { tab: tabOf(tabs, params.tab), setTab, view, setView };
}
