import { type RefObject, useEffect, useState } from 'react';
import { foldCase } from '../reading/find.ts';
import { currentMatch, highlightMatches, matchesIn } from '../reading/highlightMatches.ts';
import { FindField } from '../ui/FindField.tsx';
import { formatCount, formatQuantity } from '../ui/format.ts';

type FindOnScreenProps = {
  /** The searched element. */
  readonly area: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
};

/** Finds words in what a screen shows. Answers have a bar of their own, which also knows columns outside the viewport. */
export function FindOnScreen({ area, onClose }: FindOnScreenProps) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const [total, setTotal] = useState(0);
  const wanted = foldCase(words.trim());
  useEffect(() => {
    if (area.current === null || wanted === '') return setTotal(0);
    return highlightMatches(area.current, wanted, setTotal);
  }, [area, wanted]);
  useEffect(() => () => currentMatch(null), []);

  const show = (next: number): void => {
    setAt(next);
    currentMatch(area.current === null ? null : (matchesIn(area.current, wanted)[next - 1] ?? null));
  };
  return (
    <FindField
      label="Find on this screen"
      words={words}
      onWords={(typed) => {
        setWords(typed);
        setAt(0);
        currentMatch(null);
      }}
      found={`${at === 0 ? '' : `${formatCount(Math.min(at, total))} of `}${formatQuantity(total, 'match', 'matches')}`}
      none={total === 0}
      onGo={(by) => {
        if (total === 0) return;
        show(at === 0 ? (by === 1 ? 1 : total) : ((at - 1 + by + total) % total) + 1);
      }}
      onClose={onClose}
    />
  );
}
