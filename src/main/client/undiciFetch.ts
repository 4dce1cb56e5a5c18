import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import type { Fetch } from './exchange.ts';

/**
 * Node's built-in fetch gives up on a silent server after 300 seconds, before the 330 a monitor call may take;
 * this one leaves all time limits but that for connecting to its caller. Proxies of the environment
 * (HTTPS_PROXY, NO_PROXY) are used for every address but those of this machine.
 */
export function createFetch(): { readonly fetch: Fetch; readonly close: () => Promise<void> } {
  const options = {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10_000 },
    // With multiplexed streams one could not tell a request that was sent from one that was not.
    allowH2: false,
  };
  const direct = new Agent(options);
  const proxied = new EnvHttpProxyAgent(options);
  return {
    fetch: (url, init) => {
      const dispatcher = isThisMachine(url) ? direct : proxied;
      // Same shape as the global types, but declared by another package.
      const call = undiciFetch as unknown as (url: string, init: object) => Promise<Response>;
      return call(url, { ...init, dispatcher });
    },
    close: async () => {
      await Promise.allSettled([direct.destroy(), proxied.destroy()]);
    },
  };
}

export function isThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}
