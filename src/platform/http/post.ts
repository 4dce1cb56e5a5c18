import { lookup as systemLookup } from 'node:dns';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { http } from './nodeHttp.ts';
import { addressLiteral, isPublicAddress, publicOnly } from './publicAddress.ts';

export type PostOptions = {
  readonly headers: Readonly<Record<string, string>>;
  /** Who posts, as the receiver's log shows it. */
  readonly userAgent: string;
  readonly timeoutMs: number;
  /** Loopback and private addresses too. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  /** Finds the addresses of a name; the system's own by default. */
  readonly lookup?: LookupFunction;
};

export type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Posts a JSON body once, as a webhook. The name is resolved once, every address it has is checked, and the connection
 * goes to one of exactly those addresses, so that a name cannot change its mind in between. Redirects are not
 * followed; the answer's body is not read.
 */
export function postWebhook(address: string, body: string, options: PostOptions): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const fail = (reason: string): void => resolve({ kind: 'failed', reason });
    const url = URL.parse(address);
    if (url === null || !['http:', 'https:'].includes(url.protocol)) {
      fail('the address cannot be read');
      return;
    }
    const { allowPrivate, lookup = systemLookup } = options;
    const literal = addressLiteral(url);
    if (literal !== null && !allowPrivate && !isPublicAddress(literal)) {
      fail(`the address ${literal} is not public`);
      return;
    }
    const timeUp = AbortSignal.timeout(options.timeoutMs);
    const request = (url.protocol === 'https:' ? requestHttps : http.request)(url, {
      method: 'POST',
      agent: false,
      lookup: allowPrivate ? lookup : publicOnly(lookup),
      signal: AbortSignal.any([options.signal, timeUp]),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': options.userAgent,
        ...options.headers,
      },
    });
    request.once('response', (response) => {
      resolve({ kind: 'answered', status: response.statusCode ?? 0 });
      // Late errors of an answer nobody reads are of no interest.
      response.on('error', () => undefined);
      response.resume();
    });
    request.on('error', (error) =>
      fail(timeUp.aborted ? `no answer within ${options.timeoutMs / 1_000} s` : reasonOf(error)),
    );
    request.end(body);
  });
}

/** Why the receiver does not have it; null when it took it. */
export function refusalOf(outcome: PostOutcome): string | null {
  if (outcome.kind === 'failed') return outcome.reason;
  return outcome.status >= 200 && outcome.status < 300
    ? null
    : `the receiver responded with status ${outcome.status}`;
}

function reasonOf(error: Error): string {
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
