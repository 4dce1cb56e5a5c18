import { expect } from 'vitest';
import { type Api, count } from './http.ts';
import { leaveWhileRunning } from './leaving.ts';
import { bodyFor, monitor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { slots } from './rules/slots.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError } from './shapes/errors.ts';
import { balance } from './shapes/reference.ts';
import {
  createTask,
  createTasks,
  finished,
  parsedAs,
  readMetrics,
  readTask,
  remainingCredits,
  slotsInUse,
  slotsInUseBecome,
  started,
  stateOf,
} from './taskCalls.ts';
import { until } from './until.ts';

const service = serviceForFile();
const slowRetries = serviceForFile({ retryBaseMs: 20_000 });
const twoWorkers = serviceForFile({ workers: 2 });

const plans: readonly (readonly [name: string, slots: number, credits: number])[] = [
  ['free', 1, 500],
  ['lite', 10, 37_500],
  ['hobby', 20, 250_000],
  ['starter', 50, 650_000],
  ['growth', 75, 1_350_000],
  ['business', 100, 2_800_000],
  ['enterprise-2k', 135, 5_871_025],
  ['enterprise-3k', 175, 9_306_606],
  ['enterprise-4k', 215, 12_756_261],
  ['enterprise-5k', 255, 16_391_783],
];

const call = (api: Api, orders = '') => api.post(monitor('assistant-b'), bodyFor('assistant-b', {}, orders));
/** What the operator does beside the running service is seen by it a moment later. */
const maximumBecomes = (api: Api, slots: number) =>
  until(
    `${slots} slots on the plan`,
    () => readMetrics(api),
    ({ concurrency }) => concurrency?.max === slots,
  );
const slowTask = (latency: number) => taskFor('assistant-b', {}, `latency=${latency}`);

prove(slots, {
  'SLOT-1': async () => {
    const { name, api } = await service().account('free');
    for (const [plan, limit] of plans) {
      await service().direct.setPlan(name, plan);
      await maximumBecomes(api, limit);
      expect(count(await call(api), 'X-Concurrent-Limit'), plan).toBe(limit);
    }
  },

  'SLOT-2': async () => {
    const accounts = await Promise.all(
      plans.map(async ([plan, , credits]) => ({ ...(await service().account(plan)), plan, credits })),
    );
    for (const { api, plan, credits } of accounts) {
      const { remaining, perCycle } = parsedAs(balance, await api.get('/v1/credits'));
      expect({ plan, remaining, perCycle }).toEqual({ plan, remaining: credits, perCycle: credits });
    }
  },

  'SLOT-3': async () => {
    const { api } = await service().account('free');
    const running = call(api, 'latency=1000');
    await slotsInUseBecome(api, 1);
    expectError(await call(api), 429, 'CONCURRENT_LIMIT_EXCEEDED');
    expect((await running).status).toBe(200);
  },

  'SLOT-4': async () => {
    const { api } = await service().account('free');
    const statuses: number[] = [];
    for (const orders of ['', 'errors=5', 'outcome=fatal', ''])
      statuses.push((await call(api, orders)).status);
    expect((await api.post(monitor('assistant-b'), {})).status).toBe(400);
    expect([...statuses, (await call(api)).status]).toEqual([200, 500, 502, 200, 200]);
    expect(await slotsInUse(api)).toBe(0);
  },

  'SLOT-5': async () => {
    const { api } = await service().account('lite');
    const running = Array.from({ length: 10 }, () => call(api, 'latency=1500'));
    await slotsInUseBecome(api, 10);
    const { details } = expectError(await call(api), 429, 'CONCURRENT_LIMIT_EXCEEDED');
    expect(details).toEqual({ limit: 10 });
    for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
  },

  'SLOT-6': async () => {
    const { api } = await service().account('free');
    const running = call(api, 'latency=1000');
    await slotsInUseBecome(api, 1);
    const refused = await call(api);
    expect(refused.status).toBe(429);
    expect(count(refused, 'X-Credits-Charged')).toBe(0);
    expect(count(refused, 'X-Credits-Remaining')).toBe(500);
    await running;
    expect(await remainingCredits(api)).toBe(496);
  },

  'SLOT-7': async () => {
    const { api } = await service().account('lite');
    const alone = await call(api);
    expect(count(alone, 'X-Concurrent-Limit')).toBe(10);
    expect(count(alone, 'X-Concurrent-Current')).toBe(1);
    expect(count(alone, 'X-Concurrent-Remaining')).toBe(9);
    const running = Array.from({ length: 4 }, () => call(api, 'latency=1500'));
    await slotsInUseBecome(api, 4);
    const fifth = await call(api);
    expect(count(fifth, 'X-Concurrent-Current')).toBe(5);
    expect(count(fifth, 'X-Concurrent-Remaining')).toBe(5);
    await Promise.all(running);
  },

  'SLOT-8': async () => {
    const { api } = await service().account('free');
    const running = call(api, 'latency=1000');
    await slotsInUseBecome(api, 1);
    const refused = await call(api);
    expect(count(refused, 'X-Concurrent-Limit')).toBe(1);
    expect(count(refused, 'X-Concurrent-Current')).toBeGreaterThanOrEqual(1);
    expect(count(refused, 'X-Concurrent-Remaining')).toBe(0);
    await running;
  },

  'SLOT-9': async () => {
    const { api } = await service().account('free');
    const { task } = await createTask(api, slowTask(1_000));
    await started(api, task.id);
    expect((await readMetrics(api)).concurrency).toEqual({ used: 1, max: 1 });
    expectError(await call(api), 429, 'CONCURRENT_LIMIT_EXCEEDED');
    await finished(api, task.id);
    expect((await call(api)).status).toBe(200);
  },

  'SLOT-10': async () => {
    const { api } = await service().account('free');
    const ids = await createTasks(api, [slowTask(60_000), slowTask(0), slowTask(0)]);
    await started(api, String(ids[0]));
    const { queuedTasks, processingTasks, concurrency } = await readMetrics(api);
    expect({ queuedTasks, processingTasks, used: concurrency?.used }).toEqual({
      queuedTasks: 2,
      processingTasks: 1,
      used: 1,
    });
  },

  'SLOT-11': async () => {
    const { api } = await service().account('free');
    const running = call(api, 'latency=1000');
    await slotsInUseBecome(api, 1);
    const { task } = await createTask(api, slowTask(0));
    expect(await stateOf(api, task.id)).toBe('QUEUED');
    expect((await running).status).toBe(200);
    expect((await finished(api, task.id)).task.status).toBe('COMPLETED');
  },

  'SLOT-12': async () => {
    const { api } = await slowRetries().account('free');
    const { task } = await createTask(api, taskFor('assistant-b', {}, 'errors=4'));
    await started(api, task.id);
    const refusals = await until(
      'two refusals while the task waits for its next attempt',
      () => Promise.all([call(api), readTask(api, task.id)]),
      ([refused, record]) => refused.status === 429 && record.task.status === 'PROCESSING',
    );
    expectError(refusals[0], 429, 'CONCURRENT_LIMIT_EXCEEDED');
    expect(await slotsInUse(api)).toBe(1);
  },

  'SLOT-13': async () => {
    const full = await service().account('free');
    const other = await service().account('free');
    const running = call(full.api, 'latency=1000');
    await slotsInUseBecome(full.api, 1);
    expect((await call(other.api)).status).toBe(200);
    expect(await slotsInUse(other.api)).toBe(0);
    await running;
  },

  'SLOT-14': async () => {
    const busy = await twoWorkers().account('growth');
    const other = await twoWorkers().account('growth');
    await createTasks(busy.api, Array(60).fill(slowTask(60)));
    await until(
      'the batch runs',
      () => readMetrics(busy.api),
      ({ processingTasks }) => processingTasks > 0,
    );
    const ids = await createTasks(other.api, Array(3).fill(slowTask(0)));
    for (const id of ids) await finished(other.api, id);
    expect((await readMetrics(busy.api)).queuedTasks).toBeGreaterThan(30);
    await busy.api.remove('/v1/async/queue');
  },

  'SLOT-15': async () => {
    const { api } = await service().account('lite');
    await createTasks(api, Array(40).fill(slowTask(40)));
    const seen: number[] = [];
    await until(
      'the queue is empty',
      async () => {
        const metrics = await readMetrics(api);
        seen.push(metrics.processingTasks, metrics.concurrency?.used ?? 0);
        return metrics.queuedTasks + metrics.processingTasks;
      },
      (left) => left === 0,
    );
    expect(Math.max(...seen)).toBeLessThanOrEqual(10);
    expect(Math.max(...seen)).toBeGreaterThan(5);
  },

  'SLOT-16': async () => {
    const { operator } = service();
    const { name, api } = await service().account('free');
    const running = call(api, 'latency=2500');
    await slotsInUseBecome(api, 1);
    await operator.setPlan(name, 'lite');
    await maximumBecomes(api, 10);
    expect((await call(api)).status).toBe(200);
    expect((await running).status).toBe(200);
  },

  'SLOT-17': async () => {
    const { name, api } = await service().account('free');
    await leaveWhileRunning(api, 'assistant-b', 'latency=1000', 'slot-17');
    expect(await slotsInUse(api)).toBe(1);
    await slotsInUseBecome(api, 0);
    expect(await remainingCredits(api)).toBe(496);
    const [recorded] = await service().direct.recorded(name, 'slot-17');
    expect(recorded).toMatchObject({ creditsCharged: 4, hasResult: true });
  },
});
