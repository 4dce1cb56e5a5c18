import { expect } from 'vitest';
import type { Api } from './http.ts';
import { taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { idempotency } from './rules/queue.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError, expectInvalid } from './shapes/errors.ts';
import { createTask, finished, readMetrics, started } from './taskCalls.ts';

const service = serviceForFile();
const keyed = (idempotencyKey: string, orders = '') => taskFor('assistant-b', { idempotencyKey }, orders);
const repeat = async (api: Api, key: string) =>
  expectError(await api.post('/v1/async/task', keyed(key)), 409, 'RESOURCE_CONFLICT');

prove(idempotency, {
  'IDEM-1': async () => {
    const { api } = service();
    await createTask(api, keyed('idem-1'));
    expect((await repeat(api, 'idem-1')).details).toEqual({ field: 'idempotencyKey', value: 'idem-1' });
  },

  'IDEM-2': async () => {
    const { api } = await service().account('free');
    const { task } = await createTask(api, taskFor('assistant-b', {}, 'latency=60000'));
    await started(api, task.id);
    await createTask(api, keyed('idem-2'));
    await repeat(api, 'idem-2');
    expect((await readMetrics(api)).queuedTasks).toBe(1);
  },

  'IDEM-3': async () => {
    const { api } = service();
    const done = await createTask(api, keyed('idem-3'));
    const failed = await createTask(api, keyed('idem-3-failed', 'outcome=fatal'));
    for (const { task } of [done, failed]) await finished(api, task.id);
    await repeat(api, 'idem-3');
    await repeat(api, 'idem-3-failed');
  },

  'IDEM-4': async () => {
    const { api } = service();
    const other = await service().account('free');
    await createTask(api, keyed('idem-4'));
    await createTask(other.api, keyed('idem-4'));
    await repeat((await service().anotherKey(other.name)).api, 'idem-4');
  },

  'IDEM-5': async () => {
    const { api } = await service().account('free');
    const { task } = await createTask(api, taskFor('assistant-b', {}, 'latency=60000'));
    await started(api, task.id);
    await createTask(api, keyed('idem-5'));
    await api.remove('/v1/async/queue');
    await createTask(api, keyed('idem-5'));
  },

  'IDEM-6': async () => {
    const { api } = service();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => api.post('/v1/async/task', keyed('idem-6'))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectError(answer, 409, 'RESOURCE_CONFLICT');
    }
  },

  'IDEM-7': async () => {
    const { api } = service();
    const wrong = taskFor('assistant-b', { idempotencyKey: 'idem-7', priority: 99 });
    expect((await api.post('/v1/async/task', wrong)).status).toBe(422);
    await createTask(api, keyed('idem-7'));
  },

  'IDEM-8': async () => {
    const { api } = service();
    await createTask(api, taskFor('assistant-b'));
    await createTask(api, taskFor('assistant-b'));
  },

  'IDEM-9': async () => {
    const { api } = service();
    const keys = [
      'idem-9',
      'IDEM-9',
      'idem-9 ',
      'idem-9\u0000',
      'idem-9\u0000x',
      'idem-\u00e9',
      'idem-e\u0301',
      'idem-\u0000',
      'idem-\ufdd0',
      'idem-\ufdd1',
      'idem-\ufdd1\ufdd0',
      'idem-\ufdd1\u0000',
    ];
    for (const key of keys) {
      const { task } = await createTask(api, keyed(key));
      expect(task.idempotencyKey).toBe(key);
      const found = await api.get(`/v1/async/task/${encodeURIComponent(key)}`);
      expect(found.body).toMatchObject({ task: { id: task.id, idempotencyKey: key } });
    }
    for (const key of ['idem-9-\ud800', 'idem-9-\ud801', 'idem-9-\udc00']) {
      expectInvalid(await api.post('/v1/async/task', keyed(key)), 422, 'idempotencyKey');
    }
  },
});
