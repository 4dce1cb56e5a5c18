import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { spentDownTo } from './balances.ts';
import { type Api, count } from './http.ts';
import { ask, baseCost, bodyFor, engines, monitor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { credits } from './rules/credits.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError } from './shapes/errors.ts';
import { type Engine, resultIn, resultOf } from './shapes/monitor.ts';
import { balance } from './shapes/reference.ts';
import {
  createBatch,
  createTask,
  createTasks,
  finished,
  parsedAs,
  readTask,
  remainingCredits,
  slotsInUseBecome,
} from './taskCalls.ts';
import { until } from './until.ts';

type Fields = Readonly<Record<string, unknown>>;

const service = serviceForFile();

/** What a synchronous call with these fields is charged. */
async function charge(engine: Engine, fields: Fields = {}, api: Api = service().api): Promise<number> {
  const answer = await api.post(monitor(engine), bodyFor(engine, fields));
  expect(answer.status, answer.text).toBe(200);
  return count(answer, 'X-Credits-Charged');
}
const including = (engine: Engine, ...flags: string[]) =>
  charge(engine, { include: Object.fromEntries(flags.map((flag) => [flag, true])) });

const shop = { prompt: ask('', 'Best folding bike locks to buy, with prices') };
const expand = { ...shop, include: { expandProducts: true } };

prove(credits, {
  'CRED-1': async () => {
    parsedAs(balance, await service().api.get('/v1/credits'));
  },

  'CRED-2': async () => {
    const { api } = await service().account('free');
    for (let time = 0; time < 3; time += 1) expect(await remainingCredits(api)).toBe(500);
  },

  'CRED-3': async () => {
    const { api } = await service().account('free');
    const { perCycle, cycleResetsAt } = parsedAs(balance, await api.get('/v1/credits'));
    expect(perCycle).toBe(500);
    const days = (Date.parse(String(cycleResetsAt)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThanOrEqual(31.01);
  },

  'CRED-4': async () => {
    for (const engine of engines) expect(await charge(engine), engine).toBe(baseCost[engine]);
  },

  'CRED-5': async () => {
    const ids = await createTasks(
      service().api,
      engines.map((engine) => taskFor(engine)),
    );
    const records = await Promise.all(ids.map((id) => finished(service().api, id)));
    expect(records.map((record) => record.credits.creditsCharged)).toEqual(
      engines.map((engine) => baseCost[engine]),
    );
  },

  'CRED-6': async () => {
    const group = ['rawResponse', 'searchQueries', 'ads', 'shopping'];
    for (const flag of group) expect(await including('assistant-a', flag), flag).toBe(7);
    expect(await including('assistant-a', 'ads', 'searchQueries')).toBe(7);
    expect(await including('assistant-a', ...group)).toBe(7);
  },

  'CRED-7': async () => {
    expect(await including('assistant-a', 'html', 'markdown')).toBe(5);
    expect(await charge('assistant-a', { legacy: true, disableWebSearch: true })).toBe(5);
  },

  'CRED-8': async () => {
    for (const engine of ['assistant-b', 'assistant-c', 'assistant-d', 'assistant-e'] as const) {
      expect(await including(engine, 'html', 'markdown', 'rawResponse')).toBe(baseCost[engine]);
    }
    expect(await charge('assistant-a', { state: 'OR' })).toBe(5);
    expect(await charge('search', { pages: 10, include: { html: true } })).toBe(3);
    expect(await charge('search/news', { pages: 10 })).toBe(3);
  },

  'CRED-9': async () => {
    const overview = (include: Fields) => charge('search', { include });
    expect(await overview({ aioverview: {} })).toBe(5);
    expect(await overview({ aioverview: { markdown: true } })).toBe(5);
    expect(await overview({ paaAioverview: true })).toBe(5);
    expect(await overview({ aioverview: { markdown: false }, paaAioverview: true })).toBe(5);
  },

  'CRED-10': async () => {
    const answer = await service().api.post(monitor('search-ai'), bodyFor('search-ai', expand));
    const { productResults = [] } = resultOf('search-ai', answer);
    expect(productResults.length).toBeGreaterThan(0);
    expect(count(answer, 'X-Credits-Charged')).toBe(4 + productResults.length);
    expect(await charge('search-ai', shop)).toBe(4);
  },

  'CRED-11': async () => {
    const include = { rawResponse: false, searchQueries: false, ads: false, shopping: false };
    expect(await charge('assistant-a', { include })).toBe(5);
    expect(await charge('search', { include: { paaAioverview: false } })).toBe(3);
    expect(await charge('search-ai', { ...shop, include: { expandProducts: false } })).toBe(4);
  },

  'CRED-12': async () => {
    const { api } = await service().account('free');
    await spentDownTo(api, 6);
    const dear = bodyFor('assistant-a', { include: { ads: true } });
    const answer = await api.post(monitor('assistant-a'), dear);
    expectError(answer, 403, 'INSUFFICIENT_CREDITS');
    expect(count(answer, 'X-Credits-Charged')).toBe(0);
    expect(count(answer, 'X-Credits-Remaining')).toBe(6);
  },

  'CRED-13': async () => {
    const { api } = await service().account('free');
    await spentDownTo(api, 7);
    expect(await charge('assistant-a', { include: { ads: true } }, api)).toBe(7);
    expect(await remainingCredits(api)).toBe(0);
  },

  'CRED-14': async () => {
    const { api } = await service().account('free');
    await spentDownTo(api, 9);
    const refused = await api.post(monitor('search-ai'), bodyFor('search-ai', expand));
    expectError(refused, 403, 'INSUFFICIENT_CREDITS');
    const other = (await service().account('free')).api;
    await spentDownTo(other, 10);
    const charged = await charge('search-ai', expand, other);
    expect(await remainingCredits(other)).toBe(10 - charged);
  },

  'CRED-15': async () => {
    const { api } = await service().account('lite');
    const before = await remainingCredits(api);
    const running = api.post(monitor('assistant-a'), bodyFor('assistant-a', {}, 'latency=1000'));
    await slotsInUseBecome(api, 1);
    expect(await remainingCredits(api)).toBe(before);
    expect((await running).status).toBe(200);
    expect(await remainingCredits(api)).toBe(before - 5);
  },

  'CRED-16': async () => {
    const { api } = await service().account('free');
    const [running, waiting, failing] = await createTasks(api, [
      taskFor('assistant-a', {}, 'latency=1000'),
      taskFor('assistant-b'),
      taskFor('assistant-d', {}, 'outcome=fatal'),
    ]);
    const queued = await readTask(api, String(waiting));
    expect(queued.credits).toEqual({ creditsToCharge: 4, creditsCharged: null });
    expect(await remainingCredits(api)).toBe(500);
    const ended = [running, waiting, failing].map((id) => finished(api, String(id)));
    const records = await Promise.all(ended);
    expect(records.map((record) => record.credits.creditsCharged)).toEqual([5, 4, 0]);
    expect(await remainingCredits(api)).toBe(491);
  },

  'CRED-17': async () => {
    const { api } = service();
    const { task, credits: known } = await createTask(api, taskFor('search-ai', { payload: expand }));
    expect(known).toEqual({ creditsToCharge: 4, creditsCharged: null });
    const { credits: final, response } = await finished(api, task.id);
    const clusters = resultIn('search-ai', response).productResults?.length ?? 0;
    expect(final).toEqual({ creditsToCharge: 4, creditsCharged: 4 + clusters });
    const dear = bodyFor('assistant-a', { include: { shopping: true } });
    const { credits: added } = await createTask(api, taskFor('assistant-a', { payload: dear }));
    expect(added.creditsToCharge).toBe(7);
  },

  'CRED-18': async () => {
    const { api } = await service().account('free');
    await createTasks(api, [
      taskFor('assistant-a', {}, 'latency=60000'),
      ...Array(20).fill(taskFor('assistant-a')),
    ]);
    expect(await remainingCredits(api)).toBe(500);
    await api.remove('/v1/async/queue');
  },

  'CRED-19': async () => {
    const { api } = await service().account('free');
    await spentDownTo(api, 4);
    expectError(await api.post('/v1/async/task', taskFor('assistant-a')), 403, 'INSUFFICIENT_CREDITS');
    const { task } = await createTask(api, taskFor('assistant-b'));
    await finished(api, task.id);
    expect(await remainingCredits(api)).toBe(0);
  },

  'CRED-20': async () => {
    const { api } = await service().account('free');
    await spentDownTo(api, 5);
    const first = await createTask(api, taskFor('assistant-a', {}, 'latency=1000'));
    const second = await createTask(api, taskFor('assistant-a'));
    await finished(api, first.task.id);
    const { task, credits: charged, response } = await finished(api, second.task.id);
    expect(task).toMatchObject({ status: 'FAILED', latencyMs: null });
    expect(charged.creditsCharged).toBe(0);
    expect(response).toMatchObject({ error: { code: expect.any(String) } });
    expect(await remainingCredits(api)).toBe(0);
  },

  'CRED-21': async () => {
    const { api } = await service().account('free');
    await spentDownTo(api, 5);
    const single = taskFor('assistant-a', {}, 'latency=150');
    const created = await Promise.all(Array.from({ length: 10 }, () => createTask(api, single)));
    const ids = created.map(({ task }) => task.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post(monitor('assistant-a'), bodyFor('assistant-a'))),
    );
    const records = await Promise.all(ids.map((id) => finished(api, id)));
    const paid = [
      ...answers.filter(({ status }) => status === 200),
      ...records.filter(({ task }) => task.status === 'COMPLETED'),
    ];
    expect(paid).toHaveLength(1);
    for (const { status } of answers) expect([200, 403, 429]).toContain(status);
    expect(await remainingCredits(api)).toBe(0);
  },

  'CRED-22': async () => {
    const { api } = await service().account('lite');
    const before = await remainingCredits(api);
    const answer = await api.post(monitor('assistant-a'), bodyFor('assistant-a', {}, 'errors=3'));
    resultOf('assistant-a', answer);
    expect(count(answer, 'X-Credits-Charged')).toBe(5);
    expect(await remainingCredits(api)).toBe(before - 5);
  },

  'CRED-23': async () => {
    const { api } = await service().account('free');
    await spentDownTo(api, 9);
    const dear = taskFor('search-ai', { payload: bodyFor('search-ai', expand) });
    expectError(await api.post('/v1/async/task', dear), 403, 'INSUFFICIENT_CREDITS');
    const { results } = await createBatch(api, [dear, taskFor('search-ai'), taskFor('assistant-a')]);
    expect(results.map((result) => (result.success ? 'created' : result.error.code))).toEqual([
      'INSUFFICIENT_CREDITS',
      'created',
      'created',
    ]);
    const other = (await service().account('free')).api;
    await spentDownTo(other, 10);
    const { task } = await createTask(other, dear);
    const { task: ended, credits: paid } = await finished(other, task.id);
    expect(ended.status).toBe('COMPLETED');
    expect(await remainingCredits(other)).toBe(10 - Number(paid.creditsCharged));
  },

  'CRED-24': async () => {
    const { name, api } = await service().account('free');
    await charge('assistant-a', {}, api);
    const endsAt = Date.now() + 1_500;
    await service().direct.endCycleAt(name, endsAt);
    const known = async () => parsedAs(balance, await api.get('/v1/credits'));
    await until(
      'the new end is known',
      known,
      ({ cycleResetsAt }) => Date.parse(String(cycleResetsAt)) === endsAt,
    );
    expect(await remainingCredits(api)).toBe(495);
    await pause(Math.max(0, endsAt - Date.now()) + 5);
    const { remaining, perCycle, cycleResetsAt } = await known();
    expect({ remaining, perCycle }).toEqual({ remaining: 500, perCycle: 500 });
    expect(Date.parse(String(cycleResetsAt))).toBeGreaterThan(Date.now());
  },
});
