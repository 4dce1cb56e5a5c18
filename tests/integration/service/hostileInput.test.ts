import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines, monitorPath } from '#shared/interface/engines.ts';
import { errorEnvelopeSchema, validationErrorSchema } from '#shared/interface/errors.ts';
import { type RawAnswer, sendRaw } from '#tests/support/service/rawHttp.ts';
import { runService, type TestService } from '#tests/support/service/runningService.ts';
import { startServiceProcess } from '#tests/support/service/serviceProcess.ts';

// PARALLAX_LONG=1 runs the whole of it; PARALLAX_SEED repeats a run.
const long = process.env.PARALLAX_LONG === '1';
const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000_000);
const runs = (short: number): number => (long ? short * 25 : short);

let one: TestService;
let port: number;
const counts = new Map<string, number>();

beforeAll(async () => {
  one = await runService({ plan: 'enterprise-5k', rateLimitPerSecond: 1_000_000, queueLimit: 1_000_000 });
  port = Number(new URL(one.baseUrl).port);
  console.log(`hostile input: seed ${seed}`);
});
let counted = 0;
afterEach(({ task }) => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  task.meta.attempts = total - counted;
  counted = total;
});
afterAll(async () => {
  await one.remove();
  console.log(`hostile input: ${[...counts].map(([what, count]) => `${what} ${count}`).join(', ')}`);
});

const routes = [
  ...engines.map((engine) => ({ method: 'POST', path: monitorPath(engine) as string })),
  { method: 'POST', path: '/v1/monitor/search/goto' },
  { method: 'POST', path: '/v1/async/task' },
  { method: 'POST', path: '/v1/async/task/batch' },
];

/** Everything but a success has the envelope or the validation shape, and the headers every response has. */
function check(what: string, answer: RawAnswer | null): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
  if (answer === null) throw new Error('the connection was closed without an answer');
  const { status, headers, body } = answer;
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9\-_.:]{1,128}$/);
  expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  if (status === 200) return;
  expect([400, 401, 403, 404, 405, 413, 415, 422, 429, 500, 502]).toContain(status);
  const parsed: unknown = JSON.parse(body);
  const invalid = validationErrorSchema.safeParse(parsed);
  const shaped = errorEnvelopeSchema.safeParse(parsed).success || invalid.success;
  expect([shaped, body]).toEqual([true, body]);
  const fields = invalid.data?.details.map(({ field }) => field) ?? [];
  expect(fields).toEqual([...new Set(fields)]);
  if (status === 422) expect(invalid.success).toBe(true);
}

