import { expect } from 'vitest';
import { nobodysTaskId } from './endpoints.ts';
import { count, send } from './http.ts';
import { bodyFor, engines, questionOf, taskFor, taskTypeOf } from './requests.ts';
import { prove } from './rule.ts';
import { tasks } from './rules/tasks.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError, expectInvalid, expectInvalidBody } from './shapes/errors.ts';
import { resultIn } from './shapes/monitor.ts';
import { failedResponse, taskStates } from './shapes/tasks.ts';
import {
  createTask,
  createTasks,
  finished,
  isFinished,
  readTask,
  slotsInUseBecome,
  started,
} from './taskCalls.ts';
import { inTime, until } from './until.ts';

type Fields = Readonly<Record<string, unknown>>;

const service = serviceForFile();
const create = (fields: Fields = {}, orders = '') =>
  service().api.post('/v1/async/task', taskFor('assistant-b', fields, orders));
const refuses = async (fields: Fields, ...named: string[]) =>
  expectInvalid(await create(fields), 422, ...named);
const accepts = (fields: Fields = {}, orders = '') =>
  createTask(service().api, taskFor('assistant-b', fields, orders));
const ran = async (orders: string, fields: Fields = {}) =>
  finished(service().api, (await accepts(fields, orders)).task.id);

