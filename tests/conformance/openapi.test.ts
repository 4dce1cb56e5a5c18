import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect } from 'vitest';
import { nobodysTaskId } from './endpoints.ts';
import { type Answer, type Sending, send, sendBytes } from './http.ts';
import { type PublishedDocument, publishedDocument } from './publishedDocument.ts';
import { bodyFor, engines, monitor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { openapi } from './rules/reference.ts';
import { serviceForFile } from './serviceForFile.ts';
import type { Engine } from './shapes/monitor.ts';
import { createTask, finished } from './taskCalls.ts';

const service = serviceForFile();
const strict = serviceForFile({ rateLimit: 5 });
let document: PublishedDocument;

beforeAll(async () => {
  const { body } = await send(`${service().baseUrl}/openapi.json`);
  document = publishedDocument(body as Record<string, unknown>);
});

const gotoPath = 'POST /v1/monitor/search/goto';
const monitorNames = engines.map((engine) => `POST ${monitor(engine)}`);
const afterRunning = ['200', '400', '401', '403', '404', '409', '429', '499', '500', '502'];

/** The statuses the interface lists, by endpoint. */
const statuses: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(monitorNames.map((name) => [name, afterRunning])),
  [gotoPath]: ['200', '400', '401', '429', '500', '502'],
  'POST /v1/async/task': ['200', '401', '403', '409', '422', '429', '500'],
  'POST /v1/async/task/batch': ['200', '401', '422', '429', '500'],
  'GET /v1/async/task/{taskId}': ['200', '401', '404', '429', '500'],
  'GET /v1/async/status': ['200', '401', '429', '500'],
  'DELETE /v1/async/queue': ['200', '401', '429', '500'],
  'GET /v1/countries': ['200', '400', '401', '429', '500'],
  'GET /v1/credits': ['200', '401', '429', '500'],
  'GET /v1/states': ['200', '400', '401', '429', '500'],
};

const common = ['prompt', 'country', 'state', 'include'];
const plainFlags = ['html', 'markdown', 'rawResponse'];
/** The fields of each engine's table, and its flags. */
const fields: Readonly<Record<Engine, readonly [root: readonly string[], flags: readonly string[]]>> = {
  'assistant-a': [
    [...common, 'legacy', 'disableWebSearch'],
    [...plainFlags, 'searchQueries', 'ads', 'shopping'],
  ],
  'assistant-b': [common, plainFlags],
  'assistant-c': [common, plainFlags],
  'assistant-d': [common, plainFlags],
  'assistant-e': [common, plainFlags],
  search: [
    ['query', 'url', 'country', 'gl', 'hl', 'location', 'uule', 'device', 'pages', 'include'],
    ['html', 'aioverview', 'paaAioverview', 'searchGoto'],
  ],
  'search/news': [['query', 'country', 'gl', 'hl', 'device', 'pages', 'include'], ['html']],
  'search-ai': [
    ['prompt', 'country', 'gl', 'hl', 'location', 'uule', 'device', 'include'],
    ['html', 'markdown', 'expandProducts', 'searchGoto'],
  ],
};

function expectDescribed(name: string, answer: Answer): void {
  const check = document.responseCheck(name, String(answer.status));
  const fits = check(answer.body);
  expect(
    fits,
    `${name} ${answer.status}: ${JSON.stringify(check.errors)} in ${answer.text.slice(0, 300)}`,
  ).toBe(true);
}

