import { expect } from 'vitest';
import { callEndpoint, endpoints } from './endpoints.ts';
import { send } from './http.ts';
import { ask, baseCost, bodyFor, engines, monitor, taskFor, taskTypeOf } from './requests.ts';
import { prove } from './rule.ts';
import { general } from './rules/general.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectInvalid } from './shapes/errors.ts';
import { resultIn, resultOf } from './shapes/monitor.ts';
import { balance, countries } from './shapes/reference.ts';
import { createTask, createTasks, finished, parsedAs, readTask, remainingCredits } from './taskCalls.ts';

const service = serviceForFile();

prove(general, {
  'GEN-1': async () => {
    const { api, baseUrl } = service();
    const answers = [
      ...(await Promise.all(endpoints.map((endpoint) => callEndpoint(api, endpoint)))),
      await send(`${baseUrl}/v1/credits`),
      await api.get('/v1/nothing-here'),
      await api.remove('/v1/credits'),
      await api.post('/v1/async/task/batch', []),
    ];
    for (const answer of answers) {
      expect(answer.headers['content-type'], answer.text).toMatch(/^application\/json(;|$)/);
      expect(answer.body, answer.text).toBeTypeOf('object');
    }
  },

  'GEN-2': async () => {
    const { api } = service();
    const bodies = engines.map((engine) => ({ taskType: engine, payload: bodyFor(engine) }));
    const ids = await createTasks(api, bodies);
    const tasks = await Promise.all(ids.map((id) => readTask(api, id)));
    expect(tasks.map(({ task }) => task.taskType)).toEqual(engines.map((engine) => taskTypeOf[engine]));
    for (const engine of engines) {
      expect((await api.post(monitor(engine), bodyFor(engine))).status, engine).toBe(200);
      parsedAs(countries, await api.get(`/v1/countries?model=${encodeURIComponent(engine)}`));
    }
  },

  'GEN-3': async () => {
    const { api } = service();
    const texts = await Promise.all(
      ['US', 'DE', 'JP'].map(async (country) => {
        const answer = await api.post(monitor('assistant-a'), bodyFor('assistant-a', { country }));
        return resultOf('assistant-a', answer).text;
      }),
    );
    expect(new Set(texts).size).toBe(3);
  },

  'GEN-4': async () => {
    const { api } = service();
    for (const engine of engines.filter((name) => name.startsWith('assistant-'))) {
      resultOf(engine, await api.post(monitor(engine), bodyFor(engine, { state: 'OR' })));
    }
  },

  'GEN-5': async () => {
    const { api } = service();
    for (const engine of engines) {
      const direct = resultOf(engine, await api.post(monitor(engine), bodyFor(engine)));
      const { task } = await createTask(api, taskFor(engine));
      const { response } = await finished(api, task.id);
      const queued = resultIn(engine, response);
      expect(Object.keys(queued).toSorted(), engine).toEqual(Object.keys(direct).toSorted());
    }
  },

  'GEN-6': async () => {
    const { api } = service();
    const { api: own } = await service().account('lite');
    for (const engine of engines) {
      const before = await remainingCredits(own);
      await own.post(monitor(engine), bodyFor(engine));
      const between = await remainingCredits(own);
      const { task } = await createTask(own, taskFor(engine));
      await finished(own, task.id);
      expect([before - between, between - (await remainingCredits(own))], engine).toEqual([
        baseCost[engine],
        baseCost[engine],
      ]);
    }
    expect(await remainingCredits(api)).toBeGreaterThan(0);
  },

  'GEN-7': async () => {
    const { api } = await service().account();
    expect(parsedAs(balance, await api.get('/v1/credits')).remaining).toBe(500);
    const answer = await api.post(monitor('assistant-a'), bodyFor('assistant-a'));
    expect(answer.headers['x-concurrent-limit']).toBe('1');
  },

  'GEN-8': async () => {
    const { api } = service();
    const answers = await Promise.all(endpoints.map((endpoint) => callEndpoint(api, endpoint)));
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
  },

  'GEN-9': async () => {
    const { api } = service();
    const prompt = ask();
    const webhook = { url: 'https://hooks.customer.example/answers' };
    const answer = await api.post(monitor('assistant-a'), { prompt, country: 'US', webhook });
    expectInvalid(answer, 400, 'webhook');
    const plain = await api.post(monitor('assistant-a'), { prompt, country: 'US' });
    expect(plain.headers['content-type']).not.toMatch(/event-stream/);
    resultOf('assistant-a', plain);
  },
});
