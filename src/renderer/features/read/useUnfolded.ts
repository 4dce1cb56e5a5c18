import { useCallback, useState } from 'react';

export type Unfolded = {
  /** Keys of the columns whose long answers are shown whole. */
  readonly keys: ReadonlySet<string>;
  readonly setOne: (key: string, open: boolean) => void;
  /** These and no others. */
  readonly setAll: (keys: Iterable<string>) => void;
};

/** Which columns are read whole; none to begin with. */
export function useUnfolded(): Unfolded {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const setOne = useCallback(
    (key: string, open: boolean) =>
      setKeys((now) => {
        const next = new Set(now);
        if (open) next.add(key);
        else next.delete(key);
        return next;
      }),
    [],
  );
  const setAll = useCallback((all: Iterable<string>) => setKeys(new Set(all)), []);
  return { keys, setOne, setAll };
}
