import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import { foldCase } from './find.ts';
import { highlightMatches } from './highlightMatches.ts';
import { type RawView, readRawView, writeRawView } from './rawView.ts';

type Params = Readonly<Record<string, string>>;

/** How raw results are read, kept in the address; while `shown`, the words searched in them are marked in `area`. */
export function useRawView(
  params: Params,
  setParams: (changes: Params) => void,
  shown: boolean,
  area: RefObject<HTMLElement | null>,
): readonly [RawView, (next: RawView) => void] {
  const view = useMemo(() => readRawView(params), [params]);
  const setView = useCallback((next: RawView) => setParams(writeRawView(next)), [setParams]);
  const words = shown ? view.words.trim() : '';
  useEffect(() => {
    if (words === '' || area.current === null) return;
    return highlightMatches(area.current, foldCase(words));
  }, [words, area]);
  return [view, setView];
}
