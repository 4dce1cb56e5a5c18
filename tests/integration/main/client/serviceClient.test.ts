import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ServiceError } from '#client/serviceError.ts';
import { errorEnvelope } from '#shared/interface/errors.ts';
import { clientKey, clientOf, networkOf } from '#tests/support/faults/clientOf.ts';
import { handClock, realClock } from '#tests/support/faults/clocks.ts';
import { connectProxy } from '#tests/support/faults/connectProxy.ts';
import {
  failure,
  monitorHeaders,
  type Reply,
  startFaultyService,
} from '#tests/support/faults/faultyService.ts';

const result = { success: true, result: { text: 'An answer', sources: [], brandNewField: 1 } };
const answered: Reply = { status: 200, body: result, headers: monitorHeaders() };
const request = { prompt: 'Which lock?', country: 'US' };

async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('The call did not fail');
}

/** An address where nothing listens. */
async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

describe('a synchronous monitor call', () => {
  it('requests compressed answers, reads them, and reports one that breaks off', async () => {
    const whole = gzipSync(JSON.stringify(result));
    const asked: (string | undefined)[] = [];
    let sent = whole;
    const server = createHttpServer((incoming, outgoing) => {
      asked.push(incoming.headers['accept-encoding']);
      incoming.resume();
      outgoing.writeHead(200, { 'Content-Encoding': 'gzip', 'X-Note': ['one', 'two'] }).end(sent);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = await connectProxy(port);
    const fetch = networkOf(undefined, undefined, { HTTP_PROXY: proxy.url });
    const calls = clientOf('http://service.example', { fetch });
    const answer = await calls.monitor('assistant-a', request);
    expect(JSON.parse(answer.exchange.body)).toEqual(result);
    expect(answer.exchange.headers['x-note']).toBe('one, two');
    sent = whole.subarray(0, whole.length - 20);
    const failure = await failureOf(calls.monitor('assistant-a', request));
    expect(failure).toMatchObject({ kind: 'connection', reach: 'unknown' });
    await clientOf(`http://127.0.0.1:${port}`)
      .monitor('assistant-a', request)
      .catch(() => {});
    expect(asked).toEqual([...Array(2).fill(expect.stringContaining('gzip')), 'identity']);
  });

  it('sends key and request id and returns result, whole body and accounting', async () => {
    const service = await startFaultyService(() => answered);
    const answer = await clientOf(service.baseUrl).monitor('assistant-a', request, { requestId: 'run.1-1' });
    expect(service.received[0]).toMatchObject({
      method: 'POST',
      path: '/v1/monitor/assistant-a',
      headers: {
        authorization: `Bearer ${clientKey}`,
        'x-request-id': 'run.1-1',
        'content-type': 'application/json',
      },
    });
    expect(JSON.parse(answer.exchange.body)).toEqual(result);
    expect(answer.accounting).toEqual({
      requestId: 'service-1',
      rateLimit: { limit: 1000, remaining: 999 },
      slots: { limit: 10, used: 1, free: 9 },
      creditsCharged: 5,
      creditsRemaining: 495,
      latencyMs: 812,
      sunset: null,
    });
  });

  const outcomes: readonly [string, Reply[], number, Partial<ServiceError> | null][] = [
    [
      'is repeated after 429, twice at most',
      Array(5).fill(failure('CONCURRENT_LIMIT_EXCEEDED', 429, { limit: 10 })),
      3,
      { status: 429, code: 'CONCURRENT_LIMIT_EXCEEDED' },
    ],
    ['succeeds when a repeat does', [failure('RATE_LIMIT_EXCEEDED', 429), answered], 2, null],
    [
      'is not repeated after 500: the service has retried already',
      [failure('INTERNAL_SERVER_ERROR', 500), answered],
      1,
      { status: 500, reach: 'answered' },
    ],
    [
      'is not repeated after 502',
      [failure('EXTERNAL_SERVICE_ERROR', 502), answered],
      1,
      { status: 502, reach: 'answered' },
    ],
    [
      'is not repeated after a dropped connection, as it may be running',
      ['drop', answered],
      1,
      { kind: 'connection', reach: 'unknown' },
    ],
    [
      'is repeated after 408: the server had not read it',
      [{ status: 408, headers: { Connection: 'close' } }, answered],
      2,
      null,
    ],
    [
      'is repeated after BAD_REQUEST under an id that is not its own: the server had not read it',
      Array(5).fill(failure('BAD_REQUEST', 400)),
      3,
      { status: 400, code: 'BAD_REQUEST', reach: 'never-sent' },
    ],
    [
      'is not repeated after 403',
      [failure('INSUFFICIENT_CREDITS', 403), answered],
      1,
      { code: 'INSUFFICIENT_CREDITS' },
    ],
    [
      'has an unknown outcome when a gateway fails for the service',
      [{ status: 504, body: '<html>' }, answered],
      1,
      { status: 504, reach: 'unknown' },
    ],
  ];
  it.each(outcomes)('%s', async (_, replies, requests, expected) => {
    const service = await startFaultyService((_request, index) => replies[index] ?? answered);
    const call = clientOf(service.baseUrl).monitor('assistant-a', request);
    if (expected === null) await call;
    else expect(await failureOf(call)).toMatchObject(expected);
    expect(service.received).toHaveLength(requests);
  });

  it('is not repeated after a BAD_REQUEST with its id, because it was read', async () => {
    const service = await startFaultyService(({ headers }) => ({
      status: 400,
      body: errorEnvelope('BAD_REQUEST', 'The body is not valid JSON', 0),
      headers: monitorHeaders({ 'X-Request-Id': String(headers['x-request-id']) }),
    }));
    const error = await failureOf(clientOf(service.baseUrl).monitor('assistant-a', request));
    expect(error).toMatchObject({ status: 400, reach: 'answered' });
    expect(service.received).toHaveLength(1);
  });

  it('is repeated if it certainly never reached the server', async () => {
    const logged: string[] = [];
    const error = await failureOf(
      clientOf(await deadAddress(), { log: (_, message) => logged.push(message) }).monitor(
        'assistant-a',
        request,
      ),
    );
    expect(error).toMatchObject({ kind: 'connection', reach: 'never-sent' });
    expect(logged).toEqual(['Repeating a call', 'Repeating a call']);
  });

  it('times out after 330 seconds with an unknown outcome', async () => {
    const clock = handClock(10_000);
    const service = await startFaultyService(() => {
      clock.finish(330_000);
      return 'hang';
    });
    const error = await failureOf(clientOf(service.baseUrl, { clock }).monitor('assistant-a', request));
    expect(error).toMatchObject({ kind: 'timeout', reach: 'unknown' });
    expect(service.received).toHaveLength(1);
  });

  it('ends immediately when it is cancelled, with an unknown outcome', async () => {
    const stop = new AbortController();
    const service = await startFaultyService(() => {
      stop.abort();
      return 'hang';
    });
    const call = clientOf(service.baseUrl).monitor('assistant-a', request, { signal: stop.signal });
    expect(await failureOf(call)).toMatchObject({ kind: 'cancelled', reach: 'unknown' });
  });

  it('uses the deployment’s path of the engine', async () => {
    const service = await startFaultyService(() => answered);
    await clientOf(service.baseUrl, { aliases: { 'assistant-a': { path: 'vendor/chat' } } }).monitor(
      'assistant-a',
      request,
    );
    expect(service.received[0]?.path).toBe('/v1/monitor/vendor/chat');
  });
});

describe('repeatable calls', () => {
  const balance = { status: 200, body: { remaining: 5, perCycle: null, cycleResetsAt: null, more: true } };

  it.each<[string, Reply]>([
    ['a dropped connection', 'drop'],
    ['500', failure('INTERNAL_SERVER_ERROR', 500)],
    ['a gateway that fails', { status: 503, body: 'busy' }],
    ['429', failure('RATE_LIMIT_EXCEEDED', 429)],
  ])('are repeated after %s', async (_, fault) => {
    const service = await startFaultyService((_request, index) => (index < 2 ? fault : balance));
    expect((await clientOf(service.baseUrl).credits()).data.remaining).toBe(5);
    expect(service.received).toHaveLength(3);
  });

  it('are repeated after a timeout of 30 seconds', async () => {
    const clock = handClock(10_000);
    const service = await startFaultyService((_request, index) => {
      if (index > 0) return balance;
      clock.finish(30_000);
      return 'hang';
    });
    await clientOf(service.baseUrl, { clock }).credits();
    expect(service.received).toHaveLength(2);
  });

  it('include task creation only if every task has an idempotency key', async () => {
    const service = await startFaultyService(() => failure('INTERNAL_SERVER_ERROR', 500));
    const task = { engine: 'assistant-a', payload: request } as const;
    const { createTask, createTasks } = clientOf(service.baseUrl);
    await failureOf(createTask(task));
    expect(service.received).toHaveLength(1);
    await failureOf(createTask({ ...task, idempotencyKey: 'k1' }));
    expect(service.received).toHaveLength(4);
    await failureOf(createTasks([{ ...task, idempotencyKey: 'k1' }, task]));
    expect(service.received).toHaveLength(5);
    expect(JSON.parse(service.received[4]?.body ?? '')).toEqual([
      { taskType: 'ASSISTANT_A', payload: request, idempotencyKey: 'k1' },
      { taskType: 'ASSISTANT_A', payload: request },
    ]);
  });

  it('wait between repeats with full jitter up to a growing limit', async () => {
    const waits: number[] = [];
    const clock = handClock(10_000);
    const service = await startFaultyService(() => failure('INTERNAL_SERVER_ERROR', 500));
    const error = failureOf(
      clientOf(service.baseUrl, {
        clock: {
          now: clock.now,
          wait: (ms, signal) => {
            if (ms < 30_000) waits.push(ms);
            return clock.wait(ms, signal);
          },
        },
        random: () => 0.999,
      }).credits({ retries: 7 }),
    );
    await error;
    expect(waits).toEqual([500, 999, 1998, 3996, 7992, 7992, 7992]);
  });
});

describe('the server at the URL', () => {
  it('is named if its certificate cannot be trusted, and gets no second request', async () => {
    const service = await startFaultyService(() => answered, { tls: true });
    const error = await failureOf(clientOf(service.baseUrl).credits());
    expect(error).toMatchObject({ kind: 'certificate', reach: 'never-sent' });
    expect(error.message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(service.received).toEqual([]);
  });

  it('is unreachable by https if it supports only http', async () => {
    const service = await startFaultyService(() => answered);
    const error = await failureOf(
      clientOf(service.baseUrl.replace('http:', 'https:')).monitor('search', request),
    );
    expect(error).toMatchObject({ kind: 'connection', reach: 'never-sent' });
  });

  it.each<[string, Reply]>([
    ['a web page', { status: 200, body: '<html>Welcome</html>' }],
    ['a page that is not found', { status: 404, body: '<html>Not found</html>' }],
    ['other JSON', { status: 200, body: { hello: 'world' } }],
    ['a redirect', { status: 302, headers: { Location: 'https://elsewhere.example/' } }],
  ])('is recognized as another server by %s', async (_, reply) => {
    const service = await startFaultyService(() => reply);
    expect(await failureOf(clientOf(service.baseUrl).credits())).toMatchObject({ kind: 'not-this-service' });
    expect(service.received).toHaveLength(1);
  });

  it('gets the key for a page of its own origin', async () => {
    const service = await startFaultyService(() => ({ status: 200, body: '<p>page</p>' }));
    expect(await clientOf(service.baseUrl).page(`${service.baseUrl}/results/1.html`)).toBe('<p>page</p>');
    expect(service.received[0]?.headers.authorization).toBe(`Bearer ${clientKey}`);
  });
});

describe('error responses', () => {
  it('contain the invalid fields of a validation failure', async () => {
    const body = { success: false, error: 'Not valid', details: [{ field: 'prompt', message: 'empty' }] };
    const service = await startFaultyService(() => ({ status: 400, body }));
    const error = await failureOf(clientOf(service.baseUrl).monitor('assistant-a', request));
    expect(error).toMatchObject({ kind: 'api', status: 400, code: 'VALIDATION_ERROR', fields: body.details });
  });

  it('are also understood as plain text', async () => {
    const body = { success: false, error: 'Maximum retries exceeded' };
    const service = await startFaultyService(() => ({ status: 500, body }));
    const error = await failureOf(clientOf(service.baseUrl).monitor('assistant-a', request));
    expect(error).toMatchObject({
      status: 500,
      code: null,
      message: 'Maximum retries exceeded',
      reach: 'answered',
    });
  });
});

it('measures the time from sending to the last byte', async () => {
  const service = await startFaultyService(async () => {
    await realClock.wait(50);
    return answered;
  });
  const answer = await clientOf(service.baseUrl, { clock: realClock }).monitor('assistant-a', request);
  expect(answer.exchange.receivedAtMs - answer.exchange.sentAtMs).toBeGreaterThanOrEqual(45);
});
