import { expect } from 'vitest';
import type { Api } from './http.ts';
import { bodyFor, monitor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { queue } from './rules/queue.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError } from './shapes/errors.ts';
import { cleared } from './shapes/tasks.ts';
import {
  createTask,
  createTasks,
  finished,
  parsedAs,
  readMetrics,
  readTask,
  remainingCredits,
  slotsInUseBecome,
  started,
  stateOf,
} from './taskCalls.ts';

const service = serviceForFile();
const narrow = serviceForFile('narrow');

const task = (priority = 1, orders = '') => taskFor('assistant-b', { priority }, orders);
const ten = Array(10).fill(task());
const clear = async (api: Api) => parsedAs(cleared, await api.remove('/v1/async/queue')).cleared;

/** An account of one slot whose slot is taken by a task, so that everything else waits. */
async function occupied(latency: number, from = service()): Promise<{ api: Api; running: string }> {
  const { api } = await from.account('free');
  const { task: running } = await createTask(api, taskFor('assistant-b', {}, `latency=${latency}`));
  await started(api, running.id);
  return { api, running: running.id };
}

/** With one slot, a task that has started proves that those before it are done. */
async function expectOrder(api: Api, ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    await started(api, id);
    const before = ids[at - 1];
    if (before !== undefined) expect(await stateOf(api, before), `before number ${at}`).toBe('COMPLETED');
  }
  await finished(api, String(ids.at(-1)));
}

prove(queue, {
  'QUEUE-1': async () => {
    const { api } = await service().account('free');
    expect(await readMetrics(api)).toEqual({
      queuedTasks: 0,
      processingTasks: 0,
      priorityBreakdown: [],
      concurrency: { used: 0, max: 1 },
    });
    const ids = await createTasks(api, [task(1, 'latency=60000'), task(), task()]);
    await started(api, String(ids[0]));
    const { queuedTasks, processingTasks, concurrency } = await readMetrics(api);
    expect({ queuedTasks, processingTasks, concurrency }).toEqual({
      queuedTasks: 2,
      processingTasks: 1,
      concurrency: { used: 1, max: 1 },
    });
  },

  'QUEUE-2': async () => {
    const { api } = await occupied(60_000);
    await createTasks(api, [task(9), task(1), task(9), task(4), task(1), task(1)]);
    expect((await readMetrics(api)).priorityBreakdown).toEqual([
      { priority: 9, count: 2 },
      { priority: 4, count: 1 },
      { priority: 1, count: 3 },
    ]);
  },

  'QUEUE-3': async () => {
    const { api } = await service().account('lite');
    await createTasks(api, [task(1, 'latency=60000'), task(1, 'latency=60000')]);
    await slotsInUseBecome(api, 2);
    const call = api.post(monitor('assistant-b'), bodyFor('assistant-b', {}, 'latency=1000'));
    await slotsInUseBecome(api, 3);
    expect((await readMetrics(api)).processingTasks).toBe(2);
    await call;
  },

  'QUEUE-4': async () => {
    const { api } = await occupied(60_000);
    await createTasks(api, [task(), task()]);
    const other = await service().account('free');
    expect((await readMetrics(other.api)).queuedTasks).toBe(0);
    expect((await readMetrics(api)).queuedTasks).toBe(2);
  },

  'QUEUE-5': async () => {
    const { api } = await occupied(1_000);
    const [low, high, middle] = await createTasks(
      api,
      [1, 10, 5].map((priority) => task(priority, 'latency=80')),
    );
    await expectOrder(api, [high, middle, low].map(String));
  },

  'QUEUE-6': async () => {
    const { api } = await occupied(1_000);
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) ids.push((await createTask(api, task(3, 'latency=60'))).task.id);
    ids.push(...(await createTasks(api, [task(3, 'latency=60'), task(3, 'latency=60')])));
    await expectOrder(api, ids);
  },

  'QUEUE-7': async () => {
    const { api, running } = await occupied(1_000);
    const low = await createTask(api, task(1, 'latency=60'));
    const high = await createTask(api, task(10, 'latency=60'));
    expect(await stateOf(api, high.task.id)).toBe('QUEUED');
    await expectOrder(api, [running, high.task.id, low.task.id]);
  },

  'QUEUE-8': async () => {
    const { api } = await occupied(60_000);
    await createTasks(api, Array(7).fill(task()));
    expect(await clear(api)).toBe(7);
    expect((await readMetrics(api)).queuedTasks).toBe(0);
  },

  'QUEUE-9': async () => {
    const { api } = await service().account('free');
    expect([await clear(api), await clear(api)]).toEqual([0, 0]);
  },

  'QUEUE-10': async () => {
    const { api } = await occupied(60_000);
    const { task: waiting } = await createTask(api, task());
    await clear(api);
    expectError(await api.get(`/v1/async/task/${waiting.id}`), 404, 'RESOURCE_NOT_FOUND');
  },

  'QUEUE-11': async () => {
    const { api } = await service().account('free');
    const done = await createTask(api, task());
    const failed = await createTask(api, task(1, 'outcome=fatal'));
    await finished(api, failed.task.id);
    const before = await Promise.all([done, failed].map((each) => finished(api, each.task.id)));
    const running = await createTask(api, task(1, 'latency=1000'));
    await started(api, running.task.id);
    await createTasks(api, [task(), task()]);
    expect(await clear(api)).toBe(2);
    expect(await Promise.all([done, failed].map((each) => readTask(api, each.task.id)))).toEqual(before);
    expect((await finished(api, running.task.id)).task.status).toBe('COMPLETED');
  },

  'QUEUE-12': async () => {
    const { api } = await occupied(60_000);
    await createTasks(api, Array(5).fill(task()));
    await clear(api);
    expect(await remainingCredits(api)).toBe(500);
  },

  'QUEUE-13': async () => {
    const { api } = await occupied(60_000);
    await createTasks(api, [task(), task()]);
    const other = await service().account('free');
    expect(await clear(other.api)).toBe(0);
    expect((await readMetrics(api)).queuedTasks).toBe(2);
  },

  'QUEUE-14': async () => {
    const { api } = await occupied(60_000, narrow());
    await createTasks(api, ten);
    const answer = await api.post('/v1/async/task', task());
    const { details } = expectError(answer, 429, 'QUEUE_LIMIT_EXCEEDED');
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(details).toEqual({ queuedCount: 10, batchSize: 1, maxQueueSize: 10, remainingCapacity: 0 });
  },

  'QUEUE-15': async () => {
    const { api } = await occupied(60_000, narrow());
    expect((await createTasks(api, ten)).length).toBe(10);
  },

  'QUEUE-16': async () => {
    const { api } = await occupied(60_000, narrow());
    await createTasks(api, ten);
    const other = await narrow().account('free');
    await createTasks(other.api, ten);
  },

  'QUEUE-17': async () => {
    const { api } = await occupied(60_000, narrow());
    await createTasks(api, ten);
    expect(await clear(api)).toBe(10);
    await createTasks(api, ten);
  },

  'QUEUE-18': async () => {
    const { api } = await narrow().account('free');
    for (const type of ['text/plain', 'application/xml; charset', ';;;', 'json', ' ', 'a/b/c; q="'])
      expect((await api.remove('/v1/async/queue', { 'Content-Type': type })).status, type).toBe(200);
  },
});
