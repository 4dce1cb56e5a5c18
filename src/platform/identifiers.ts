import { randomBytes, randomUUID } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562): time first, so that database indexes grow at their end, then 74 random bits.
 * @param nowMs milliseconds since the epoch
 */
export function timeOrderedId(nowMs: number): string {
  const time = Math.trunc(nowMs).toString(16).padStart(12, '0');
  const random = randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${random.slice(15)}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits, each of the 62 equally likely (bytes that would cause bias are discarded). */
export function randomLetters(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2))
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
  }
  return text;
}

/** 160 random bits in hexadecimal: the unguessable part of a result file's URL. */
export function fileToken(): string {
  return randomBytes(20).toString('hex');
}
