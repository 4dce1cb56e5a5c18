import { type Engine, headerNames, type TaskStatuses } from './interface.ts';

export type WebhookVerdict =
  | {
      readonly ok: true;
      readonly status: TaskStatuses[Engine];
      /** Task and attempt: a delivery can come more than once. */
      readonly deliveryId: string | null;
    }
  | {
      readonly ok: false;
      /**
       * `unsigned`: a header is missing or has another form; `wrong-signature`: somebody else wrote it, or it was changed;
       * `too-old`, `from-the-future`: signed too far from now; `not-a-task`: signed, but no status of a task.
       */
      readonly reason: 'unsigned' | 'wrong-signature' | 'too-old' | 'from-the-future' | 'not-a-task';
    };

export type ReceivedWebhook = {
  /** The webhook secret of the account, whole: `whsec_…`. */
  readonly secret: string;
  /** The body as it came, before anything parsed it. */
  readonly body: string | Uint8Array;
  /** The headers: of a `Request`, or of Node's `request.headers`. */
  readonly headers:
    | { get(name: string): string | null }
    | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** How far the moment of signing may be from now; 300 seconds by default. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly nowMs?: number;
};

const encoder = new TextEncoder();

/**
 * Whether a delivery comes from the service and has just been signed. The signature is compared in constant time, by the
 * runtime's own verification.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookVerdict> {
  const { secret, headers, toleranceSeconds = 300, nowMs = Date.now() } = received;
  const header = (name: string): string | null => {
    const value = isHeaders(headers) ? headers.get(name) : headers[name.toLowerCase()];
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
