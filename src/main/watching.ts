import type { Clock } from '#platform/clock.ts';

/** Repeats a task until its signal aborts: regularly, and at once when nudged. */
export function createWatch(
  clock: Pick<Clock, 'wait'>,
  everyMs: number,
  task: (signal: AbortSignal) => Promise<unknown>,
  onFailure: (error: unknown) => void,
) {
  let wake = Promise.withResolvers<void>();
  return {
    /** A run has ended, or the clock may have jumped, for example after sleep: checks immediately. */
    nudge: (): void => wake.resolve(),
    /** Checks repeatedly until the signal aborts. */
    async watch(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await task(signal).catch(onFailure);
        await Promise.race([clock.wait(everyMs, signal).catch(() => {}), wake.promise]);
        wake = Promise.withResolvers<void>();
      }
    },
  };
}

/** One at a time; calls that arrive meanwhile get the next one. */
export function oneAtATime<Input extends readonly unknown[], Output>(
  task: (...input: Input) => Promise<Output>,
) {
  let running: Promise<Output> | null = null;
  /** The end of what is running, whatever its outcome. */
  const ended = async (): Promise<void> => {
    await running?.catch(() => {});
  };
  const run = async (...input: Input): Promise<Output> => {
    await ended();
    running ??= task(...input).finally(() => {
      running = null;
    });
    return running;
  };
  return Object.assign(run, { ended });
}
