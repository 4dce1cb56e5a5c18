import { useMemo, useRef } from 'react';
import { type Command, useCommands } from '../window/commands.tsx';

/** Commands for the previous and next run of a series. */
export function useStepCommands(step: (by: 1 | -1) => void): void {
  const latest = useRef(step);
  latest.current = step;
  useCommands(
    useMemo<readonly Command[]>(
      () => [
        {
          id: 'earlier',
          title: 'Previous run in change history',
          group: 'Reading',
          keys: ['[', 'arrowleft'],
          words: 'earlier before',
          run: () => latest.current(-1),
        },
        {
          id: 'later',
          title: 'Next run in change history',
          group: 'Reading',
          keys: [']', 'arrowright'],
          words: 'later after',
          run: () => latest.current(1),
        },
      ],
      [],
    ),
  );
}
