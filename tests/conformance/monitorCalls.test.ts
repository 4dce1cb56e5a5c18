import { expect } from 'vitest';
import { type Answer, count, header, send, sendBytes } from './http.ts';
import { ask, baseCost, bodyFor, engines, monitor, questionOf } from './requests.ts';
import { prove } from './rule.ts';
import { monitorCalls } from './rules/monitorCalls.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectInvalid } from './shapes/errors.ts';
import { type Engine, resultOf } from './shapes/monitor.ts';
import { remainingCredits } from './taskCalls.ts';
import { inTime } from './until.ts';

const service = serviceForFile();
const call = (engine: Engine, fields: Record<string, unknown> = {}, orders = '') =>
  service().api.post(monitor(engine), bodyFor(engine, fields, orders));

const meters = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-Concurrent-Limit',
  'X-Concurrent-Current',
  'X-Concurrent-Remaining',
  'X-Credits-Remaining',
  'X-Credits-Charged',
  'X-Latency-Ms',
];
const expectMeters = (answer: Answer): void => {
  for (const name of meters) expect(count(answer, name), name).toBeGreaterThanOrEqual(0);
};

const flags: Readonly<Record<Engine, readonly string[]>> = {
  'assistant-a': ['html', 'markdown', 'rawResponse', 'searchQueries', 'ads', 'shopping'],
  'assistant-b': ['markdown', 'html', 'rawResponse'],
  'assistant-c': ['markdown', 'html', 'rawResponse'],
  'assistant-d': ['html', 'markdown', 'rawResponse'],
  'assistant-e': ['html', 'markdown', 'rawResponse'],
  search: ['html', 'aioverview', 'paaAioverview', 'searchGoto'],
  'search/news': ['html'],
  'search-ai': ['html', 'markdown', 'expandProducts', 'searchGoto'],
};

