import { describe, expect, it } from 'vitest';
import { type ReceivedWebhook, verifyWebhook } from '#client/webhook.ts';
import { mintWebhookSecret, signatureHeaders } from '#service/tasks/webhookSignature.ts';

const secret = mintWebhookSecret();
const nowMs = 1_790_000_000_000;
const body = JSON.stringify({ task: { id: 't-1', status: 'COMPLETED' }, response: { text: 'Grüße 🔒' } });
const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const received = (over: Partial<ReceivedWebhook> = {}): ReceivedWebhook => ({
  ...{ secret, body, nowMs, headers: lowerCase(signatureHeaders(secret, body, nowMs, 't-1', 2)) },
  ...over,
});

describe('verifyWebhook', () => {
  it('accepts what the service signs, as text or bytes, with headers of Node or of fetch', async () => {
    const good = { ok: true, deliveryId: 't-1-2', status: JSON.parse(body) };
    const headers = new Headers(signatureHeaders(secret, body, nowMs, 't-1', 2));
    expect(await verifyWebhook(received())).toEqual(good);
    expect(await verifyWebhook(received({ headers, body: new TextEncoder().encode(body) }))).toEqual(good);
  });

  it('refuses a changed body, timestamp or secret', async () => {
    const wrong = { ok: false, reason: 'wrong-signature' };
    expect(await verifyWebhook(received({ body: `${body} ` }))).toEqual(wrong);
    expect(await verifyWebhook(received({ secret: `${secret.slice(0, -1)}!` }))).toEqual(wrong);
    const headers = { ...(received().headers as object), 'x-webhook-timestamp': '1790000001' };
    expect(await verifyWebhook(received({ headers }))).toEqual(wrong);
  });

  it('refuses a timestamp too far in the past or the future, to the second', async () => {
    const at = (seconds: number) => verifyWebhook(received({ nowMs: nowMs + seconds * 1000 }));
    expect(await at(300)).toMatchObject({ ok: true });
    expect(await at(301)).toEqual({ ok: false, reason: 'too-old' });
    expect(await at(-300)).toMatchObject({ ok: true });
    expect(await at(-301)).toEqual({ ok: false, reason: 'from-the-future' });
    const patient = received({ nowMs: nowMs + 3_600_000, toleranceSeconds: 3_600 });
    expect(await verifyWebhook(patient)).toMatchObject({ ok: true });
  });

  it.each([
    ['no headers', {}],
    ['no signature', { 'x-webhook-timestamp': '1790000000' }],
    [
      'another scheme',
      { 'x-webhook-timestamp': '1790000000', 'x-webhook-signature': `v2=${'0'.repeat(64)}` },
    ],
    [
      'a moment that is none',
      { 'x-webhook-timestamp': '1e9', 'x-webhook-signature': `v1=${'0'.repeat(64)}` },
    ],
    ['two signatures', { 'x-webhook-timestamp': '1790000000', 'x-webhook-signature': ['a', 'b'] }],
  ])('refuses %s', async (_, headers) => {
    expect(await verifyWebhook(received({ headers }))).toEqual({ ok: false, reason: 'unsigned' });
  });

  it('reports a signed body that is not a task', async () => {
    for (const other of ['not json', 'null', '{"task":{}}']) {
      const headers = lowerCase(signatureHeaders(secret, other, nowMs, 't', 1));
      expect(await verifyWebhook(received({ body: other, headers }))).toEqual({
        ...{ ok: false, reason: 'not-a-task' },
      });
    }
  });
});
