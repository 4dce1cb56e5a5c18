import { lookup as systemLookup } from 'node:dns';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { http } from './nodeHttp.ts';
import { addressLiteral, isPublicAddress, publicOnly } from './publicAddress.ts';

export type PostOptions = {
  readonly headers: Readonly<Record<string, string>>;
  /** The User-Agent shown in the receiver's log. */
  readonly userAgent: string;
  readonly timeoutMs: number;
  /** Also allows loopback and private addresses. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  /** Resolves a host name; by default with the system's resolver. */
  readonly lookup?: LookupFunction;
};

export type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Posts a JSON body once, as a webhook. The host name is resolved once, every address is checked, and the
 * connection uses exactly one of those addresses, which prevents DNS rebinding. Redirects are not followed; the
 * response body is not read.
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
      // Late errors of an unread response do not matter.
      response.on('error', () => undefined);
      response.resume();
    });
    request.on('error', (error) =>
      fail(timeUp.aborted ? `no answer within ${options.timeoutMs / 1_000} s` : reasonOf(error)),
    );
    request.end(body);
  });
}

/** Why the receiver did not accept it; null if it did. */
export function refusalOf(outcome: PostOutcome): string | null {
  if (outcome.kind === 'failed') return outcome.reason;
  return outcome.status >= 200 && outcome.status < 300
    ? null
    : `the receiver responded with status ${outcome.status}`;
}

function reasonOf(error: Error): string {
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
