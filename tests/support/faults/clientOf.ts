import { onTestFinished } from 'vitest';
import type { Transport } from '#client/exchange.ts';
import { createServiceClient, type ServiceClientOptions } from '#main/client/serviceClient.ts';
import { createFetch } from '#main/client/undiciFetch.ts';
import { handClock } from './clocks.ts';

/** The key that the client sends. */
export const clientKey = `sk_${'a1B2'.repeat(10)}`;

/** A client whose waits before a retry end at once; its time limits end only by hand. */
export function clientOf(baseUrl: string, over: Partial<ServiceClientOptions> = {}) {
  return createServiceClient({
    baseUrl,
    key: async () => clientKey,
    fetch: over.fetch ?? networkOf(),
    clock: handClock(10_000),
    random: () => 0.5,
    log: () => {},
    ...over,
  });
}

/** The program's own network, closed with the test. */
export function networkOf(...lookup: Parameters<typeof createFetch>): Transport {
  const { fetch, close } = createFetch(...lookup);
  onTestFinished(close);
  return fetch;
}