prove(tasks, {
  'TASK-1': async () => {
    await accepts();
  },

  'TASK-2': async () => {
    const { task } = await accepts();
    expect(task.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  },

  'TASK-3': async () => {
    const before = Date.now();
    const { task } = await accepts({ priority: 4, idempotencyKey: 'task-3' });
    const { id, createdAt, ...rest } = task;
    expect(rest).toEqual({
      taskType: 'ASSISTANT_B',
      status: 'QUEUED',
      priority: 4,
      latencyMs: null,
      idempotencyKey: 'task-3',
    });
    expect(Math.abs(Date.parse(createdAt) - before)).toBeLessThan(5_000);
    expect((await accepts()).task.idempotencyKey).toBeNull();
    expect(id).not.toBe('');
  },

  'TASK-4': async () => {
    for (const taskType of [undefined, 'ASSISTANT_Z', '', 7, null]) await refuses({ taskType }, 'taskType');
    for (const engine of engines) {
      const { task } = await createTask(service().api, taskFor(engine));
      expect(task.taskType).toBe(taskTypeOf[engine]);
    }
  },

  'TASK-5': async () => {
    for (const engine of engines) {
      const { task } = await createTask(service().api, taskFor(engine, { taskType: engine }));
      expect(task.taskType).toBe(taskTypeOf[engine]);
    }
  },

  'TASK-6': async () => {
    for (const payload of [undefined, null, 'text', [], 7]) await refuses({ payload }, 'payload');
  },

  'TASK-7': async () => {
    const payload = { prompt: 'Hello', country: 'DE', state: 'CA', include: { html: 'yes' }, more: 1 };
    await refuses({ payload }, 'payload.state', 'payload.include.html', 'payload.more');
    await refuses({ payload: { prompt: 'Hello' } }, 'payload.country');
    const both = { query: 'x', country: 'US', location: 'Portland,Oregon,United States', uule: 'w+CAIQICI' };
    const answer = await service().api.post('/v1/async/task', taskFor('search', { payload: both }));
    expectInvalid(answer, 422, 'payload.uule');
  },

  'TASK-8': async () => {
    for (const engine of engines) {
      const field = questionOf(engine);
      const task = taskFor(engine, { payload: bodyFor(engine, { [field]: undefined }) });
      expectInvalid(await service().api.post('/v1/async/task', task), 422, `payload.${field}`);
    }
  },

  'TASK-9': async () => {
    const { api } = service();
    const found = await finished(api, (await createTask(api, taskFor('search'))).task.id);
    const [related] = resultIn('search', found.response).relatedSearches;
    const address = new URL(String(related?.link));
    address.search = new URLSearchParams({ q: 'locks [[sandbox latency=0]]', gl: 'us' }).toString();
    const { task } = await createTask(api, taskFor('search', { payload: { url: address.href } }));
    expect((await finished(api, task.id)).task.status).toBe('COMPLETED');
  },

  'TASK-10': async () => {
    for (const priority of [0, 11, -1, 2.5, '3', null]) await refuses({ priority }, 'priority');
    for (let priority = 1; priority <= 10; priority += 1) {
      expect((await accepts({ priority })).task.priority).toBe(priority);
    }
  },

  'TASK-11': async () => {
    expect((await accepts()).task.priority).toBe(1);
  },

  'TASK-12': async () => {
    for (const idempotencyKey of ['', 7, 'k'.repeat(256)])
      await refuses({ idempotencyKey }, 'idempotencyKey');
    for (const idempotencyKey of ['k', 'K'.repeat(255), 'ключ 1/2 ✓']) {
      expect((await accepts({ idempotencyKey })).task.idempotencyKey).toBe(idempotencyKey);
    }
  },

  'TASK-13': async () => {
    await refuses({ webhook: {} }, 'webhook.url');
    for (const webhook of ['https://hooks.customer.example/', 7, []]) await refuses({ webhook }, 'webhook');
  },

  'TASK-14': async () => {
    const long = `https://hooks.customer.example/${'a'.repeat(2_100)}`;
    for (const url of ['', 'hooks', '/hooks', 'ftp://hooks.customer.example/', long, 7, null]) {
      await refuses({ webhook: { url } }, 'webhook.url');
    }
    for (const url of ['https://hooks.customer.example/a', long.slice(0, 2_048)]) {
      await accepts({ webhook: { url } });
    }
  },

  'TASK-15': async () => {
    await refuses({ pririty: 3 }, 'pririty');
    const webhook = { url: 'https://hooks.customer.example/', secret: 'x' };
    await refuses({ webhook }, 'webhook.secret');
    await refuses({ payload: bodyFor('assistant-b', { legacy: true }) }, 'payload.legacy');
  },

  'TASK-16': async () => {
    for (const body of [{}, [], 'x', null, 7, { taskType: 'ASSISTANT_A' }]) {
      expectInvalidBody(await service().api.post('/v1/async/task', body), 422);
    }
  },

  'TASK-17': async () => {
    const { task } = await accepts({}, 'latency=1000');
    const record = await readTask(service().api, task.id);
    expect(Object.keys(record).toSorted()).toEqual(['credits', 'task']);
    const end = await finished(service().api, task.id);
    expect(Object.keys(end).toSorted()).toEqual(['credits', 'response', 'task']);
  },

  'TASK-18': async () => {
    const { api } = service();
    const ids = await createTasks(
      api,
      engines.map((engine) => taskFor(engine)),
    );
    for (const [at, engine] of engines.entries()) {
      const { task, response } = await finished(api, String(ids[at]));
      expect(task.status).toBe('COMPLETED');
      resultIn(engine, response);
    }
  },

  'TASK-19': async () => {
    for (const orders of ['outcome=fatal', 'errors=5']) {
      const { task, credits, response } = await ran(orders);
      expect(task.status).toBe('FAILED');
      expect(credits).toEqual({ creditsToCharge: 4, creditsCharged: 0 });
      failedResponse.parse(response);
    }
  },

  'TASK-20': async () => {
    const webhook = { url: 'https://hooks.customer.example/task-20' };
    const { task } = await accepts({ webhook }, 'latency=1000');
    expect(await readTask(service().api, task.id)).not.toHaveProperty('webhook');
    const end = await finished(service().api, task.id);
    expect(end.webhook).toMatchObject({ url: webhook.url, delivered: false, deliveredAt: null });
    expect(await ran('')).not.toHaveProperty('webhook');
  },

  'TASK-21': async () => {
    expectError(await service().api.get(`/v1/async/task/${nobodysTaskId}`), 404, 'RESOURCE_NOT_FOUND');
  },

  'TASK-22': async () => {
    expectError(await service().api.get('/v1/async/task/not-a-uuid'), 404, 'RESOURCE_NOT_FOUND');
  },

  'TASK-23': async () => {
    const { api } = await service().account('free');
    const [first, second] = await createTasks(api, [
      taskFor('assistant-b', {}, 'latency=1000'),
      taskFor('assistant-b', {}, 'latency=1000'),
    ]);
    const seen: string[] = [];
    await until(
      'the second task finished',
      async () => {
        const record = await readTask(api, String(second));
        seen.push(record.task.status);
        return record;
      },
      isFinished,
    );
    expect([...new Set(seen)]).toEqual(['QUEUED', 'PROCESSING', 'COMPLETED']);
    const order = seen.map((state) => taskStates.indexOf(state as (typeof taskStates)[number]));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect((await readTask(api, String(first))).task.status).toBe('COMPLETED');
  },

  'TASK-24': async () => {
    const { api } = await service().account('free');
    const behind = async () => {
      const running = api.post('/v1/monitor/assistant-b', bodyFor('assistant-b', {}, 'latency=600'));
      await slotsInUseBecome(api, 1);
      const { task } = await createTask(api, taskFor('assistant-b', {}, 'latency=60'));
      const waiting = (await readTask(api, task.id)).task;
      await running;
      return { waiting, ended: (await finished(api, task.id)).task };
    };
    // It may have begun before it was read.
    const { ended } = await inTime(
      behind,
      ({ waiting, ended }) => (waiting.latencyMs === null ? Number(ended.latencyMs) : Number.NaN),
      500,
    );
    expect(ended.latencyMs).toBeGreaterThanOrEqual(55);
  },

  'TASK-25': async () => {
    const { task } = await ran('latency=60 errors=3');
    expect(task.latencyMs).toBeGreaterThanOrEqual(4 * 55);
  },

  'TASK-26': async () => {
    const { task, credits } = await ran('errors=4');
    expect(task.status).toBe('COMPLETED');
    expect(credits.creditsCharged).toBe(4);
  },

  'TASK-27': async () => {
    const { task, response } = await ran('errors=5');
    expect(task.status).toBe('FAILED');
    expect(response).toMatchObject({ error: { code: 'INTERNAL_SERVER_ERROR' } });
  },

  'TASK-28': async () => {
    const { task, response } = await inTime(
      () => ran('latency=100 outcome=fatal'),
      ({ task }) => Number(task.latencyMs ?? Number.NaN),
      200,
    );
    expect(task.status).toBe('FAILED');
    expect(response).toMatchObject({ error: { code: 'EXTERNAL_SERVICE_ERROR' } });
  },

  'TASK-29': async () => {
    const { task } = await accepts({}, 'latency=30');
    await started(service().api, task.id);
    const end = await finished(service().api, task.id);
    expect(await readTask(service().api, task.id)).toEqual(end);
  },

  'TASK-30': async () => {
    const { api } = service();
    const keys = ['task-30', 'x'.repeat(255), '\u6f22'.repeat(255), '\u{1f6b2}/?#% '.repeat(20)];
    for (const idempotencyKey of keys) {
      const { task } = await accepts({ idempotencyKey: `${idempotencyKey}` });
      for (const name of [task.id, task.id.toUpperCase(), encodeURIComponent(idempotencyKey)]) {
        expect((await readTask(api, name)).task.id, name.slice(0, 60)).toBe(task.id);
      }
    }
    const other = (await service().account('lite')).api;
    const { task } = await accepts();
    // Somebody else's id is nobody's here; as a key of one's own it finds one's own task.
    expectError(await other.get(`/v1/async/task/${task.id}`), 404, 'RESOURCE_NOT_FOUND');
    const own = await createTask(other, taskFor('assistant-b', { idempotencyKey: task.id }));
    expect((await readTask(other, task.id)).task.id).toBe(own.task.id);
  },

  'TASK-31': async () => {
    const { baseUrl } = service();
    const { api } = await service().account();
    for (const length of [101, 255, 5_000]) {
      const path = `/v1/async/task/${'y'.repeat(length)}`;
      expectError(await send(baseUrl + path), 401, 'MISSING_API_KEY');
      const answer = await api.get(path);
      expectError(answer, 404, 'RESOURCE_NOT_FOUND');
      expect(count(answer, 'X-RateLimit-Remaining')).toBeLessThan(count(answer, 'X-RateLimit-Limit'));
      expectError(await api.remove(path), 405, 'METHOD_NOT_ALLOWED');
    }
  },

  'TASK-32': async () => {
    const { api } = service();
    const withUrl = (url: string) => taskFor('assistant-b', { webhook: { url } });
    for (const url of [
      'http:///x',
      'https:///hooks.example',
      'http:\\\\hooks.example',
      'https://hooks.example/a\nb',
      'https://hooks.example/\r\nHost: x',
      'https://hooks\t.example/',
      ' https://hooks.example/',
      'https://hooks.example/ ',
    ])
      expectInvalid(await api.post('/v1/async/task', withUrl(url)), 422, 'webhook.url');
    const { task } = await createTask(api, withUrl('HTTPS://Hooks.Example:443/a/../b?x=ü'));
    await finished(api, task.id);
    const { webhook } = await readTask(api, task.id);
    expect(webhook?.url).toBe('https://hooks.example/b?x=%C3%BC');
  },
});