prove(openapi, {
  'OAS-1': async () => {
    const answer = await send(`${service().baseUrl}/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/([\w.]+\+)?json/);
  },

  'OAS-2': async () => {
    expect(document.json.openapi).toMatch(/^3\.1\.\d$/);
    const result = await new Validator().validate(structuredClone(document.json));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  },

  'OAS-3': () => {
    for (const name of Object.keys(statuses)) expect(document.operations).toContain(name);
    expect(document.operations.filter((name) => name.includes(' /v1/')).length).toBe(
      Object.keys(statuses).length,
    );
  },

  'OAS-4': () => {
    for (const [name, listed] of Object.entries(statuses)) {
      expect(document.statuses(name), name).toEqual(expect.arrayContaining([...listed]));
    }
  },

  'OAS-5': () => {
    const everywhere = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining'];
    const concurrency = ['x-concurrent-limit', 'x-concurrent-current', 'x-concurrent-remaining'];
    const meters = [...concurrency, 'x-credits-remaining', 'x-credits-charged', 'x-latency-ms'];
    for (const name of Object.keys(statuses)) {
      for (const status of document.statuses(name)) {
        const headers = document.responseHeaders(name, status);
        expect(headers, `${name} ${status}`).toEqual(expect.arrayContaining(everywhere));
      }
    }
    for (const name of monitorNames) {
      for (const status of ['200', '429']) {
        const headers = document.responseHeaders(name, status);
        expect(headers, `${name} ${status}`).toEqual(expect.arrayContaining(meters));
      }
    }
  },

  'OAS-6': () => {
    const { components, security } = document.json as {
      components: { securitySchemes: Record<string, { type: string; scheme: string }> };
      security?: Record<string, unknown>[];
    };
    const bearer = Object.entries(components.securitySchemes).filter(
      ([, { type, scheme }]) => type === 'http' && scheme.toLowerCase() === 'bearer',
    );
    expect(bearer).toHaveLength(1);
    for (const name of Object.keys(statuses)) {
      const own = document.operation(name).security as Record<string, unknown>[] | undefined;
      const asked = (own ?? security ?? []).flatMap((each) => Object.keys(each));
      expect(asked, name).toContain(bearer[0]?.[0]);
    }
  },

  'OAS-7': () => {
    for (const engine of engines) {
      const name = `POST ${monitor(engine)}`;
      const [root, flags] = fields[engine];
      expect(document.requestFields(name), engine).toEqual(root.toSorted());
      expect(document.requestFields(name, 'include'), engine).toEqual(flags.toSorted());
    }
    expect(document.requestFields(gotoPath)).toEqual(['url']);
    expect(document.requestFields('POST /v1/async/task')).toEqual(
      ['taskType', 'payload', 'priority', 'idempotencyKey', 'webhook'].toSorted(),
    );
    expect(document.requestFields('POST /v1/async/task', 'webhook')).toEqual(['url']);
  },

  'OAS-8': () => {
    for (const engine of engines) {
      const check = document.requestCheck(`POST ${monitor(engine)}`);
      for (const body of [bodyFor(engine), bodyFor(engine, { country: 'DE', include: { html: true } })]) {
        expect(check(body), `${engine}: ${JSON.stringify(check.errors)}`).toBe(true);
      }
      const wrong = [
        bodyFor(engine, { more: 1 }),
        bodyFor(engine, { include: { more: true } }),
        bodyFor(engine, { include: { html: 'yes' } }),
        bodyFor(engine, { country: 7 }),
      ];
      for (const body of wrong) expect(check(body), `${engine}: ${JSON.stringify(body)}`).toBe(false);
    }
    const single = document.requestCheck('POST /v1/async/task');
    const batch = document.requestCheck('POST /v1/async/task/batch');
    for (const engine of engines) {
      const task = taskFor(engine, { priority: 3, webhook: { url: 'https://hooks.customer.example/' } });
      expect(single(task), `${engine}: ${JSON.stringify(single.errors)}`).toBe(true);
      expect(batch([task, task]), `${engine}: ${JSON.stringify(batch.errors)}`).toBe(true);
    }
    expect(single(taskFor('assistant-b', { priority: 11 }))).toBe(false);
    expect(batch([])).toBe(false);
    expect(batch({})).toBe(false);
  },

  'OAS-9': async () => {
    const { api, baseUrl } = service();
    for (const engine of engines) {
      const name = `POST ${monitor(engine)}`;
      const path = monitor(engine);
      const rich = { include: Object.fromEntries(fields[engine][1].map((flag) => [flag, true])) };
      if (engine === 'search') rich.include.aioverview = { markdown: true } as unknown as boolean;
      expectDescribed(name, await api.post(path, bodyFor(engine)));
      expectDescribed(name, await api.post(path, bodyFor(engine, rich)));
      expectDescribed(name, await api.post(path, {}));
      expectDescribed(name, await api.post(path, bodyFor(engine, {}, 'outcome=fatal')));
      expectDescribed(name, await api.post(path, bodyFor(engine, {}, 'errors=5')));
      expectDescribed(name, await send(baseUrl + path, { method: 'POST', headers: {}, body: '{}' }));
    }
    const found = await api.post(monitor('search'), bodyFor('search'));
    const link = /"redirectLink":"([^"]+)"/.exec(found.text)?.[1];
    const redirect = '/v1/monitor/search/goto';
    for (const url of [link, 'nonsense']) expectDescribed(gotoPath, await api.post(redirect, { url }));

    const task = taskFor('assistant-b', { idempotencyKey: 'oas-9' });
    const single = 'POST /v1/async/task';
    const { task: created } = await createTask(api, taskFor('assistant-b', {}, 'latency=100'));
    const read = 'GET /v1/async/task/{taskId}';
    expectDescribed(read, await api.get(`/v1/async/task/${created.id}`));
    const failing = await createTask(api, taskFor('assistant-b', {}, 'outcome=fatal'));
    for (const id of [created.id, failing.task.id]) {
      await finished(api, id);
      expectDescribed(read, await api.get(`/v1/async/task/${id}`));
    }
    expectDescribed(read, await api.get(`/v1/async/task/${nobodysTaskId}`));
    for (const body of [task, task, {}]) expectDescribed(single, await api.post('/v1/async/task', body));
    for (const body of [[task, taskFor('assistant-b'), {}], []]) {
      expectDescribed('POST /v1/async/task/batch', await api.post('/v1/async/task/batch', body));
    }
    expectDescribed('GET /v1/async/status', await api.get('/v1/async/status'));
    expectDescribed('DELETE /v1/async/queue', await api.remove('/v1/async/queue'));
    expectDescribed('GET /v1/countries', await api.get('/v1/countries'));
    expectDescribed('GET /v1/countries', await api.get('/v1/countries?model=none'));
    expectDescribed('GET /v1/credits', await api.get('/v1/credits'));
    expectDescribed('GET /v1/credits', await send(`${baseUrl}/v1/credits`));
    expectDescribed('GET /v1/states', await api.get('/v1/states?country=US'));
    expectDescribed('GET /v1/states', await api.get('/v1/states'));
  },

  'OAS-10': () => {
    for (const name of document.operations) expect(document.operation(name).deprecated ?? false).toBe(false);
  },

  'OAS-11': async () => {
    const { api, baseUrl } = service();
    const described = (name: string, { status, text }: Answer): void =>
      expect(document.statuses(name), `${name}: ${text.slice(0, 200)}`).toContain(String(status));
    const { api: hasty } = await strict().account();
    for (const name of document.operations) {
      const [method = '', path = ''] = name.split(' ');
      const address = path.replace(/\{\w+\}/g, 'x');
      const json = { 'Content-Type': 'application/json' };
      const tooLarge = ' '.repeat((path.endsWith('/batch') ? 17 : 2) * 1024 * 1024);
      const sendings: Sending[] =
        method === 'GET'
          ? [{}]
          : [
              { headers: json, body: '{}' },
              { headers: json, body: '{' },
              { headers: json, body: tooLarge },
              { headers: { 'Content-Type': 'text/plain' }, body: 'x' },
            ];
      for (const sending of sendings) {
        described(name, await api.send(address, { method, ...sending }));
        if (sending.body !== tooLarge) described(name, await send(baseUrl + address, { method, ...sending }));
      }
      const withoutHost = `${method} ${address} HTTP/1.1\r\nConnection: close\r\n\r\n`;
      const status = /^HTTP\/1\.1 (\d+)/.exec(await sendBytes(baseUrl, withoutHost))?.[1];
      expect(document.statuses(name), `${name} without Host`).toContain(status);
      const many = await Promise.all(Array.from({ length: 8 }, () => hasty.send(address, { method })));
      expect(
        many.map((answer) => answer.status),
        name,
      ).toContain(429);
      for (const answer of many) described(name, answer);
    }
  },

  'OAS-12': async () => {
    const { api } = service();
    const accepted = async (name: string, body: unknown): Promise<void> => {
      const answer = await api.post(name.slice('POST '.length), body);
      expect(answer.status, `${name}: ${answer.text.slice(0, 300)}`).toBe(200);
      const check = document.requestCheck(name);
      expect(check(body), `${name}: ${JSON.stringify(check.errors)}`).toBe(true);
    };
    const refused = async (name: string, body: unknown): Promise<void> =>
      expect((await api.post(name.slice('POST '.length), body)).status).toBeGreaterThanOrEqual(400);
    for (const engine of ['assistant-a', 'search', 'search/news', 'search-ai'] as const) {
      const name = `POST ${monitor(engine)}`;
      const question = engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
      const asked = (text: string) => bodyFor(engine, { [question]: text });
      const order = '[[sandbox latency=1]]';
      const longest = (character: string) => `${character.repeat(10_000 - order.length)}${order}`;
      await accepted(name, asked(`${' '.repeat(9_000)}${longest('x')}${'\n'.repeat(9_000)}`));
      await accepted(name, asked(longest('\u{1f6b2}')));
      await refused(name, asked('\u{1f6b2}'.repeat(10_001)));
      await refused(name, asked(` ${'x'.repeat(10_001)} `));
      for (const blank of ['', ' ', '\u00a0\n']) {
        await refused(name, asked(blank));
        expect(document.requestCheck(name)(asked(blank))).toBe(false);
      }
    }
    const place = { location: `${' '.repeat(600)}Bonn,Germany`, hl: `${' '.repeat(70)}de` };
    await accepted(`POST ${monitor('search')}`, bodyFor('search', place));
    const single = 'POST /v1/async/task';
    for (const idempotencyKey of ['\u{1f511}'.repeat(255), 'k'.repeat(255)])
      await accepted(single, taskFor('assistant-b', { idempotencyKey }));
    const tooLong = taskFor('assistant-b', { idempotencyKey: 'k'.repeat(256) });
    await refused(single, tooLong);
    expect(document.requestCheck(single)(tooLong)).toBe(false);
  },
});
