import { createHmac, randomBytes } from 'node:crypto';
import { addressLiteral, isPublicAddress } from '#platform/http/publicAddress.ts';

const prefix = 'whsec_';
/** Length of a secret required by Standard Webhooks, in bytes. */
const secretBytes = { least: 24, most: 64 } as const;

/** A new signing secret in the format of Standard Webhooks. */
export function mintSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** The error of a secret, or null. */
export function secretProblem(secret: string): string | null {
  const { length } = Buffer.from(secret.slice(prefix.length), 'base64');
  if (secret.startsWith(prefix) && length >= secretBytes.least && length <= secretBytes.most) return null;
  return 'The signing secret must be "whsec_" followed by 24 to 64 bytes in base64, as in Standard Webhooks. Nothing was changed.';
}

/** The error of a URL, or null. */
export function addressProblem(address: string, allowPrivate: boolean): string | null {
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return `"${address}" is not a URL. Enter one such as https://example.org/alerts.`;
  const literal = addressLiteral(url);
  if (literal !== null && !allowPrivate && !isPublicAddress(literal))
    return `${literal} is not a public address. Allow private networks, or enter another URL.`;
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
