import type { Clock, Random } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { AccountDirectory } from '../accounts/accountDirectory.ts';
import type { DriverRegistry } from '../drivers/registry.ts';
import type { Capacity } from '../store/capacity.ts';
import type { RateLimiter } from '../store/rateLimiter.ts';
import type { ServiceStore } from '../store/serviceStore.ts';
import type { ServiceSettings } from './settings.ts';

/** Components of the running service; created once in `startService` and injected where needed. */
export type ServiceParts = {
  readonly settings: ServiceSettings;
  readonly store: ServiceStore;
  readonly directory: AccountDirectory;
  readonly capacity: Capacity;
  readonly rateLimiter: RateLimiter;
  readonly registry: DriverRegistry;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Base URL of result files, without a trailing slash; known once the service listens. */
  readonly publicUrl: () => string;
  /** Hosts whose redirect links and search URLs are accepted, including the drivers' own. */
  readonly searchHosts: () => readonly string[];
  /** Reloads what another process has changed in the store: accounts, keys, credits, plans, deliveries. */
  readonly seeChanges: () => Promise<void>;
  /** True if nobody has looked for such changes for so long that a request has to. */
  readonly changesUnseen: () => boolean;
  /** Renews expired credit cycles; null, with nothing to await, while there are none. */
  readonly renewEndedCycles: () => Promise<void> | null;
  /** True while the store does not answer: what can be said without it is said at once. */
  readonly storeAway: () => boolean;
  /** Called whenever a slot or credits may have become free. */
  readonly capacityFreed: () => void;
  /** Called for every request and task: memory is returned to the system when none comes for a while. */
  readonly worked: () => void;
  /** True once a shutdown was announced: the balancer should route elsewhere, but requests are still served. */
  readonly leaving: () => boolean;
  /** True once shutdown has begun: nothing new starts. */
  readonly draining: () => boolean;
  /** Aborted when the shutdown budget is used up. */
  readonly stopping: AbortSignal;
};
