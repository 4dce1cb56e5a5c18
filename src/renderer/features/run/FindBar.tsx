import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type FoundPlace, foldCase } from '../../reading/find.ts';
import { highlightMatches, showLabels } from '../../reading/highlightMatches.ts';
import { Button } from '../../ui/Button.tsx';
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
    <search className="flex h-9 shrink-0 items-center gap-2 border-line border-b bg-bg px-4">
      <input
        // biome-ignore lint/a11y/noAutofocus: it opens to be typed into
        autoFocus
        aria-label="Find in these answers"
        placeholder="Find in these answers"
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(-1);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
        }}
        className="h-6 w-64 rounded-md border border-control bg-surface px-2 outline-offset-0"
      />
      <span role="status" className="text-ink-2 text-table tabular">
        {words.trim() === ''
          ? ''
          : total === 0
            ? 'No results'
            : `${at === -1 ? '' : `${formatCount(at + 1)} of ${formatCount(places.length)} · `}${formatQuantity(total, 'match', 'matches')} in ${formatQuantity(markets, 'market')}`}
      </span>
      <Button
        look="quiet"
        size="icon-small"
        aria-label="Previous match"
        disabled={total === 0}
        onClick={() => go(-1)}
      >
        <ChevronUp size={14} aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        size="icon-small"
        aria-label="Next match"
        disabled={total === 0}
        onClick={() => go(1)}
      >
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Button look="quiet" size="icon-small" className="ms-auto" aria-label="Close find" onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </Button>
    </search>
  );
}
