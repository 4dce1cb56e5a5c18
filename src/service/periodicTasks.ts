import type { ServiceParts } from './parts/serviceParts.ts';

/** How soon changes by other nodes take effect. */
const changesEveryMs = 200;
/** The same for what operator commands change, without other nodes; waiting tasks need it. Requests look for themselves. */
const commandsEveryMs = 2_000;
const cyclesEveryMs = 30_000;
const workEveryMs = 250;
const sweptAtOnce = 500;

/** Periodic work. Returns a function that stops it. */
export function startPeriodicTasks(
  { store, clock, log, settings, seeChanges, renewEndedCycles }: ServiceParts,
  hooks: {
    /** Reloads a changed `service.json`. */
    readonly followConfig: () => Promise<unknown>;
    /** Polls for tasks and deliveries of other processes; null if there are none. */
    readonly lookForWork: (() => void) | null;
  },
): () => void {
  const guarded = (what: string, work: () => Promise<void>): (() => void) => {
    let busy = false;
    return () => {
      if (busy) return;
      busy = true;
      work()
        .catch((error: unknown) => log('error', `${what} failed`, { error: String(error) }))
        .finally(() => {
          busy = false;
        });
    };
  };

  const readChanges = guarded('reading changed accounts', seeChanges);
  const renewCycles = guarded('renewing credit cycles', async () => {
    await renewEndedCycles();
  });

  const sweep = guarded('sweeping out what has expired', async () => {
    const now = clock.now();
    while (await store.sweep({ endedBefore: now - settings.retentionMs, now, limit: sweptAtOnce })) {
      // In batches, so that other callers' commits run in between.
    }
  });

  const followConfig = guarded('reading service.json', async () => {
    await hooks.followConfig();
  });

  const timers = [
    // By one timer: a service at rest is woken once for both.
    ...(hooks.lookForWork === null
      ? [
          setInterval(() => {
            followConfig();
            readChanges();
          }, commandsEveryMs),
        ]
      : [
          setInterval(followConfig, commandsEveryMs),
          setInterval(readChanges, changesEveryMs),
          setInterval(hooks.lookForWork, workEveryMs),
        ]),
    setInterval(renewCycles, cyclesEveryMs),
    setInterval(sweep, Math.min(60_000, Math.max(1_000, settings.retentionMs / 20))),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
