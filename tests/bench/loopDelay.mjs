// Loaded into the browser host with --import, it reports how late its event loop was: the built program itself is
// measured, unchanged. Workers load it too and keep quiet, since their loops do not serve the window.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const resolutionMs = 2;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  process.on('message', (asked) => {
    if (asked === 'reset') delay.reset();
    // The histogram counts the timer's own interval as delay.
    const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
    process.send({ max: ms(delay.max), p99: ms(delay.percentile(99)) });
  });
  process.channel?.unref();
}
