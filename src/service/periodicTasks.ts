import type { ServiceParts } from './serviceParts.ts';

/** How soon what another process wrote is seen; a revoked key must stop working within a second. */
const changesEveryMs = 200;
const cyclesEveryMs = 30_000;
const configEveryMs = 1_000;
const sweptAtOnce = 500;

/** Work that comes round by the clock. Returns what ends it. */
export function startPeriodicTasks(
  { store, reservations, clock, log, settings }: ServiceParts,
  hooks: {
    /** Accounts, credits, plans or deliveries may have changed. */
    readonly changed: () => Promise<void>;
    /** Takes over a changed `service.json`. */
    readonly followConfig: () => Promise<unknown>;
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

  const seeChanges = guarded('reading changed accounts', async () => {
    if (await store.changedElsewhere()) await hooks.changed();
  });
  const renewCycles = guarded('renewing credit cycles', async () => {
    const renewed = await store.renewCycles({ now: clock.now(), held: reservations.allHeld() });
    if (renewed.length > 0) await hooks.changed();
  });

  const sweep = guarded('sweeping out what has expired', async () => {
    const endedBefore = clock.now() - settings.retentionMs;
    while (await store.sweep({ endedBefore, limit: sweptAtOnce })) {
      // In bites: other callers' commits go in between.
    }
  });

  const followConfig = guarded('reading service.json', async () => {
    await hooks.followConfig();
  });

  const timers = [
    setInterval(followConfig, configEveryMs),
    setInterval(seeChanges, changesEveryMs),
    setInterval(renewCycles, cyclesEveryMs),
    setInterval(sweep, Math.min(60_000, Math.max(1_000, settings.retentionMs / 20))),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
