import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from '#shared/once.ts';

/** A thread that worked for a smaller part of this long, milliseconds, is at rest. */
const restMs = 10_000;
const restUtilization = 0.02;
/** A heap that grew by less since it was last collected is left alone, bytes. */
const worthBytes = 16 * 1024 * 1024;

type Collect = (how: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/**
 * Gives memory back once this thread is at rest: V8 keeps what a heap needed at its busiest for hours, since nothing is
 * allocated that would make it look (Node's threads, unlike a browser's tabs, tell it of no idle time).
 *
 * @param release lets go of what can be had again, such as the pages that a database keeps
 * @returns to be called when there is work
 */
export function createRest(release: () => void = () => {}, afterMs = restMs): () => void {
  let waiting = false;
  let leftBytes = 0;
  const look = (before: ReturnType<typeof performance.eventLoopUtilization>): void => {
    waiting = false;
    if (performance.eventLoopUtilization(before).utilization > restUtilization) {
      wait();
      return;
    }
    release();
    if (getHeapStatistics().total_physical_size - leftBytes < worthBytes) return;
    collector()?.({ type: 'major', flavor: 'last-resort' });
    leftBytes = getHeapStatistics().total_physical_size;
  };
  const wait = (): void => {
    if (waiting) return;
    waiting = true;
    setTimeout(look, afterMs, performance.eventLoopUtilization()).unref();
  };
  return wait;
}

/** V8's own collection, which Node gives only to programs that were started with a flag. Costs 2 ms, so not at the start. */
const collector = once((): Collect | undefined => {
  try {
    setFlagsFromString('--expose-gc');
    return runInNewContext('gc') as Collect;
  } catch {
    return undefined;
  }
});
