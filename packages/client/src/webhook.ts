import { type Engine, headerNames, type TaskStatuses } from './interface.ts';

/** Result of `verifyWebhook`. */
export type WebhookVerdict =
  | {
      readonly ok: true;
      readonly status: TaskStatuses[Engine];
      /** Id of the task and the attempt. A task may be delivered more than once. */
      readonly deliveryId: string | null;
    }
  | {
      readonly ok: false;
      /**
       * - `unsigned`: a header is missing or malformed
       * - `wrong-signature`: the body was changed, or signed with another secret
       * - `too-old`, `from-the-future`: the timestamp is outside the tolerance
       * - `not-a-task`: the signature is valid, but the body is not the status of a task
       */
      readonly reason: 'unsigned' | 'wrong-signature' | 'too-old' | 'from-the-future' | 'not-a-task';
    };

/** A received webhook request. */
export type ReceivedWebhook = {
  /** Webhook secret of the account, including the prefix `whsec_`. */
  readonly secret: string;
  /** The raw body, before it is parsed. */
  readonly body: string | Uint8Array;
  /** Headers of a `Request`, or Node's `request.headers`. They start with `X-Webhook-`, or with `X-Cloro-` at cloro. */
  readonly headers:
    | { get(name: string): string | null }
    | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Maximum difference between the signature's timestamp and now, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  /** Current time, milliseconds since the epoch; `Date.now()` by default. */
  readonly nowMs?: number;
};

const cloroNames: Readonly<Record<string, string>> = {
  [headerNames.webhookTimestamp]: 'X-Cloro-Timestamp',
  [headerNames.webhookSignature]: 'X-Cloro-Signature',
  [headerNames.webhookId]: 'X-Cloro-Webhook-Id',
};

const encoder = new TextEncoder();

/**
 * Verifies the signature and age of a webhook request. The signature is compared in constant time by the Web Crypto
 * API of the runtime.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookVerdict> {
  const { secret, headers, toleranceSeconds = 300, nowMs = Date.now() } = received;
  const header = (name: string): string | null => {
    const read = (full: string) => (isHeaders(headers) ? headers.get(full) : headers[full.toLowerCase()]);
    const value = read(name) ?? read(cloroNames[name] ?? name);
    return typeof value === 'string' ? value : null;
  };
  const timestamp = header(headerNames.webhookTimestamp) ?? '';
  const digest = /^v1=([0-9a-f]{64})$/.exec(header(headerNames.webhookSignature) ?? '')?.[1];
  if (digest === undefined || !/^\d{1,12}$/.test(timestamp)) return { ok: false, reason: 'unsigned' };
  const body = typeof received.body === 'string' ? encoder.encode(received.body) : received.body;
  if (!(await isSigned(secret, timestamp, body, digest))) return { ok: false, reason: 'wrong-signature' };
  const age = nowMs / 1000 - Number(timestamp);
  if (age > toleranceSeconds) return { ok: false, reason: 'too-old' };
  if (age < -toleranceSeconds) return { ok: false, reason: 'from-the-future' };
  const status = statusIn(body);
  if (status === null) return { ok: false, reason: 'not-a-task' };
  return { ok: true, status, deliveryId: header(headerNames.webhookId) };
}

async function isSigned(
  secret: string,
  timestamp: string,
  body: Uint8Array,
  digest: string,
): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
  const head = encoder.encode(`${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const bytes = Uint8Array.from(digest.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return subtle.verify(algorithm.name, key, bytes, signed);
}

function isHeaders(headers: ReceivedWebhook['headers']): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function statusIn(body: Uint8Array): TaskStatuses[Engine] | null {
  try {
    const value = JSON.parse(new TextDecoder().decode(body)) as TaskStatuses[Engine] | null;
    return typeof value?.task?.id === 'string' ? value : null;
  } catch {
    return null;
  }
}
