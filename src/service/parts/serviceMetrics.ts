import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServiceStore } from '../store/serviceStore.ts';
import type { ServiceParts } from './serviceParts.ts';

/**
 * Metrics of this process for Prometheus. Labels are routes, statuses and operations: no customer data, and a
 * bounded number of values.
 */
export type ServiceMetrics = {
  /** Wraps a store to measure its operations and count its charges. */
  readonly measured: (store: ServiceStore) => ServiceStore;
  readonly answered: (request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  /** Reads current usage for every scrape. */
  readonly follow: (parts: Followed) => void;
  readonly contentType: string;
  readonly text: () => Promise<string>;
};

const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const storeSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export function createServiceMetrics(): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'parallax_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'parallax_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer',
    labelNames: ['route'] as const,
    buckets: requestSeconds,
    registers,
  });
  const storeDurations = new Histogram({
    name: 'parallax_store_operation_duration_seconds',
    help: 'Time of an operation of the store, its commit included',
    labelNames: ['operation'] as const,
    buckets: storeSeconds,
    registers,
  });
  const storeFailures = new Counter({
    name: 'parallax_store_failures_total',
    help: 'Operations of the store that failed',
    labelNames: ['operation'] as const,
    registers,
  });
  const credits = new Counter({
    name: 'parallax_credits_charged_total',
    help: 'Credits charged by this process',
    registers,
  });
  const tasks = new Counter({
    name: 'parallax_tasks_finished_total',
    help: 'Tasks ended by this process, by outcome',
    labelNames: ['state'] as const,
    registers,
  });

  const timed = <Input extends unknown[], Output>(
    operation: string,
    carryOut: (...input: Input) => Promise<Output>,
  ): ((...input: Input) => Promise<Output>) => {
    return async (...input) => {
      const end = storeDurations.startTimer({ operation });
      try {
        return await carryOut(...input);
      } catch (error) {
        storeFailures.inc({ operation });
        throw error;
      } finally {
        end();
      }
    };
  };

  return {
    measured: (store) => {
      const counted: Pick<ServiceStore, 'settleCall' | 'settleTask'> = {
        settleCall: async (call) => {
          const settled = await store.settleCall(call);
          if (settled.kind === 'settled') credits.inc(call.charge);
          return settled;
        },
        settleTask: async (outcome) => {
          const settled = await store.settleTask(outcome);
          if (settled.kind !== 'settled') return settled;
          credits.inc(outcome.charge);
          tasks.inc({ state: outcome.state });
          return settled;
        },
      };
      const operations = Object.entries({ ...store, ...counted });
      return Object.fromEntries(
        operations.map(([name, carryOut]) => [name, timed(name, carryOut as () => Promise<unknown>)]),
      ) as unknown as ServiceStore;
    },
    answered: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
    follow: (parts) => followUse(registry, parts),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

type Followed = Pick<ServiceParts, 'capacity' | 'store' | 'clock'>;

function followUse(registry: Registry, { capacity, store, clock }: Followed): void {
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // If the store does not respond, the other metrics are needed most.
        this.set(await read().catch(() => Number.NaN));
      },
    });
  };
  gauge('parallax_slots_busy', 'Slots in use, all accounts', async () => (await capacity.slotsOfAll()).busy);
  gauge(
    'parallax_slots_total',
    'Slots of the plans, all accounts',
    async () => (await capacity.slotsOfAll()).limit,
  );
  gauge('parallax_tasks_queued', 'Tasks that wait', async () => (await store.waiting(clock.now())).tasks);
  gauge(
    'parallax_webhooks_due',
    'Webhooks that could be sent now',
    async () => (await store.waiting(clock.now())).webhooks,
  );
}
