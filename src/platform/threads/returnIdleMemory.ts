import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { once } from '#shared/once.ts';
import { returnFreedMemory } from '../sqlite/returnFreedMemory.ts';

/** A thread is idle if it worked for a smaller part of this time, in milliseconds. */
const restMs = 10_000;
const restUtilization = 0.02;
/** Minimum change of a size since memory was last returned that makes doing it again worthwhile, in bytes. */
const worthBytes = 16 * 1024 * 1024;

type Collect = (how: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/**
 * Returns memory when this thread is idle. V8 otherwise keeps the peak size of a heap for hours, because it collects
 * only on allocation, and Node does not notify its threads of idle time as a browser does.
 * @param release frees memory that can be loaded again, such as a database's page cache
 * @returns call it when there is work
 */
export function returnIdleMemory(release: () => void = () => {}, afterMs = restMs): () => void {
  let waiting = false;
  let heapBytes = 0;
  let residentBytes = 0;
  const look = (before: ReturnType<typeof performance.eventLoopUtilization>): void => {
    waiting = false;
    if (performance.eventLoopUtilization(before).utilization > restUtilization) {
      wait();
      return;
    }
    release();
    if (getHeapStatistics().total_physical_size - heapBytes >= worthBytes) {
      collector()?.({ type: 'major', flavor: 'last-resort' });
      heapBytes = getHeapStatistics().total_physical_size;
    }
    // Less is a reason too: a thread that ended leaves freed memory behind.
    if (Math.abs(process.memoryUsage.rss() - residentBytes) >= worthBytes) {
      const returned = (): void => {
        residentBytes = process.memoryUsage.rss();
      };
      // Where SQLite cannot be loaded, it stays.
      returnFreedMemory().then(returned, returned);
    }
  };
  const wait = (): void => {
    if (waiting) return;
    waiting = true;
    setTimeout(look, afterMs, performance.eventLoopUtilization()).unref();
  };
  return wait;
}

/** V8's garbage collector, which Node exposes only with a flag. Getting it takes 3 ms, too much for every start of a thread. */
const collector = once((): Collect | undefined => {
  try {
    setFlagsFromString('--expose-gc');
    return process.getBuiltinModule('node:vm').runInNewContext('gc') as Collect;
  } catch {
    return undefined;
  }
});
