import { createHmac, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

const attemptMs = 15_000;
const prefix = 'whsec_';
/** What Standard Webhooks asks of a secret, in bytes. */
const secretBytes = { least: 24, most: 64 } as const;

/** A fresh signing secret as Standard Webhooks writes it. */
export function mintSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** What is wrong with a secret, or null. */
export function secretProblem(secret: string): string | null {
  const { length } = Buffer.from(secret.slice(prefix.length), 'base64');
  if (secret.startsWith(prefix) && length >= secretBytes.least && length <= secretBytes.most) return null;
  return 'A secret is "whsec_" and 24 to 64 bytes in base64, as Standard Webhooks writes it.';
}

/** What is wrong with an address, or null. */
export function addressProblem(address: string, allowPrivate: boolean): string | null {
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return `"${address}" is not an address. Write it like https://example.org/alerts.`;
  }
  const literal = hostOf(url);
  if (!allowPrivate && isIP(literal) !== 0 && !isPublicAddress(literal)) {
    return `${literal} is not a public address: allow private addresses, or choose another.`;
  }
  return null;
}

/**
 * Headers of Standard Webhooks 1.0: HMAC-SHA256 in base64 over `id.timestamp.body`, by the bytes of the secret.
 * @param nowMs moment of signing, milliseconds since the epoch
 */
export function signedHeaders(
  secret: string,
  id: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` };
}

/**
 * Posts a body once. The name is resolved once and every address it has is checked; the connection goes to one of
 * these, so that a name cannot change its mind in between. Redirects are not followed.
 * @returns null when it was taken, otherwise why not
 */
export async function postWebhook(
  address: string,
  body: string,
  options: {
    readonly headers: Readonly<Record<string, string>>;
    readonly allowPrivate: boolean;
    readonly signal: AbortSignal;
  },
): Promise<string | null> {
  const url = URL.parse(address);
  const problem = addressProblem(address, options.allowPrivate);
  if (url === null || problem !== null) return problem;
  try {
    const addresses = await lookup(hostOf(url), { all: true });
    const hidden = addresses.find((each) => !isPublicAddress(each.address));
    if (hidden && !options.allowPrivate)
      return `${url.hostname} leads to ${hidden.address}, which is not public`;
    const [target] = addresses;
    if (!target) return `${url.hostname} has no address`;
    const status = await send(url, target, body, options);
    return status >= 200 && status < 300 ? null : `it answered ${status}`;
  } catch (error) {
    return error instanceof Error && error.message !== '' ? error.message : String(error);
  }
}

function send(
  url: URL,
  target: { readonly address: string; readonly family: number },
  body: string,
  options: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
      method: 'POST',
      agent: false,
      lookup: (_name, { all }, answer) =>
        all ? answer(null, [target]) : answer(null, target.address, target.family),
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(attemptMs)]),
      headers: {
        ...options.headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Parallax (alerts)',
      },
    });
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      // Its body is of no interest, nor is what goes wrong with it.
      response.on('error', () => undefined).resume();
    });
    request.once('error', reject);
    request.end(body);
  });
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
