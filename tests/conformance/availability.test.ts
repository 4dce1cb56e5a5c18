import { expect } from 'vitest';
import { count } from './http.ts';
import { bodyFor, engines, monitor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { availability } from './rules/reference.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError, expectInvalid } from './shapes/errors.ts';
import { resultOf } from './shapes/monitor.ts';
import { createBatch, remainingCredits } from './taskCalls.ts';

const complete = serviceForFile();
const absent = ['assistant-c', 'search/news'] as const;
const partial = serviceForFile({ unavailable: absent });

prove(availability, {
  'AVAIL-1': async () => {
    const { api } = partial();
    const before = await remainingCredits(api);
    for (const engine of absent) {
      const answer = await api.post(monitor(engine), bodyFor(engine));
      expectError(answer, 404, 'RESOURCE_NOT_FOUND');
      expect(count(answer, 'X-Credits-Charged')).toBe(0);
      expect(count(answer, 'X-Concurrent-Limit')).toBe(75);
    }
    expect(await remainingCredits(api)).toBe(before);
  },

  'AVAIL-2': async () => {
    for (const engine of absent) {
      expectInvalid(await partial().api.post('/v1/async/task', taskFor(engine)), 422, 'taskType');
    }
  },

  'AVAIL-3': async () => {
    const { results } = await createBatch(partial().api, [taskFor('assistant-c'), taskFor('assistant-b')]);
    expect(results.map((result) => (result.success ? 'created' : result.error.code))).toEqual([
      'VALIDATION_ERROR',
      'created',
    ]);
  },

  'AVAIL-4': async () => {
    const { api } = partial();
    for (const engine of ['assistant-a', 'assistant-b', 'assistant-d', 'assistant-e'] as const) {
      resultOf(engine, await api.post(monitor(engine), bodyFor(engine)));
    }
    const found = resultOf('search', await api.post(monitor('search'), bodyFor('search')));
    const url = found.organicResults.find(({ redirectLink }) => redirectLink !== undefined)?.redirectLink;
    expect((await api.post('/v1/monitor/search/goto', { url })).status).toBe(200);
  },

  'AVAIL-5': async () => {
    const { api } = complete();
    for (const engine of engines) resultOf(engine, await api.post(monitor(engine), bodyFor(engine)));
  },
});
