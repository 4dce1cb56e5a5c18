import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import {
  addressLiteral,
  isPublicAddress,
  isThisMachine,
  NotPublicError,
  publicOnly,
} from '#platform/http/publicAddress.ts';
import type { Fetch } from './exchange.ts';

/** Content codings that are asked for and undone, RFC 9110 section 8.4.1. */
const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Node's built-in fetch gives up on a silent server after 300 seconds, before the 330 a monitor call may take, and its
 * web streams cost more than the rest of a call; this one leaves all time limits but that for connecting to its caller.
 * Redirects are answers. Proxies of the environment (HTTPS_PROXY, NO_PROXY) are used for every address but those of
 * this machine, and none for what must be public: a proxy would find the addresses of a name by itself.
 */
export function createFetch(lookup: LookupFunction = systemLookup): {
  readonly fetch: Fetch;
  readonly close: () => Promise<void>;
} {
  const options = {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10_000 },
    // With multiplexed streams one could not tell a request that was sent from one that was not.
    allowH2: false,
  };
  /** Read with the first request: most commands send none. */
  const open = async () => {
    const { Agent, EnvHttpProxyAgent, request } = await import('undici');
    return {
      request,
      direct: new Agent(options),
      proxied: new EnvHttpProxyAgent(options),
      toPublic: new Agent({ ...options, connect: { ...options.connect, lookup: publicOnly(lookup) } }),
    };
  };
  let opened: ReturnType<typeof open> | null = null;
  return {
    fetch: async (address, { method, headers, body, signal, mustBePublic = false }) => {
      const url = new URL(address);
      const literal = addressLiteral(url);
      if (mustBePublic && literal !== null && !isPublicAddress(literal))
        throw new NotPublicError(`the address ${literal} is not public`);
      opened ??= open();
      const { request, direct, proxied, toPublic } = await opened;
      const answer = await request(url, {
        method,
        headers: {
          Accept: '*/*',
          'Accept-Encoding': 'gzip, deflate, br',
          'User-Agent': 'parallax',
          ...headers,
        },
        body,
        signal,
        dispatcher: mustBePublic ? toPublic : isThisMachine(url) ? direct : proxied,
      });
      return {
        status: answer.statusCode,
        headers: joined(answer.headers),
        body: decoded(answer.body, answer.headers['content-encoding']),
      };
    },
    close: async () => {
      if (opened === null) return;
      const { direct, proxied, toPublic } = await opened;
      await Promise.allSettled([direct.destroy(), proxied.destroy(), toPublic.destroy()]);
    },
  };
}

/** A header that came several times is one with commas, RFC 9110 section 5.3. */
function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(pairs);
}

/** Undoes codings in the reverse order of their naming; a body in an unknown one is left as it came. */
function decoded(body: Readable, encoding: string | string[] | undefined): AsyncIterable<Uint8Array> {
  const names = [encoding ?? []].flat().join(',').toLowerCase().split(',');
  return names
    .map((name) => decoders[name.trim()])
    .filter((create) => create !== undefined)
    .reduceRight<Readable>((source, create) => compose(source, create()), body);
}

/** What breaks on the way breaks what is read, and who reads no further ends the call. */
function compose(source: Readable, target: ReturnType<typeof createGunzip>): Readable {
  source.once('error', (error) => target.destroy(error));
  target.once('close', () => source.destroy());
  return source.pipe(target);
}
