import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';

export type QuitState = 'running' | 'draining' | 'closed';

export type Quitting = {
  readonly state: () => QuitState;
  /** For `before-quit`: holds the quit back once, drains, and quits again. */
  readonly beforeQuit: (event: { readonly preventDefault: () => void }) => void;
  /** Drains, and does this at the end instead of leaving at once; an installer starts so. */
  readonly quitThen: (leave: () => void) => void;
  /** Drains and ends with another code than 0, after what is said of it was read. */
  readonly breakDown: (code: number, said: Promise<unknown>) => void;
};

/**
 * The end of the program. Electron does not wait for anything in its quit events, so the first quit is held back
 * until `drain` has finished or `deadlineMs` is over, and the program ends then. Quits in between change nothing. What
 * is still at work at the deadline is killed: an exit would wait for a thread in an endless query, for ever.
 *
 * At the end of a Windows session there is no `before-quit`: what must survive that is on disk before it is shown.
 */
export function createQuitting(options: {
  readonly drain: () => Promise<void>;
  readonly deadlineMs: number;
  /** Ends the process; called once, when everything is closed. */
  readonly exit: (code: number) => void;
  /** Ends the process whatever it is busy with; called once, when something is not. */
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