function request(
  method: string,
  path: string,
  body: Buffer | string,
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${one.apiKey}`,
    ...(headers.some((line) => /^content-type/i.test(line)) ? [] : ['Content-Type: application/json']),
    `Content-Length: ${bytes.length}`,
    ...headers,
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

const stillAlive = async (): Promise<void> => expect((await one.ask('hello')).status).toBe(200);

describe('hostile input', () => {
  it('as any JSON gets a valid error response on every route', { timeout: 600_000 }, async () => {
    const field = fc.constantFrom(
      'prompt',
      'query',
      'url',
      'country',
      'gl',
      'hl',
      'state',
      'include',
      'pages',
      'device',
      'payload',
      'taskType',
      'priority',
      'webhook',
      'idempotencyKey',
      '__proto__',
      'constructor',
      'toString',
      'location',
      'uule',
      'legacy',
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('US', 'x', 'ASSISTANT_A', true, 1, '\u0000', '\ud800', '１', 'é'.repeat(50), 1e308, -0),
    );
    const body = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.dictionary(field, value, { maxKeys: 8 }),
      fc.array(fc.dictionary(field, value, { maxKeys: 6 }), { maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), body, async ({ method, path }, content) => {
        check('json', await sendRaw(port, request(method, path, JSON.stringify(content) ?? 'null')));
      }),
      { numRuns: runs(300), seed },
    );
    await stillAlive();
  });

  it('as broken JSON, duplicate keys, bad UTF-8 and random bytes gets an error response and is never guessed', {
    timeout: 600_000,
  }, async () => {
    const good = '{"prompt":"hello","country":"US","include":{"html":true}}';
    const broken = fc.oneof(
      fc.nat(good.length).map((end) => Buffer.from(good.slice(0, end))),
      fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
        const bytes = Buffer.from(good);
        bytes[at] = byte;
        return bytes;
      }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(
        Buffer.from('{"prompt":"a","prompt":"b","country":"US"}'),
        Buffer.from('{"prompt":"a","country":"US","country":7}'),
        Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from(good)]),
        Buffer.from('{"prompt":"\\ud800","country":"US"}'),
        Buffer.from('{"__proto__":{"prompt":"a"},"country":"US"}'),
        Buffer.from('{"prompt":"a","country":"US","include":{"__proto__":{"html":true}}}'),
        Buffer.from('NaN'),
        Buffer.from('{"prompt":1e999,"country":"US"}'),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), broken, async ({ method, path }, bytes) => {
        check('bytes', await sendRaw(port, request(method, path, bytes)));
      }),
      { numRuns: runs(200), seed },
    );
    await stillAlive();
  });

  it('as malformed headers and paths gets an error response', { timeout: 600_000 }, async () => {
    const text = fc.string({
      unit: fc.constantFrom(...'abcXYZ019-_.:/ ;,="\'%&?#[]{}<>\\|~`!@$^*()+é'),
      maxLength: 60,
    });
    const header = fc
      .tuple(
        fc.constantFrom(
          'X-Request-Id',
          'Content-Type',
          'Authorization',
          'Accept',
          'Cookie',
          'Expect',
          'Range',
          'X-Forwarded-For',
          'Origin',
        ),
        text,
      )
      .map(([name, content]) => `${name}: ${content}`);
    const path = fc.oneof(
      text.map((tail) => `/${tail.replaceAll(' ', '')}`),
      fc.constantFrom(
        '/v1/credits/',
        '//v1/credits',
        '/v1/../v1/credits',
        '/v1/%2e%2e/credits',
        '/v1/credits%00',
        '/v1/async/task/%zz',
        '/v1/async/task/../../etc/passwd',
        '/results/..%2f..%2f/page-1.html',
        '/results/x/page-999.html',
        '/V1/credits',
        '/v1/credits;x=1',
        '/v1/credits?x[]=1',
        '/v1/states?country=US&country=DE',
        '/v1/countries?model=__proto__',
        `/${'a'.repeat(4_000)}`,
        '*',
        'http://evil.example/v1/credits',
      ),
    );
    const method = fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'PROPFIND',
    );
    await fc.assert(
      fc.asyncProperty(method, path, fc.array(header, { maxLength: 4 }), async (verb, target, headers) => {
        const answer = await sendRaw(
          port,
          request(verb, target, verb === 'GET' || verb === 'HEAD' ? '' : '{}', headers),
        );
        if (verb === 'HEAD' && answer !== null) expect(answer.status).toBeGreaterThanOrEqual(400);
        else check('paths and headers', answer);
      }),
      { numRuns: runs(300), seed },
    );
    await stillAlive();
  });

  it('that is not HTTP gets 400 or a closed connection', { timeout: 600_000 }, async () => {
    const nonsense = [
      ...(long ? ['\r\n\r\n'] : []),
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'BLAH /v1/credits HTTP/1.1\r\nHost: x\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
      'POST /v1/async/task HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
      'POST /v1/async/task HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /v1/async/task HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      '\u0016\u0003\u0001\u0002\r\n\r\n',
    ];
    for (const bytes of nonsense) {
      const answer = await sendRaw(port, bytes, 20_000);
      if (answer !== null) {
        expect([400, 401]).toContain(answer.status);
        check('not HTTP', answer);
      }
    }
    await stillAlive();
  });

  it('that is huge or deeply nested is refused, and memory stays bounded', { timeout: 600_000 }, async () => {
    const megabyte = 1024 * 1024;
    const bodies: [string, string, number][] = [
      ['/v1/monitor/assistant-a', JSON.stringify({ prompt: 'x'.repeat(megabyte), country: 'US' }), 413],
      ['/v1/monitor/assistant-a', JSON.stringify({ prompt: 'x'.repeat(10_001), country: 'US' }), 400],
      ['/v1/monitor/assistant-a', '['.repeat(900_000), 400],
      ['/v1/async/task', `{"payload":${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}}`, 400],
      ['/v1/async/task/batch', '['.repeat(15 * megabyte), 400],
      // More than 500 items, of which no more are parsed.
      ['/v1/async/task/batch', `[${'{},'.repeat(5 * megabyte)}{}]`, 422],
      ['/v1/async/task/batch', `[${'1,'.repeat(7 * megabyte)}1]`, 422],
      ['/v1/async/task/batch', `[${'1,'.repeat(1_900_000)}1]`, 422],
      ['/v1/async/task/batch', `[${'""'.padEnd(17 * megabyte, ' ')}]`, 413],
    ];
    const before = process.memoryUsage.rss();
    for (let round = 0; round < runs(1); round += 1) {
      for (const [path, body, status] of bodies) {
        const answer = await sendRaw(port, request('POST', path, body), 60_000);
        expect([path, body.length, answer?.status]).toEqual([path, body.length, status]);
        check('huge', answer);
      }
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(700 * megabyte);
    await stillAlive();
  });
});

describe('slow and idle callers', () => {
  it('do not block other callers', { timeout: 120_000 }, async () => {
    // In a process of its own, as both ends of 10,000 connections are more than one process may open.
    const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-idle-'));
    const alone = await startServiceProcess({ dataFolder, host: '127.0.0.1', port: 0, plan: 'growth' });
    const { port: itsPort } = new URL(alone.baseUrl);
    const ask = async (): Promise<number> => {
      const response = await fetch(`${alone.baseUrl}/v1/monitor/assistant-a`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${alone.apiKey}`, 'Content-Type': 'application/json' },
        body: '{"prompt":"x [[sandbox latency=0 words=20]]","country":"US"}',
      });
      return response.status;
    };
    const idle: Socket[] = [];
    const wanted = long ? 10_000 : 1_500;
    try {
      for (let opened = 0; opened < wanted; opened += 250) {
        const batch = Array.from({ length: 250 }, () =>
          connect(Number(itsPort), '127.0.0.1').on('error', () => undefined),
        );
        await Promise.all(batch.map((socket) => once(socket, 'connect')));
        idle.push(...batch);
      }
      // Some of them send a request a byte at a time.
      const slow = request('POST', '/v1/monitor/assistant-a', '{"prompt":"slow","country":"US"}');
      let sent = 0;
      const drip = setInterval(() => {
        for (const socket of idle.slice(0, 200)) socket.write(slow.subarray(sent, sent + 1));
        sent += 1;
      }, 20);
      expect(await ask()).toBe(200);
      const startedAt = performance.now();
      for (let call = 0; call < 20; call += 1) expect(await ask()).toBe(200);
      const took = performance.now() - startedAt;
      clearInterval(drip);
      expect(took).toBeLessThan(10_000);
      console.log(`slow and idle callers: ${wanted} connections open, 20 calls took ${Math.round(took)} ms`);
    } finally {
      for (const socket of idle) socket.destroy();
      await alone.kill();
      await rm(dataFolder, { recursive: true, force: true });
    }
  });
});
