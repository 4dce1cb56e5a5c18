import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Transport } from '#client/exchange.ts';
import { isUnknownAuthority, trustSystemCertificates } from '#platform/http/certificates.ts';
import { environmentProxy, ProxyFailure, type ProxyOf, proxyFailure } from '#platform/http/proxies.ts';
import {
  addressLiteral,
  isPublicAddress,
  isThisMachine,
  NotPublicError,
  publicOnly,
} from '#platform/http/publicAddress.ts';

/** Content codings that are requested and decoded, RFC 9110 section 8.4.1. */
const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Node's built-in fetch times out after 300 seconds without a response, but a monitor call may take 330, and
 * its web streams cost more than the rest of a call. This one leaves all timeouts except the connect timeout to
 * its caller. Redirects are not followed. Proxies of the environment (HTTPS_PROXY, NO_PROXY) or the system are
 * used for every address except this machine, and never for requests limited to public addresses, because a
 * proxy resolves host names itself.
 */
export function createFetch(
  lookup: LookupFunction = systemLookup,
  proxyOf: ProxyOf = async () => null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): {
  readonly fetch: Transport;
  readonly close: () => Promise<void>;
} {
  const options = {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10_000 },
    // With multiplexed streams it would be unknown whether a request was sent.
    allowH2: false,
  };
  /** Read with the first request: most commands send none. */
  const open = async () => {
    const { Agent, EnvHttpProxyAgent, ProxyAgent, request } = await import('undici');
    const { http_proxy, https_proxy, no_proxy, HTTP_PROXY, HTTPS_PROXY, NO_PROXY } = env;
    return {
      request,
      direct: new Agent(options),
      byEnvironment: new EnvHttpProxyAgent({
        ...options,
        httpProxy: http_proxy ?? HTTP_PROXY ?? '',
        httpsProxy: https_proxy ?? HTTPS_PROXY ?? '',
        noProxy: no_proxy ?? NO_PROXY ?? '',
      }),
      proxyAgent: (uri: string) => new ProxyAgent({ ...options, uri }),
      toPublic: new Agent({ ...options, connect: { ...options.connect, lookup: publicOnly(lookup) } }),
    };
  };
  let opened: ReturnType<typeof open> | null = null;
  const bySystem = new Map<string, Dispatcher>();
  const ownProxy = environmentProxy(env);

  const send: Transport = async (address, { method, headers, body, signal, isForeign: mustBePublic }) => {
    const url = new URL(address);
    const literal = addressLiteral(url);
    if (mustBePublic && literal !== null && !isPublicAddress(literal))
      throw new NotPublicError(`the address ${literal} is not public`);
    opened ??= open();
    const { request, direct, byEnvironment, proxyAgent, toPublic } = await opened;
    const unproxied = mustBePublic || isThisMachine(url);
    const proxy = unproxied ? null : (ownProxy ?? (await proxyOf(url)));
    const dispatcherOf = (): Dispatcher => {
      if (unproxied) return mustBePublic ? toPublic : direct;
      if (proxy === null || ownProxy !== null) return byEnvironment;
      const known = bySystem.get(proxy) ?? proxyAgent(proxy);
      bySystem.set(proxy, known);
      return known;
    };
    const answer = await request(url, {
      method,
      headers: {
        Accept: '*/*',
        // Between two programs of one machine, compression costs more than it saves.
        'Accept-Encoding': isThisMachine(url) ? 'identity' : 'gzip, deflate, br',
        'User-Agent': 'parallax',
        ...headers,
      },
      body,
      signal,
      dispatcher: dispatcherOf(),
    }).catch((error: unknown) => {
      throw (proxy === null ? null : proxyFailure(error, proxy)) ?? error;
    });
    if (proxy !== null && answer.statusCode === 407) {
      answer.body.on('error', () => undefined).destroy();
      throw new ProxyFailure('credentials', proxy);
    }
    return {
      status: answer.statusCode,
      headers: joined(answer.headers),
      body: decoded(answer.body, answer.headers['content-encoding']),
    };
  };

  return {
    fetch: async (address, call) => {
      try {
        return await send(address, call);
      } catch (error) {
        // Nothing was sent yet.
        if (!isUnknownAuthority(error) || !trustSystemCertificates(env)) throw error;
        return send(address, call);
      }
    },
    close: async () => {
      if (opened === null) return;
      const { direct, byEnvironment, toPublic } = await opened;
      await Promise.allSettled(
        [direct, byEnvironment, toPublic, ...bySystem.values()].map((dispatcher) => dispatcher.destroy()),
      );
    },
  };
}

/** Repeated headers are joined with commas, RFC 9110 section 5.3. */
function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(pairs);
}

/** A body that is not read, because unpacking it would take the processor of the whole program. */
class RefusedEncoding extends Error {
  override readonly name = 'RefusedEncoding';
}

/**
 * Decodes one coding; a body with an unknown one stays unchanged.
 * @throws RefusedEncoding for several, which no server needs: three layers of gzip unpack 150 KB to gigabytes on the
 * way to nothing
 */
function decoded(body: Readable, encoding: string | string[] | undefined): AsyncIterable<Uint8Array> {
  const names = [encoding ?? []]
    .flat()
    .join(',')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const [only = '', ...others] = names;
  if (others.length > 0) {
    body.on('error', () => undefined).destroy();
    throw new RefusedEncoding(`The response has ${names.length} content codings; one is accepted.`);
  }
  const create = decoders[only];
  return create === undefined ? body : compose(body, create());
}

/** A transport error fails the reader, and a reader that stops aborts the call. */
function compose(source: Readable, target: ReturnType<typeof createGunzip>): Readable {
  source.once('error', (error) => target.destroy(error));
  target.once('close', () => source.destroy());
  return source.pipe(target);
}
