import { beforeAll, expect } from 'vitest';
import { type Answer, type Api, count } from './http.ts';
import { bodyFor, monitor, taskFor } from './requests.ts';
import { prove } from './rule.ts';
import { away } from './rules/away.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError } from './shapes/errors.ts';
import { remainingCredits } from './taskCalls.ts';
import { until } from './until.ts';

// Of this file alone: nobody else can use it meanwhile.
const service = serviceForFile({});
const task = taskFor('assistant-b');

/** What writes to the database. */
const needing: readonly (readonly [path: string, body: unknown])[] = [
  [monitor('assistant-a'), bodyFor('assistant-a')],
  ['/v1/async/task', task],
  ['/v1/async/task/batch', [task, task]],
];
const needingNothing: readonly (readonly [ask: (api: Api) => Promise<Answer>, status: number])[] = [
  [(api) => api.get(monitor('assistant-a')), 405],
  [(api) => api.get('/v1/nothing'), 404],
  [(api) => api.send(monitor('assistant-a'), { method: 'POST', headers: json, body: '{"prompt":' }), 400],
  [(api) => api.post(monitor('assistant-a'), { prompt: '' }), 400],
  [(api) => api.post('/v1/monitor/search/goto', { url: 'x' }), 400],
  [(api) => api.post('/v1/async/task', { taskType: 'X' }), 422],
  [(api) => api.post('/v1/async/task/batch', {}), 422],
  [(api) => api.get('/v1/countries'), 200],
  [(api) => api.get('/v1/states?country=US'), 200],
];
const json = { 'Content-Type': 'application/json' };

type Timed = { readonly answer: Answer; readonly ms: number };
const timed = async (asked: Promise<Answer>): Promise<Timed> => {
  const since = performance.now();
  return { answer: await asked, ms: performance.now() - since };
};

let before = 0;
let refused: readonly Timed[] = [];
let others: readonly Timed[] = [];
beforeAll(async () => {
  const { api, direct } = service();
  before = await remainingCredits(api);
  const mend = await direct.blockWrites();
  try {
    [refused, others] = await Promise.all([
      Promise.all(needing.map(([path, body]) => timed(api.post(path, body)))),
      Promise.all(needingNothing.map(([ask]) => timed(ask(api)))),
    ]);
  } finally {
    await mend();
  }
});

prove(away, {
  'AWAY-1': async () => {
    for (const { answer, ms } of refused) {
      expectError(answer, 500, 'INTERNAL_SERVER_ERROR');
      // A busy machine is given some more.
      expect(ms, answer.text).toBeLessThan(14_000);
    }
    expect(await remainingCredits(service().api)).toBe(before);
  },

  'AWAY-2': () => {
    for (const { answer } of [...refused, ...others]) {
      expect(answer.text).not.toMatch(
        /127\.0\.0\.1|localhost|--store|PARALLAX|STORE_|SQLITE|postgres|service\.db/i,
      );
      expect(answer.headers['x-request-id'], answer.text).toMatch(/\S/);
      expect(count(answer, 'X-RateLimit-Limit')).toBeGreaterThan(0);
    }
  },

  'AWAY-3': () => {
    expect(others.map(({ answer }) => answer.status)).toEqual(needingNothing.map(([, status]) => status));
    // Far sooner than those that wait for the database.
    for (const { ms } of others) expect(ms).toBeLessThan(Math.min(...refused.map((each) => each.ms)));
  },

  'AWAY-4': async () => {
    const { api } = service();
    await until(
      'calls are answered again',
      () => api.post(monitor('assistant-a'), bodyFor('assistant-a')),
      ({ status }) => status === 200,
    );
  },
});
