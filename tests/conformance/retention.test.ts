import { expect } from 'vitest';
import { startService } from '../support/service/startService.ts';
import { apiOf, send } from './http.ts';
import { bodyFor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { retention } from './rules/queue.ts';
import { serviceForFile, testServiceOf } from './serviceForFile.ts';
import { expectError } from './shapes/errors.ts';
import { resultIn } from './shapes/monitor.ts';
import { createTask, createTasks, finished, readTask, remainingCredits, started } from './taskCalls.ts';
import { until } from './until.ts';

/** Everything finished is forgotten after 1.5 seconds. */
const forgetful = serviceForFile({ retentionHours: 1.5 / 3_600 });
const gone = (path: string) =>
  until(
    `${path} is gone`,
    () => forgetful().api.get(path),
    ({ status }) => status !== 200,
  );

prove(retention, {
  'KEEP-1': async () => {
    const { task } = await createTask(forgetful().api, taskFor('assistant-b'));
    expect((await finished(forgetful().api, task.id)).task.status).toBe('COMPLETED');
    expectError(await gone(`/v1/async/task/${task.id}`), 404, 'RESOURCE_NOT_FOUND');
  },

  'KEEP-2': async () => {
    const { api } = forgetful();
    const payload = bodyFor('assistant-b', { include: { html: true } });
    const { task } = await createTask(api, taskFor('assistant-b', { payload }));
    const { response } = await finished(api, task.id);
    const address = String(resultIn('assistant-b', response).html);
    expect((await send(address)).status).toBe(200);
    const answer = await until(
      'the file is gone',
      () => send(address),
      ({ status }) => status !== 200,
    );
    expect(answer.status).toBe(404);
    for (const nobodys of ['%00', '%EF%BF%BE', 'x'.repeat(3_000), '..%2F..']) {
      const elsewhere = new URL(`/results/${nobodys}/page-1.html`, address).href;
      expectError(await send(elsewhere), 404, 'RESOURCE_NOT_FOUND');
    }
  },

  'KEEP-3': async () => {
    const keyed = taskFor('assistant-b', { idempotencyKey: 'keep-3' });
    const { task } = await createTask(forgetful().api, keyed);
    expect((await forgetful().api.post('/v1/async/task', keyed)).status).toBe(409);
    await gone(`/v1/async/task/${task.id}`);
    const again = await until(
      'the key is free',
      () => forgetful().api.post('/v1/async/task', keyed),
      ({ status }) => status !== 409,
      10_000,
    );
    expect(again.status).toBe(200);
  },

  'KEEP-4': async () => {
    const { api } = await forgetful().account('free');
    const running = await createTask(api, taskFor('assistant-b', {}, 'latency=60000'));
    await started(api, running.task.id);
    const waiting = await createTask(api, taskFor('assistant-b'));
    const other = await createTask(forgetful().api, taskFor('assistant-b'));
    await finished(forgetful().api, other.task.id);
    await gone(`/v1/async/task/${other.task.id}`);
    expect((await readTask(api, waiting.task.id)).task.status).toBe('QUEUED');
    expect((await readTask(api, running.task.id)).task.status).toBe('PROCESSING');
  },

  'KEEP-5': async () => {
    const first = await startService({ plan: 'growth' });
    try {
      const { api } = await (await testServiceOf(first)).account('free');
      const done = await createTask(api, taskFor('assistant-a', { idempotencyKey: 'keep-5' }));
      const before = await finished(api, done.task.id);
      const [running, waiting] = await createTasks(api, [
        taskFor('assistant-b', { priority: 9 }, 'latency=600'),
        taskFor('assistant-b', { priority: 7 }),
      ]);
      await started(api, String(running));
      await first.halt();
      const second = await startService({ plan: 'growth', dataFolder: first.dataFolder });
      try {
        const same = apiOf(second.baseUrl, api.key);
        expect(await readTask(same, done.task.id)).toEqual(before);
        for (const id of [running, waiting]) {
          expect((await finished(same, String(id))).task.status).toBe('COMPLETED');
        }
        expect((await readTask(same, String(waiting))).task.priority).toBe(7);
        expect(await remainingCredits(same)).toBe(487);
        const repeated = taskFor('assistant-a', { idempotencyKey: 'keep-5' });
        expect((await same.post('/v1/async/task', repeated)).status).toBe(409);
      } finally {
        await second.halt('SIGKILL');
      }
    } finally {
      await first.stop();
    }
  },

  'KEEP-6': async () => {
    const first = await startService({ plan: 'growth' });
    try {
      const { api } = await (await testServiceOf(first)).account('free');
      const ids = await createTasks(api, Array(3).fill(taskFor('assistant-b', {}, 'latency=300')));
      await started(api, String(ids[0]));
      await first.halt('SIGKILL');
      const second = await startService({ plan: 'growth', dataFolder: first.dataFolder });
      try {
        const same = apiOf(second.baseUrl, api.key);
        for (const id of ids) expect((await finished(same, id)).task.status).toBe('COMPLETED');
        expect(await remainingCredits(same)).toBe(488);
      } finally {
        await second.halt('SIGKILL');
      }
    } finally {
      await first.stop();
    }
  },
});
