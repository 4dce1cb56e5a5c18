import type { Clock, Random } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { AccountDirectory } from './accounts/accountDirectory.ts';
import type { RateLimiter } from './accounts/rateLimiter.ts';
import type { Capacity } from './capacity/capacity.ts';
import type { DriverRegistry } from './drivers/registry.ts';
import type { ServiceSettings } from './settings.ts';
import type { ServiceStore } from './store/serviceStore.ts';

/** What the running service is made of; built once in `startService` and handed to those who need it. */
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
  /** Address result files are given out under, without a trailing slash; known once the service listens. */
  readonly publicUrl: () => string;
  /** Hosts whose redirect links and search addresses are accepted, the drivers' own included. */
  readonly searchHosts: () => readonly string[];
  /** Takes over what another process has changed in the store: accounts, keys, credits, plans, deliveries. */
  readonly seeChanges: () => Promise<void>;
  /** Begins the next credit cycle of accounts whose cycle has ended; null, and nothing to wait for, while none has. */
  readonly renewEndedCycles: () => Promise<void> | null;
  /** Called whenever a slot or credits may have become free. */
  readonly capacityFreed: () => void;
  /** True once a stop was announced: the balancer is to send nothing more, what it sends is still served. */
  readonly leaving: () => boolean;
  /** True once a stop was asked for: nothing new starts. */
  readonly draining: () => boolean;
  /** Aborted when the stop budget is used up. */
  readonly stopping: AbortSignal;
};
