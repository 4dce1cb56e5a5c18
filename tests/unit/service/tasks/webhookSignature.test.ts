import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mintWebhookSecret, signatureHeaders } from '#service/tasks/webhookSignature.ts';

describe('signed webhooks', () => {
  it('carry the HMAC of timestamp, dot and body under the whole secret', () => {
    const secret = mintWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9]{40}$/);
    const body = '{"task":{"id":"ü"}}';
    const headers = signatureHeaders(secret, body, 1_791_530_130_999, 'abc', 3);
    const expected = createHmac('sha256', secret).update(`1791530130.${body}`, 'utf8').digest('hex');
    expect(headers).toEqual({
      'X-Webhook-Timestamp': '1791530130',
      'X-Webhook-Signature': `v1=${expected}`,
      'X-Webhook-Id': 'abc-3',
    });
  });
});
