import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './addressRules.ts';

export type PostOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Loopback and private addresses too. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
};

export type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Posts a JSON body once. The name is resolved once, every address it has is checked, and the connection goes to
 * one of exactly those addresses, so that a name cannot change its mind in between. Redirects are not followed;
 * the answer's body is not read.
 */
export function post(address: string, body: string, options: PostOptions): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const fail = (reason: string): void => resolve({ kind: 'failed', reason });
    const url = URL.parse(address);
    if (url === null) return fail('the address cannot be read');
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !options.allowPrivate && !isPublicAddress(literal)) {
      return fail(`the address ${literal} is not public`);
    }
    const timeUp = AbortSignal.timeout(options.timeoutMs);
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      lookup: options.allowPrivate ? lookup : publicLookup,
      signal: AbortSignal.any([options.signal, timeUp]),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'AnswerMonitoringService/1.0 (webhook)',
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

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    const first = addresses[0];
    if (hidden !== undefined || first === undefined) {
      const found = hidden === undefined ? 'no address' : hidden.address;
      return callback(new Error(`${hostname} leads to ${found}, which is not public`), '', 0);
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function reasonOf(error: Error): string {
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
