import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect } from 'vitest';
import { endpoints, nobodysTaskId, postEndpoints } from './endpoints.ts';
import { count, send, sendBytes } from './http.ts';
import { leaveWhileRunning } from './leaving.ts';
import { bodyFor, engines, monitor, questionOf, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { errors } from './rules/errors.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError, expectInvalid, expectInvalidBody } from './shapes/errors.ts';
import { createBatch, remainingCredits } from './taskCalls.ts';
import { until } from './until.ts';

const service = serviceForFile();
const impatient = serviceForFile('impatient');
/** It takes the service fifteen seconds and more to close it: the other rules are looked at meanwhile. */
let silence: Promise<string> | undefined;
beforeAll(() => {
  silence = sendBytes(service().baseUrl, '', 40_000);
});

const json = { 'Content-Type': 'application/json' };
const mebibyte = 1024 * 1024;

const failing = (orders: string) =>
  service().api.post(monitor('assistant-a'), bodyFor('assistant-a', {}, orders));

/** An object of exactly this many bytes of JSON. */
const objectOf = (bytes: number): string => `{"prompt":"${'x'.repeat(bytes - 13)}"}`;

prove(errors, {
  'ERR-1': async () => {
    const { error } = (await service().api.get('/v1/nothing-here')).body as Record<string, object>;
    expect(error).toMatchObject({ code: 'RESOURCE_NOT_FOUND', message: expect.any(String) });
    expectError(await service().api.get('/v1/nothing-here'), 404, 'RESOURCE_NOT_FOUND');
  },

  'ERR-2': async () => {
    const before = Date.now();
    const { timestamp } = expectError(await service().api.get('/v1/nothing'), 404, 'RESOURCE_NOT_FOUND');
    expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(timestamp)).toBeLessThanOrEqual(Date.now() + 1_000);
  },

  'ERR-3': async () => {
    const { api } = service();
    expect(expectError(await api.get('/v1/nothing'), 404, 'RESOURCE_NOT_FOUND').details).toEqual({
      id: '/v1/nothing',
    });
    expect(expectError(await failing('errors=5'), 500, 'INTERNAL_SERVER_ERROR').details).toBeUndefined();
  },

  'ERR-4': async () => {
    expectInvalid(await service().api.post(monitor('assistant-a'), { prompt: 'Hello' }), 400, 'country');
  },

  'ERR-5': async () => {
    const { api } = service();
    const body = { prompt: 7, country: 'US', include: { html: 'yes', markdown: 1 }, legacy: 'no' };
    const fields = ['prompt', 'include.html', 'include.markdown', 'legacy'];
    expectInvalid(await api.post(monitor('assistant-a'), body), 400, ...fields);
    const task = { taskType: 'ASSISTANT_A', priority: 11, payload: body, webhook: {} };
    const inTask = ['priority', 'webhook.url', ...fields.map((field) => `payload.${field}`)];
    expectInvalid(await api.post('/v1/async/task', task), 422, ...inTask);
    // Each of these breaks more than one rule of its field.
    const twice = {
      query: 'x',
      pages: 0.5,
      url: 'nonsense',
      gl: 'ZZ',
      country: 'DE',
      location: 'x',
      uule: 'y',
    };
    const named = ['query', 'pages', 'url', 'gl', 'location', 'uule'];
    expectInvalid(await api.post(monitor('search'), twice), 400, ...named);
    const key = { taskType: 'SEARCH', payload: twice, idempotencyKey: '\ud800'.repeat(300), priority: 0.5 };
    const inKeyed = ['idempotencyKey', 'priority', ...named.map((field) => `payload.${field}`)];
    expectInvalid(await api.post('/v1/async/task', key), 422, ...inKeyed);
    const { results } = await createBatch(api, [key]);
    const fieldsOf = (result: unknown) =>
      (result as { error: { details: { errors: { field: string }[] } } }).error.details.errors.map(
        ({ field }) => field,
      );
    expect(fieldsOf(results[0]).toSorted()).toEqual(inKeyed.toSorted());
  },

  'ERR-6': async () => {
    const monitorRoutes = postEndpoints.filter(({ path }) => path.startsWith('/v1/monitor/'));
    for (const { path } of monitorRoutes) expectInvalidBody(await service().api.post(path, {}), 400);
  },

  'ERR-7': async () => {
    expectInvalidBody(await service().api.post('/v1/async/task', {}), 422);
    expectInvalidBody(await service().api.post('/v1/async/task/batch', {}), 422);
  },

  'ERR-8': async () => {
    for (const { path } of postEndpoints) {
      for (const body of ['{"prompt":', 'prompt=hello', '{} {}', "{'prompt':'x'}"]) {
        const answer = await service().api.send(path, { method: 'POST', headers: json, body });
        expectError(answer, 400, 'BAD_REQUEST');
      }
    }
  },

  'ERR-9': async () => {
    for (const { path } of postEndpoints.filter((endpoint) => endpoint.path.startsWith('/v1/monitor/'))) {
      const answer = await service().api.send(path, { method: 'POST', headers: json, body: '' });
      expect(answer.status, answer.text).toBe(400);
    }
  },

  'ERR-10': async () => {
    for (const body of [[], 'text', 7, null, true]) {
      expectInvalidBody(await service().api.post(monitor('assistant-a'), body), 400);
    }
  },

  'ERR-11': async () => {
    const { api } = service();
    for (const path of ['/', '/v1', '/v1/nothing', '/v1/monitor/assistant-z', '/v1/async/tasks']) {
      const { details } = expectError(await api.get(path), 404, 'RESOURCE_NOT_FOUND');
      expect(details).toEqual({ id: path });
    }
    expectError(await api.post('/v1/monitor/assistant-z', {}), 404, 'RESOURCE_NOT_FOUND');
  },

  'ERR-12': async () => {
    const answer = await service().api.get(`/v1/async/task/${nobodysTaskId}`);
    expect(expectError(answer, 404, 'RESOURCE_NOT_FOUND').details).toEqual({ id: nobodysTaskId });
  },

  'ERR-13': async () => {
    const { api } = service();
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/\?.*/, '');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (method === endpoint.method) continue;
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}', headers: json };
        expectError(await api.send(path, { method, ...body }), 405, 'METHOD_NOT_ALLOWED');
      }
    }
  },

  'ERR-14': async () => {
    const { api } = service();
    const post = (bytes: number) =>
      api.send(monitor('assistant-a'), { method: 'POST', headers: json, body: objectOf(bytes) });
    expectInvalidBody(await post(mebibyte), 400);
    expectError(await post(mebibyte + 1), 413, 'PAYLOAD_TOO_LARGE');
    const task = { method: 'POST', headers: json, body: objectOf(mebibyte + 1) };
    expectError(await api.send('/v1/async/task', task), 413, 'PAYLOAD_TOO_LARGE');
  },

  'ERR-15': async () => {
    const { api } = service();
    const tasks = [
      taskFor('assistant-b', { payload: bodyFor('assistant-b', { prompt: 'x'.repeat(9_000_000) }) }),
    ];
    const { summary } = await createBatch(api, tasks);
    expect(summary).toEqual({ total: 1, succeeded: 0, failed: 1 });
    const body = `[${' '.repeat(16 * mebibyte)}]`;
    const answer = await api.send('/v1/async/task/batch', { method: 'POST', headers: json, body });
    expectError(answer, 413, 'PAYLOAD_TOO_LARGE');
  },

  'ERR-16': async () => {
    const body = JSON.stringify(bodyFor('assistant-a'));
    for (const { path } of postEndpoints) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', undefined]) {
        const headers = type === undefined ? {} : { 'Content-Type': type };
        const answer = await service().api.send(path, { method: 'POST', headers, body });
        expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
      }
    }
  },

  'ERR-17': async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    expect((await service().api.post(monitor('assistant-a'), bodyFor('assistant-a'), headers)).status).toBe(
      200,
    );
  },

  'ERR-18': async () => {
    const { message } = expectError(await failing('errors=5'), 500, 'INTERNAL_SERVER_ERROR');
    expect(message).toBe('Maximum retries exceeded');
  },

  'ERR-19': async () => {
    const { details } = expectError(await failing('outcome=fatal'), 502, 'EXTERNAL_SERVICE_ERROR');
    expect(details).toMatchObject({ service: expect.stringMatching(/\S/) });
  },

  'ERR-20': async () => {
    const { api } = impatient();
    const answer = await api.post(monitor('assistant-a'), bodyFor('assistant-a', {}, 'outcome=hang'));
    expectError(answer, 500, 'INTERNAL_SERVER_ERROR');
    expect(count(answer, 'X-Credits-Charged')).toBe(0);
  },

  'ERR-21': async () => {
    const before = await remainingCredits(service().api);
    for (const orders of ['errors=5', 'outcome=fatal']) {
      const answer = await failing(orders);
      expect(count(answer, 'X-Credits-Charged')).toBe(0);
      expect(count(answer, 'X-Credits-Remaining')).toBe(before);
    }
    expect(await remainingCredits(service().api)).toBe(before);
  },

  'ERR-22': async () => {
    const { api, baseUrl } = service();
    for (const bytes of ['nonsense\r\n\r\n', 'GET /v1/credits HTTP/1.1\r\nbad header\r\n\r\n']) {
      const answer = await sendBytes(baseUrl, bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
        error: { code: 'BAD_REQUEST', message: expect.any(String), timestamp: expect.any(String) },
      });
    }
    expect((await api.get('/v1/credits')).status).toBe(200);
  },

  'ERR-23': async () => {
    const { name, api } = await service().account('free');
    await leaveWhileRunning(api, 'assistant-b', 'latency=200 errors=4', 'err-23');
    const [recorded] = await until(
      'the call is recorded',
      () => service().direct.recorded(name, 'err-23'),
      (calls) => calls.length > 0,
    );
    expect(recorded).toMatchObject({ status: 499, errorCode: 'REQUEST_CANCELED' });
    expect(await remainingCredits(api)).toBe(500);
  },

  'ERR-24': async () => {
    const { api } = service();
    for (const engine of engines) {
      const field = questionOf(engine);
      for (const text of ['half \ud800', '\udc00 of', `${'x'.repeat(299)}\ud83d and more`]) {
        const before = performance.now();
        expectInvalid(await api.post(monitor(engine), bodyFor(engine, { [field]: text })), 400, field);
        const task = taskFor(engine, { payload: bodyFor(engine, { [field]: text }) });
        expectInvalid(await api.post('/v1/async/task', task), 422, `payload.${field}`);
        expect(performance.now() - before).toBeLessThan(3_000);
      }
    }
    const broken = { location: 'Bor\ud800n', hl: '\ud800' };
    expectInvalid(await api.post(monitor('search'), bodyFor('search', broken)), 400, 'location', 'hl');
    const hook = taskFor('assistant-b', { webhook: { url: 'https://hooks.example/\ud800' } });
    expectInvalid(await api.post('/v1/async/task', hook), 422, 'webhook.url');
    const { summary } = await createBatch(api, [hook, taskFor('assistant-b')]);
    expect(summary).toMatchObject({ succeeded: 1, failed: 1 });
    // Whole characters beyond the first plane are whole, wherever something cuts the text.
    for (const engine of engines) {
      const whole = `${'x'.repeat(299)}${'\u{1f6b2}'.repeat(400)} [[sandbox latency=1]]`;
      const answer = await api.post(monitor(engine), bodyFor(engine, { [questionOf(engine)]: whole }));
      expect(answer.status, answer.text.slice(0, 200)).toBe(200);
    }
  },

  'ERR-25': async () => {
    const { api, baseUrl } = service();
    const key = `Authorization: Bearer ${api.key}`;
    for (const head of [
      `GET /v1/credits HTTP/1.1\r\n${key}`,
      `GET /v1/credits HTTP/1.1\r\nHost: one.example\r\nHost: two.example\r\n${key}`,
      `POST ${monitor('assistant-a')} HTTP/1.1\r\n${key}\r\nContent-Length: 0`,
      'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443',
    ]) {
      const answer = await sendBytes(baseUrl, `${head}\r\nConnection: close\r\n\r\n`);
      expect(answer, head).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer, head).toMatch(/\r\nx-request-id: [\w.:-]+\r\n/i);
      expect(answer, head).toMatch(/\r\nx-ratelimit-limit: \d+\r\n/i);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))), head).toMatchObject({
        error: { code: 'BAD_REQUEST', message: expect.any(String), timestamp: expect.any(String) },
      });
    }
    const old = await sendBytes(baseUrl, `GET /v1/credits HTTP/1.0\r\n${key}\r\n\r\n`);
    expect(old).toMatch(/^HTTP\/1\.[01] 200 /);
  },

  'ERR-26': async () => {
    expect(await silence).toBe('');
  },

  'ERR-27': async () => {
    const body = gzipSync(JSON.stringify(bodyFor('assistant-a')));
    for (const { path } of postEndpoints) {
      for (const coding of ['gzip', 'br', 'GZIP, identity']) {
        const headers = { ...json, 'Content-Encoding': coding };
        const answer = await service().api.send(path, { method: 'POST', headers, body });
        expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
      }
    }
    const plain = { ...json, 'Content-Encoding': 'identity' };
    const sending = { method: 'POST', headers: plain, body: JSON.stringify(bodyFor('assistant-a')) };
    expect((await service().api.send(monitor('assistant-a'), sending)).status).toBe(200);
  },

  'ERR-28': async () => {
    const { baseUrl } = service();
    const { api } = await service().account();
    const path = '/v1/async/task/%zz';
    expectError(await send(baseUrl + path), 401, 'MISSING_API_KEY');
    const before = count(await api.get('/v1/credits'), 'X-RateLimit-Remaining');
    const answer = await api.get(path);
    expectError(answer, 400, 'BAD_REQUEST');
    expect(count(answer, 'X-RateLimit-Remaining')).toBeLessThan(before + 1);
    expect(count(answer, 'X-RateLimit-Remaining')).toBeLessThan(count(answer, 'X-RateLimit-Limit'));
  },

  'ERR-29': async () => {
    const { api } = service();
    const unknown = (count: number, name = 'f') =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`${name}${nth}`, 1]));
    const saidOf = (answer: Awaited<ReturnType<typeof api.post>>): number => {
      const { details, results } = answer.body as {
        details?: unknown;
        results?: { error: { details: unknown } }[];
      };
      return Buffer.byteLength(JSON.stringify(details ?? results?.map(({ error }) => error.details)));
    };
    const task = { taskType: 'ASSISTANT_A', payload: { prompt: 'x', country: 'US', ...unknown(3_400) } };
    const answer = await api.post('/v1/async/task', { ...task, ...unknown(15, 'g') });
    const { details } = answer.body as { details: { field: string; message: string }[] };
    expect(details.filter(({ message }) => message.includes('is not a known field'))).toHaveLength(20);
    expect(details.map(({ message }) => message)).toContain('and 3,395 more unknown fields');

    const bodies: readonly (readonly [path: string, body: unknown])[] = [
      [monitor('assistant-a'), { ...task.payload }],
      [monitor('search'), unknown(30_000)],
      [monitor('search-ai'), { include: unknown(30_000) }],
      ['/v1/monitor/search/goto', unknown(1, 'x'.repeat(900_000))],
      ['/v1/async/task', { ...task, webhook: unknown(5_000) }],
      ['/v1/async/task/batch', Array.from({ length: 500 }, () => ({}))],
      ['/v1/async/task/batch', Array.from({ length: 500 }, () => ({ taskType: 'X', ...unknown(25) }))],
      ['/v1/async/task/batch', [task, { ...task, ...unknown(1, '"'.repeat(400_000)) }]],
    ];
    for (const [path, body] of bodies) {
      const refused = await api.post(path, body);
      const bytes = Buffer.byteLength(JSON.stringify(body));
      expect(saidOf(refused), `${path} ${bytes}`).toBeLessThanOrEqual(64 * 1024 + 2 * bytes);
    }
  },

  'ERR-30': async () => {
    const { api, baseUrl } = service();
    const { hostname, port } = new URL(baseUrl);
    const body = JSON.stringify(bodyFor('assistant-a', {}, '[[sandbox latency=200 words=20]]'));
    const head = [
      `POST ${monitor('assistant-a')} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${api.key}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\nX-Credits-Charged: 5\r\n/i);
    expect(answer).toContain('"success":true');
  },
});
