import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type FoundPlace, foldCase } from '../../reading/find.ts';
import { highlightMatches, showLabels } from '../../reading/highlightMatches.ts';
import { FindField } from '../../ui/FindField.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';

type FindBarProps = {
  readonly find: (words: string) => readonly FoundPlace[];
  readonly onGo: (place: FoundPlace) => void;
  readonly onClose: () => void;
  /** Initial search words and their column. */
  readonly begin?: { readonly words: string; readonly column: string };
  /** The searched element. */
  readonly area: RefObject<HTMLElement | null>;
};

/** Finds words in all answers of the screen, including columns outside the viewport. */
export function FindBar({ find, onGo, onClose, begin, area }: FindBarProps) {
  const [words, setWords] = useState(begin?.words ?? '');
  const [at, setAt] = useState(-1);
  const places = useMemo(() => (words.trim() === '' ? [] : find(words)), [find, words]);
  const total = places.reduce((sum, place) => sum + place.count, 0);
  const markets = new Set(places.map((place) => place.column)).size;

  useEffect(() => {
    if (area.current === null) return;
    return highlightMatches(area.current, foldCase(words.trim()));
  }, [area, words]);

  // The match from the address is shown once, when its column is available.
  const begun = begin !== undefined && at === -1 && words === begin.words;
  const first = begun ? places.findIndex(({ column }) => column === begin.column) : -1;
  useEffect(() => {
    if (first >= 0) goTo(first);
  });

  const go = (by: 1 | -1): void => {
    if (places.length === 0) return;
    goTo(at === -1 && by === -1 ? places.length - 1 : (at + by + places.length) % places.length);
  };
  const goTo = (next: number): void => {
    setAt(next);
    const place = places[next];
    if (!place) return;
    onGo(place);
    if (area.current && place.row === null) showLabels(area.current, place.column, foldCase(words.trim()));
  };

  return (
    <FindField
      label="Find in these answers"
      words={words}
      onWords={(typed) => {
        setWords(typed);
        setAt(-1);
      }}
      found={`${at === -1 ? '' : `${formatCount(at + 1)} of ${formatCount(places.length)} · `}${formatQuantity(total, 'match', 'matches')} in ${formatQuantity(markets, 'market')}`}
      none={total === 0}
      onGo={go}
      onClose={onClose}
    />
  );
}
