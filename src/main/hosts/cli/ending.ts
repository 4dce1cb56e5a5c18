import process from 'node:process';
import type { ExitCode } from './exitCodes.ts';

/**
 * Repeated signals within this time count once: npm and the terminal both forward Ctrl+C, and the settings
 * library sends it again.
 */
const sameWishMs = 500;
/**
 * After the first signal a command has this time to store what is paid for, in milliseconds. With what a signal waits
 * for while the program starts, the end is within five seconds.
 */
export const lastWorkMs = 4000;
/** The browser host has the time of the desktop program, which a busy machine needs to close; a second Ctrl+C ends it at once. */
export const lastWindowMs = 20_000;
/** A command that only reads has nothing to store. */
export const lastReadMs = 900;

/** How a process ends that was asked to. */
export type Ending = {
  /** Aborts at the first signal: the command finishes its current work. */
  readonly interrupted: AbortSignal;
  /** Time from the first signal until the process ends, whatever its threads do, in milliseconds. */
  readonly within: (ms: number) => void;
  /**
   * Called before such an end. Work that must not be lost is done synchronously; a returned code becomes the exit
   * code of the process, which otherwise ends by the signal.
   */
  readonly before: (work: () => ExitCode | null) => void;
  /** Ends the process at once with this code, whatever its threads do. */
  readonly now: (code: ExitCode) => void;
};

/**
 * Converts signals into an abort: the first asks the command to finish. If that takes longer, `letGo` gives the
 * signals their default action again, so that the next one terminates the process: process.exit would wait for
 * every thread, and a thread in an endless query never ends.
 */
export function endingBy(parts: {
  readonly listen: (handler: (signal: NodeJS.Signals) => void) => void;
  readonly after: (ms: number, then: () => void) => void;
  /** Stops listening, so that a signal has its default action again. */
  readonly letGo: () => void;
  /** Ends the process, by the signal or with the code. */
  readonly end: (signal: NodeJS.Signals, code: ExitCode | null) => void;
}): Ending {
  const interruption = new AbortController();
  let limitMs = lastWorkMs;
  let lastWork: () => ExitCode | null = () => null;
  parts.listen((signal) => {
    if (interruption.signal.aborted) return;
    interruption.abort();
    const end = (): void => parts.end(signal, lastWork());
    if (limitMs > sameWishMs) parts.after(sameWishMs, parts.letGo);
    if (Number.isFinite(limitMs)) parts.after(limitMs, end);
  });
  return {
    interrupted: interruption.signal,
    within: (ms) => {
      limitMs = ms;
    },
    before: (work) => {
      lastWork = work;
    },
    now: (code) => parts.end('SIGTERM', code),
  };
}

/**
 * Ends this process with a code although a thread may be in a query without end: `process.exit` waits for every
 * thread. A process that is replaced by another program does not.
 */
export function endNow(code: ExitCode): never {
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process has ended.');
}
