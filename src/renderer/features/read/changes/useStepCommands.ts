import { useMemo, useRef } from 'react';
import { type Command, useCommands } from '../../../app/commands.tsx';

/** Steps through time by key and palette, wherever one answer has others before and after it. */
export function useStepCommands(step: (by: 1 | -1) => void): void {
  const latest = useRef(step);
  latest.current = step;
  useCommands(
    useMemo<readonly Command[]>(
      () => [
        {
          id: 'earlier',
          title: 'One time earlier',
          group: 'Reading',
          keys: ['[', 'arrowleft'],
          words: 'previous before through time',
          run: () => latest.current(-1),
        },
        {
          id: 'later',
          title: 'One time later',
          group: 'Reading',
          keys: [']', 'arrowright'],
          words: 'next after through time',
          run: () => latest.current(1),
        },
      ],
      [],
    ),
  );
}
