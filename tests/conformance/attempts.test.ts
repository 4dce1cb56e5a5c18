import { expect } from 'vitest';
import { nobodysTaskId } from './endpoints.ts';
import { type Answer, count } from './http.ts';
import { bodyFor, monitor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { attemptRules } from './rules/attempts.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError } from './shapes/errors.ts';
import { createBatch, createTask, finished, remainingCredits, slotsInUseBecome } from './taskCalls.ts';
import { inTime, until } from './until.ts';

const service = serviceForFile();
const impatient = serviceForFile('impatient');

const call = (orders: string, at = service()) =>
  at.api.post(monitor('assistant-b'), bodyFor('assistant-b', {}, orders));
const latency = (answer: Answer) => count(answer, 'X-Latency-Ms');

prove(attemptRules, {
  'TRY-1': async () => {
    for (const errors of [1, 2, 3, 4]) expect((await call(`errors=${errors}`)).status).toBe(200);
  },

  'TRY-2': async () => {
    const { message } = expectError(await call('errors=5'), 500, 'INTERNAL_SERVER_ERROR');
    expect(message).toBe('Maximum retries exceeded');
  },

  'TRY-3': async () => {
    const calls = async () =>
      (await Promise.all(Array.from({ length: 8 }, () => call('errors=4')))).map((answer) =>
        count(answer, 'X-Latency-Ms'),
      );
    const latencies = await inTime(calls, (each) => Math.max(...each), 5 * (1 + 2 + 4 + 8) + 1_000);
    expect(new Set(latencies).size).toBeGreaterThan(1);
    expect(Math.max(...latencies)).toBeGreaterThan(5);
  },

  'TRY-4': async () => {
    const answer = await inTime(() => call('latency=450 errors=4', impatient()), latency, 4 * 450);
    expectError(answer, 500, 'INTERNAL_SERVER_ERROR');
    expect(count(answer, 'X-Credits-Charged')).toBe(0);
  },

  'TRY-5': async () => {
    const answer = await inTime(() => call('outcome=hang', impatient()), latency, 1_100 + 900);
    expectError(answer, 500, 'INTERNAL_SERVER_ERROR');
    expect(latency(answer)).toBeGreaterThanOrEqual(990);
  },

  'TRY-6': async () => {
    const answer = await inTime(() => call('latency=100 outcome=fatal'), latency, 200);
    expectError(answer, 502, 'EXTERNAL_SERVICE_ERROR');
  },

  'TRY-7': async () => {
    const { api } = await service().account('free');
    const body = bodyFor('assistant-b');
    const blocking = api.post(monitor('assistant-b'), bodyFor('assistant-b', {}, 'latency=1000'));
    await slotsInUseBecome(api, 1);
    const statuses: number[] = [];
    const answer = await until<Answer>(
      'the repeated call is let in',
      async () => {
        const attempt = await api.post(monitor('assistant-b'), body);
        statuses.push(attempt.status);
        return attempt;
      },
      ({ status }) => status !== 429,
    );
    await blocking;
    expect(statuses).toContain(429);
    expect(answer.status).toBe(200);
    expect(await remainingCredits(api)).toBe(492);
  },

  'TRY-8': async () => {
    const { api } = service();
    const keyed = taskFor('assistant-b', { idempotencyKey: 'try-8' });
    await createTask(api, keyed);
    expectError(await api.post('/v1/async/task', keyed), 409, 'RESOURCE_CONFLICT');
    const { results } = await createBatch(api, [keyed]);
    expect(results[0]).toMatchObject({ success: false, error: { code: 'RESOURCE_ALREADY_EXISTS' } });
  },

  'TRY-9': async () => {
    const { api } = service();
    for (const path of ['/v1/countries', '/v1/states?country=US']) {
      expect((await api.get(path)).body).toEqual((await api.get(path)).body);
    }
    const removals = [await api.remove('/v1/async/queue'), await api.remove('/v1/async/queue')];
    expect(removals.map(({ status }) => status)).toEqual([200, 200]);
  },

  'TRY-10': async () => {
    const { api } = service();
    const repeated = [
      () => api.post(monitor('assistant-b'), {}),
      () => api.get(`/v1/async/task/${nobodysTaskId}`),
      () => api.remove('/v1/credits'),
      () =>
        api.send('/v1/async/task', { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } }),
    ];
    for (const attempt of repeated) {
      const [first, second] = [await attempt(), await attempt()];
      expect(second.status).toBe(first.status);
      expect(first.status).toBeGreaterThanOrEqual(400);
    }
  },

  'TRY-11': async () => {
    const { api } = service();
    const ended = async (orders: string) =>
      finished(api, (await createTask(api, taskFor('assistant-b', {}, orders))).task.id);
    expect((await ended('errors=4')).task.status).toBe('COMPLETED');
    expect((await ended('errors=5')).task.status).toBe('FAILED');
    expect((await call('errors=4')).status).toBe(200);
    expect((await call('errors=5')).status).toBe(500);
  },
});
