import { createHmac } from 'node:crypto';
import { randomLetters } from '#platform/identifiers.ts';
import { headerNames } from '#shared/interface/headers.ts';

/** A new signing secret; the whole string, including the prefix, is the HMAC key. */
export function mintWebhookSecret(): string {
  return `whsec_${randomLetters(40)}`;
}

/**
 * Headers of a signed delivery: HMAC-SHA256 of `<timestamp>.<body>` in lower-case hexadecimal.
 * @param nowMs time of signing, milliseconds since the epoch
 * @param attempt 1 for the first
 */
export function signatureHeaders(
  secret: string,
  body: string,
  nowMs: number,
  taskId: string,
  attempt: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return {
    [headerNames.webhookTimestamp]: timestamp,
    [headerNames.webhookSignature]: `v1=${digest}`,
    [headerNames.webhookId]: `${taskId}-${attempt}`,
  };
}
