import { expect } from 'vitest';
import { spentDownTo } from './balances.ts';
import { bodyFor, engines, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { batches } from './rules/tasks.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError, expectInvalidBody } from './shapes/errors.ts';
import { createBatch, createTask, finished, readMetrics, started } from './taskCalls.ts';

type Results = Awaited<ReturnType<typeof createBatch>>['results'];

const service = serviceForFile();
const narrow = serviceForFile('narrow');
const path = '/v1/async/task/batch';
const good = (fields: Record<string, unknown> = {}) => taskFor('assistant-b', fields);

/** "created" or the code of the refusal, task by task. */
const outcomes = (results: Results): string[] =>
  results.map((result) => (result.success ? 'created' : result.error.code));
const detailsOf = (results: Results, index: number): unknown => {
  const result = results[index];
  return result?.success === false ? result.error.details : undefined;
};

prove(batches, {
  'BATCH-1': async () => {
    const { summary } = await createBatch(service().api, [good(), good()]);
    expect(summary.succeeded).toBe(2);
  },

  'BATCH-2': async () => {
    for (const body of [{}, good(), { tasks: [good()] }, 'x', '', 7, null]) {
      expectInvalidBody(await service().api.post(path, body), 422);
    }
  },

  'BATCH-3': async () => expectInvalidBody(await service().api.post(path, []), 422),

  'BATCH-4': async () => {
    const { api } = service();
    const { summary } = await createBatch(api, Array(500).fill(good()));
    expect(summary).toEqual({ total: 500, succeeded: 500, failed: 0 });
    expectInvalidBody(await api.post(path, Array(501).fill(good())), 422);
    await api.remove('/v1/async/queue');
  },

  'BATCH-5': async () => {
    const { success, results } = await createBatch(service().api, [good(), { taskType: 'NONE' }]);
    expect(success).toBe(true);
    expect(results).toHaveLength(2);
  },

  'BATCH-6': async () => {
    const batch = engines.map((engine) => taskFor(engine));
    batch.splice(3, 0, { taskType: 'NONE' });
    const { results } = await createBatch(service().api, batch);
    expect(results.map(({ index }) => index)).toEqual(batch.map((_, at) => at));
    const types = results.map((result) => (result.success ? result.task.taskType : 'NONE'));
    expect(types).toEqual(batch.map(({ taskType }) => taskType));
  },

  'BATCH-7': async () => {
    const { summary } = await createBatch(service().api, [good(), {}, good(), good({ priority: 0 })]);
    expect(summary).toEqual({ total: 4, succeeded: 2, failed: 2 });
  },

  'BATCH-8': async () => {
    const { success, summary } = await createBatch(service().api, [{}, {}]);
    expect(success).toBe(true);
    expect(summary).toEqual({ total: 2, succeeded: 0, failed: 2 });
  },

  'BATCH-9': async () => {
    const { api } = service();
    const wrong = good({ priority: 12, payload: bodyFor('assistant-b', { country: undefined }) });
    const { results } = await createBatch(api, [good(), wrong, good()]);
    expect(outcomes(results)).toEqual(['created', 'VALIDATION_ERROR', 'created']);
    const { errors } = detailsOf(results, 1) as { errors: { field: string; message: string }[] };
    expect(errors.map(({ field }) => field).toSorted()).toEqual(['payload.country', 'priority']);
    const [first] = results;
    if (first?.success) expect((await finished(api, first.task.id)).task.status).toBe('COMPLETED');
  },

  'BATCH-10': async () => {
    const { results } = await createBatch(service().api, ['x', 7, null, [], good()]);
    expect(outcomes(results)).toEqual([...Array(4).fill('VALIDATION_ERROR'), 'created']);
  },

  'BATCH-11': async () => {
    const { api } = service();
    await createTask(api, good({ idempotencyKey: 'row-17' }));
    const { results } = await createBatch(api, [good({ idempotencyKey: 'row-17' }), good()]);
    expect(outcomes(results)).toEqual(['RESOURCE_ALREADY_EXISTS', 'created']);
    expect(detailsOf(results, 0)).toEqual({ field: 'idempotencyKey', value: 'row-17' });
  },

  'BATCH-12': async () => {
    const twin = good({ idempotencyKey: 'twin' });
    const { results } = await createBatch(service().api, [twin, good(), twin, twin]);
    const exists = 'RESOURCE_ALREADY_EXISTS';
    expect(outcomes(results)).toEqual(['created', 'created', exists, exists]);
  },

  'BATCH-13': async () => {
    const { api } = await service().account('free');
    await spentDownTo(api, 10);
    const { results } = await createBatch(api, [good(), good(), good(), taskFor('search'), good()]);
    const refused = 'INSUFFICIENT_CREDITS';
    expect(outcomes(results)).toEqual(['created', 'created', refused, refused, refused]);
  },

  'BATCH-14': async () => {
    const { api } = await narrow().account('free');
    const blocking = await createTask(api, taskFor('assistant-b', {}, 'latency=60000'));
    await started(api, blocking.task.id);
    await createBatch(api, Array(4).fill(good()));
    const before = await readMetrics(api);
    const refusal = expectError(await api.post(path, Array(9).fill(good())), 429, 'QUEUE_LIMIT_EXCEEDED');
    expect(refusal.details).toEqual({
      queuedCount: before.queuedTasks,
      batchSize: 9,
      maxQueueSize: 10,
      remainingCapacity: 10 - before.queuedTasks,
    });
    expect((await readMetrics(api)).queuedTasks).toBe(before.queuedTasks);
  },

  'BATCH-15': async () => {
    const { api } = await narrow().account('free');
    expectError(await api.post(path, Array(11).fill({})), 429, 'QUEUE_LIMIT_EXCEEDED');
  },

  'BATCH-16': async () => {
    const { api } = service();
    const { results } = await createBatch(
      api,
      engines.map((engine) => taskFor(engine)),
    );
    for (const result of results) {
      if (!result.success) throw new Error(result.error.message);
      const { task, credits } = await finished(api, result.task.id);
      expect(task).toMatchObject({ id: result.task.id, taskType: result.task.taskType, status: 'COMPLETED' });
      expect(credits.creditsCharged).toBe(result.credits.creditsToCharge);
    }
  },
});
