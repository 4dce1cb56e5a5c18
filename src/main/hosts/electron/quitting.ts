import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';

export type QuitState = 'running' | 'draining' | 'closed';

export type Quitting = {
  readonly state: () => QuitState;
  /** For `before-quit`: prevents the quit once, drains, and quits again. */
  readonly beforeQuit: (event: { readonly preventDefault: () => void }) => void;
  /** Drains, and calls this instead of exiting; starts an installer. */
  readonly quitThen: (leave: () => void) => void;
  /** Drains and exits with another code than 0, after the user has read the message. */
  readonly breakDown: (code: number, said: Promise<unknown>) => void;
};

/**
 * Shutdown of the program. Electron waits for nothing in its quit events, so the first quit is prevented until
 * `drain` has finished or `deadlineMs` is over, and then the program exits. Further quits meanwhile change
 * nothing. Work that is still running at the deadline is killed: exit would wait forever for a thread in an
 * endless query.
 * At the end of a Windows session there is no `before-quit`: what must survive is on disk before it is shown.
 */
export function createQuitting(options: {
  readonly drain: () => Promise<void>;
  readonly deadlineMs: number;
  /** Exits the process; called once, when everything is closed. */
  readonly exit: (code: number) => void;
  /** Kills the process whatever it is doing; called once, if something is not closed. */
  readonly kill: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}): Quitting {
  const { drain, deadlineMs, exit, kill, clock, log } = options;
  let state: QuitState = 'running';

  const finish = async (leave: () => void, said: Promise<unknown>): Promise<void> => {
    const drained = drain().then(
      () => true,
      (error: unknown) => {
        log('error', 'Closing failed.', { error: String(error) });
        return false;
      },
    );
    const late = new AbortController();
    const overdue = clock.wait(deadlineMs, late.signal).then(
      () => {
        log('warn', 'Closing took too long; what was under way is resumed at the next start.');
        return false;
      },
      () => false,
    );
    const closed = await Promise.race([drained, overdue]);
    late.abort();
    await said.catch(() => undefined);
    state = 'closed';
    if (closed) leave();
    else kill();
  };
  const begin = (leave: () => void, said: Promise<unknown>): void => {
    if (state !== 'running') return;
    state = 'draining';
    void finish(leave, said);
  };

  return {
    state: () => state,
    beforeQuit: (event) => {
      if (state === 'closed') return;
      event.preventDefault();
      begin(() => exit(0), Promise.resolve());
    },
    quitThen: (leave) => begin(leave, Promise.resolve()),
    breakDown: (code, said) => begin(() => exit(code), said),
  };
}