prove(monitorCalls, {
  'MON-1': async () => {
    for (const engine of engines) resultOf(engine, await call(engine));
  },

  'MON-2': async () => {
    for (const engine of engines) expectMeters(await call(engine));
  },

  'MON-3': async () => {
    const { api } = await service().account();
    const poor = async (orders: string) =>
      api.post(monitor('assistant-a'), bodyFor('assistant-a', {}, orders));
    const answers = [
      await api.post(monitor('assistant-a'), {}),
      await poor('errors=5'),
      await poor('outcome=fatal'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 500, 502]);
    for (const answer of answers) expectMeters(answer);
  },

  'MON-4': async () => {
    const answer = await call('assistant-a', {}, 'latency=120');
    expect(count(answer, 'X-Latency-Ms')).toBeGreaterThanOrEqual(115);
    expect(count(answer, 'X-Latency-Ms')).toBeLessThan(5_000);
  },

  'MON-5': async () => {
    const { api } = await service().account('lite');
    let balance = await remainingCredits(api);
    for (const engine of engines) {
      const answer = await api.post(monitor(engine), bodyFor(engine));
      balance -= baseCost[engine];
      expect(count(answer, 'X-Credits-Charged'), engine).toBe(baseCost[engine]);
      expect(count(answer, 'X-Credits-Remaining'), engine).toBe(balance);
    }
    expect(await remainingCredits(api)).toBe(balance);
  },

  'MON-6': async () => {
    for (const engine of engines) {
      const field = questionOf(engine);
      for (const value of [undefined, '', '   \n\t', 7, null, ['x'], { x: 1 }]) {
        expectInvalid(await call(engine, { [field]: value }), 400, field);
      }
    }
  },

  'MON-7': async () => {
    for (const engine of engines) {
      const field = questionOf(engine);
      const longest = `${'word '.repeat(2_500)}`.slice(0, 10_000 - ask().length) + ask();
      expect(longest).toHaveLength(10_000);
      resultOf(engine, await call(engine, { [field]: `  ${longest}\n` }));
      expectInvalid(await call(engine, { [field]: `x${longest}` }), 400, field);
    }
  },

  'MON-8': async () => {
    for (const engine of engines) {
      expectInvalid(await call(engine, { disableWebsearch: true }), 400, 'disableWebsearch');
    }
    for (const engine of engines.slice(1)) expectInvalid(await call(engine, { legacy: true }), 400, 'legacy');
  },

  'MON-9': async () => {
    const all = new Set(Object.values(flags).flat());
    for (const engine of engines) {
      for (const flag of [...all, 'searchqueries'].filter((name) => !flags[engine].includes(name))) {
        expectInvalid(await call(engine, { include: { [flag]: true } }), 400, `include.${flag}`);
      }
    }
  },

  'MON-10': async () => {
    for (const engine of engines) {
      resultOf(engine, await call(engine, { include: {} }));
      for (const include of ['html', true, ['html'], null]) {
        expectInvalid(await call(engine, { include }), 400, 'include');
      }
    }
  },

  'MON-11': async () => {
    const before = await remainingCredits(service().api);
    for (const engine of engines) {
      const answer = await call(engine, { unheardOf: 1 });
      expect(count(answer, 'X-Credits-Charged')).toBe(0);
      expect(count(answer, 'X-Credits-Remaining')).toBe(before);
    }
    expect(await remainingCredits(service().api)).toBe(before);
  },

  'MON-12': async () => {
    for (const engine of engines) {
      const { html } = resultOf(engine, await call(engine, { include: { html: true } }));
      const addresses = Array.isArray(html) ? html : [html];
      expect(addresses).toHaveLength(1);
      const page = await send(String(addresses[0]));
      expect(page.status, engine).toBe(200);
      expect(header(page, 'Content-Type')).toMatch(/^text\/html/);
      expect(page.text).toMatch(/<html/i);
    }
    for (const engine of ['search', 'search/news'] as const) {
      const { html } = resultOf(engine, await call(engine, { pages: 3, include: { html: true } }));
      expect(html, engine).toHaveLength(3);
    }
  },

  'MON-13': async () => {
    for (const engine of engines) {
      for (const include of [undefined, {}, { html: false }]) {
        const result = resultOf(engine, await call(engine, { include }));
        for (const member of ['html', 'markdown', 'rawResponse']) expect(result).not.toHaveProperty(member);
      }
      if (engine === 'search' || engine === 'search/news') continue;
      expect(resultOf(engine, await call(engine, { include: { markdown: true } }))).toHaveProperty(
        'markdown',
        expect.stringMatching(/\S/),
      );
    }
    for (const engine of engines.slice(0, 5)) {
      const result = resultOf(engine, await call(engine, { include: { rawResponse: true } }));
      expect(result).toHaveProperty('rawResponse', expect.any(Array));
    }
  },

  'MON-14': async () => {
    const answer = await call('assistant-a', {}, 'outcome=empty');
    const { sources } = resultOf('assistant-a', answer);
    expect(sources).toEqual([]);
    expect(count(answer, 'X-Credits-Charged')).toBe(5);
  },

  'MON-15': async () => {
    for (const engine of engines) {
      for (const country of ['ZZ', 'USA', 'U', '', 7]) {
        expectInvalid(await call(engine, { country }), 400, 'country');
      }
    }
    for (const engine of engines.slice(0, 5)) {
      expectInvalid(await call(engine, { country: 'us' }), 400, 'country');
      expectInvalid(await call(engine, { country: 'CN' }), 400, 'country');
    }
    resultOf('search', await call('search', { country: 'CN' }));
    resultOf('search/news', await call('search/news', { country: 'CN' }));
    expectInvalid(await call('search-ai', { country: 'CN' }), 400, 'country');
    resultOf('assistant-e', await call('assistant-e', { country: 'XK' }));
  },

  'MON-16': async () => {
    const { api, baseUrl } = service();
    const body = JSON.stringify(bodyFor('assistant-a'));
    const head = [
      `POST ${monitor('assistant-a')} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${api.key}`,
      'Content-Type: application/json',
      'Connection: close',
      `Content-Length: ${body.length}`,
    ];
    const slowly = async () => {
      const started = performance.now();
      const parts = [`${head.join('\r\n')}\r\n\r\n`, body.slice(0, 20), body.slice(20)];
      const answer = await sendBytes(baseUrl, parts);
      expect(performance.now() - started).toBeGreaterThan(1_000);
      return answer;
    };
    const latency = (answer: string) => Number(/\r\nx-latency-ms: (\d+)\r\n/i.exec(answer)?.[1]);
    expect(await inTime(slowly, latency, 600)).toMatch(/^HTTP\/1\.1 200 /);
  },

  'MON-17': async () => {
    const { api } = service();
    for (const path of [...engines.map(monitor), '/v1/monitor/search/goto']) {
      const answer = await api.get(path);
      expect(answer.status).toBe(405);
      expectMeters(answer);
      expect(count(answer, 'X-Credits-Charged')).toBe(0);
    }
  },

  'MON-18': async () => {
    const { api } = service();
    for (const country of [' US', 'US ', 'US\n']) {
      for (const engine of engines)
        expectInvalid(await api.post(monitor(engine), bodyFor(engine, { country })), 400, 'country');
      const task = { taskType: 'assistant-b', payload: bodyFor('assistant-b', { country }) };
      expectInvalid(await api.post('/v1/async/task', task), 422, 'payload.country');
      expectInvalid(await api.get(`/v1/states?country=${encodeURIComponent(country)}`), 400, 'country');
    }
    for (const state of ['or', 'Or', ' OR'])
      for (const engine of engines.filter((name) => name.startsWith('assistant')))
        expectInvalid(
          await api.post(monitor(engine), bodyFor(engine, { country: 'US', state })),
          400,
          'state',
        );
  },
});
