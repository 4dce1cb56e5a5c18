import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type TestService, testService } from '#tests/support/service/runningService.ts';

type Raw = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
};

/** As the bytes come; fetch would undo what was done to them. */
function raw(service: TestService, path: string, accept?: string, body?: unknown): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(service.baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${service.apiKey}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(accept === undefined ? {} : { 'Accept-Encoding': accept }),
      },
    });
    sent.on('error', reject).on('response', async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
const long = { prompt: 'Grüße '.repeat(300).trim(), country: 'US' };
const ask = (service: TestService, accept?: string, body: unknown = long) =>
  raw(service, '/v1/monitor/assistant-a', accept, body);

describe('JSON over 1 KB', () => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'gzip', gunzipSync],
    ['GZIP;q=0.5', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=0, *', 'br', brotliDecompressSync],
  ] as const)('is compressed for "%s": %s', async (accept, coding, undo) => {
    const service = await testService();
    const answer = await ask(service, accept);
    expect(answer.headers).toMatchObject({
      'content-encoding': coding,
      vary: 'Accept-Encoding',
      'content-length': String(answer.body.length),
      'content-type': 'application/json; charset=utf-8',
      'x-credits-charged': expect.stringMatching(/^[1-9]/),
    });
    expect(JSON.parse(undo(answer.body).toString()).result.text).toBe(long.prompt);
    expect(answer.body.length).toBeLessThan(500);
  });

  it.each([undefined, 'identity', 'gzip;q=0', 'br;q=0, zstd', 'bread, gzippo'])(
    'is not compressed for "%s", and states that it varies',
    async (accept) => {
      const answer = await ask(await testService(), accept);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary).toBe('Accept-Encoding');
      expect(JSON.parse(answer.body.toString()).result.text).toBe(long.prompt);
    },
  );

  it('is the threshold: shorter responses, errors and stored pages are not compressed', async () => {
    const service = await testService();
    const short = await ask(service, 'gzip', { prompt: 'hello', country: 'US' });
    const refused = await ask(service, 'gzip', { prompt: ' ', country: 'US' });
    for (const { headers, body } of [short, refused]) {
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
      expect(JSON.parse(body.toString())).toHaveProperty('success');
    }
    const paged = await ask(service, undefined, { ...long, include: { html: true } });
    const address = new URL(JSON.parse(paged.body.toString()).result.html);
    const page = await raw(service, address.pathname, 'gzip');
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.headers['content-encoding']).toBeUndefined();
  });
});
