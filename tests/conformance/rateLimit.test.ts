import { expect } from 'vitest';
import { callEndpoint, endpoints } from './endpoints.ts';
import { type Answer, type Api, count, send } from './http.ts';
import { bodyFor, monitor } from './requests.ts';
import { prove } from './rule.ts';
import { rateLimit } from './rules/rateLimit.ts';
import { serviceForFile } from './serviceForFile.ts';
import { expectError } from './shapes/errors.ts';
import { until } from './until.ts';

const usual = serviceForFile();
const strict = serviceForFile({ rateLimit: 5 });

const read = (api: Api) => api.get('/v1/states?country=US');
const burst = (api: Api, size: number): Promise<Answer[]> =>
  Promise.all(Array.from({ length: size }, () => read(api)));

/** Uses up the account's current window, so that the next call would be one too many. */
async function exhausted(api: Api): Promise<Answer> {
  return until(
    'the limit is reached',
    async () => (await burst(api, 6)).find(refused),
    (answer) => answer !== undefined,
  ).then((answer) => answer as Answer);
}
const refused = ({ status }: Answer): boolean => status === 429;

prove(rateLimit, {
  'RATE-1': async () => {
    const { api, baseUrl } = usual();
    const answers = [
      ...(await Promise.all(endpoints.map((endpoint) => callEndpoint(api, endpoint)))),
      await send(`${baseUrl}/v1/credits`),
      await send(`${baseUrl}/v1/credits`, { headers: { Authorization: 'Bearer nonsense' } }),
      await api.get('/v1/nothing-here'),
      await api.remove('/v1/credits'),
      await api.send('/v1/async/task', {
        method: 'POST',
        body: 'x',
        headers: { 'Content-Type': 'text/plain' },
      }),
      await api.send('/v1/async/task', {
        method: 'POST',
        body: '{',
        headers: { 'Content-Type': 'application/json' },
      }),
    ];
    for (const answer of answers) {
      expect(count(answer, 'X-RateLimit-Limit')).toBe(1_000);
      expect(count(answer, 'X-RateLimit-Remaining')).toBeLessThanOrEqual(1_000);
    }
  },

  'RATE-2': async () => {
    expect(count(await read(usual().api), 'X-RateLimit-Limit')).toBe(1_000);
    expect(count(await read((await strict().account()).api), 'X-RateLimit-Limit')).toBe(5);
  },

  'RATE-3': async () => {
    // The default account, which nothing else here uses: its window has not begun.
    expect((await burst(strict().defaultApi, 5)).map(({ status }) => status)).toEqual(Array(5).fill(200));
  },

  'RATE-4': async () => {
    const { api } = await strict().account();
    const answers = await burst(api, 12);
    const over = answers.filter(refused);
    expect(over.length).toBeGreaterThanOrEqual(2);
    for (const answer of over) {
      expect(expectError(answer, 429, 'RATE_LIMIT_EXCEEDED').details).toBeUndefined();
      expect(count(answer, 'X-RateLimit-Remaining')).toBe(0);
    }
  },

  'RATE-5': async () => {
    const { api } = await strict().account();
    await exhausted(api);
    const since = performance.now();
    // When the last one was sent that was refused, however long its answer took.
    let refusedAt = since;
    const again = async (): Promise<Answer> => {
      const sent = performance.now();
      const answer = await read(api);
      if (refused(answer)) refusedAt = sent;
      return answer;
    };
    await until('a request is let in', again, ({ status }) => status === 200);
    expect(refusedAt - since).toBeLessThan(1_500);
  },

  'RATE-6': async () => {
    const { api } = await strict().account();
    expect((await exhausted(api)).headers).not.toHaveProperty('retry-after');
    const busy = (await usual().account('free')).api;
    const call = (orders: string) => busy.post(monitor('assistant-b'), bodyFor('assistant-b', {}, orders));
    const answers = await Promise.all(Array.from({ length: 3 }, () => call('latency=1000')));
    expect(answers.filter(refused).length).toBeGreaterThan(0);
    for (const { headers } of answers) expect(headers).not.toHaveProperty('retry-after');
  },

  'RATE-7': async () => {
    const { name, api } = await strict().account();
    const { api: second } = await strict().anotherKey(name);
    const shared = async () => {
      const [first, other] = await Promise.all([burst(api, 5), burst(second, 5)]);
      return [...first, ...other].filter(refused).length;
    };
    await until('two bursts in one window', shared, (over) => over >= 5);
  },

  'RATE-8': async () => {
    const one = await strict().account();
    const other = await strict().account();
    const left = count(await read(other.api), 'X-RateLimit-Remaining');
    await exhausted(one.api);
    const statuses = (await burst(other.api, left)).map(({ status }) => status);
    expect(statuses).toEqual(Array(left).fill(200));
    expect(left).toBeGreaterThan(0);
  },

  'RATE-9': async () => {
    const { api } = await strict().account();
    const mixed = await until(
      'two bursts in one window',
      async () => {
        const calls = ['/v1/credits', '/v1/countries', '/v1/async/status', '/v1/states?country=US'];
        return (await Promise.all([...calls, ...calls, ...calls].map((path) => api.get(path)))).filter(
          refused,
        );
      },
      (over) => over.length >= 7,
    );
    for (const answer of mixed) expectError(answer, 429, 'RATE_LIMIT_EXCEEDED');
  },

  'RATE-10': async () => {
    const counts = await until(
      'five requests in one second',
      async () => {
        const { api } = await strict().account();
        const remaining: number[] = [];
        for (let time = 0; time < 5; time += 1)
          remaining.push(count(await read(api), 'X-RateLimit-Remaining'));
        return remaining;
      },
      (remaining) => remaining.join() === '4,3,2,1,0',
    );
    expect(counts).toEqual([4, 3, 2, 1, 0]);
  },

  'RATE-11': async () => {
    const { api } = await strict().account();
    const link = { url: 'https://elsewhere.example/goto?url=x' };
    const answer = await until(
      'a resolution over the limit',
      async () => {
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => api.post('/v1/monitor/search/goto', link)),
        );
        return answers.find(refused);
      },
      (found) => found !== undefined,
    );
    expectError(answer as Answer, 429, 'RATE_LIMIT_EXCEEDED');
  },

  'RATE-12': async () => {
    const { api } = await strict().account();
    const answer = await until(
      'a monitor call over the limit',
      async () => {
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => api.post(monitor('assistant-b'), {})),
        );
        return answers.find(refused);
      },
      (found) => found !== undefined,
    );
    expectError(answer as Answer, 429, 'RATE_LIMIT_EXCEEDED');
    expect(count(answer as Answer, 'X-Credits-Charged')).toBe(0);
    expect(count(answer as Answer, 'X-Credits-Remaining')).toBe(500);
  },

  'RATE-13': async () => {
    const { api } = await strict().account();
    const admitted: { readonly sent: number; readonly seen: number }[] = [];
    const until = performance.now() + 2_600;
    while (performance.now() < until) {
      const sent = performance.now();
      for (const { status } of await burst(api, 3))
        if (status === 200) admitted.push({ sent, seen: performance.now() });
    }
    expect(admitted.length).toBeGreaterThanOrEqual(10);
    // Each was counted some time between being sent and being seen; clocks there may be cut to the millisecond.
    const inOneSecond = admitted.map(
      ({ sent: from }) => admitted.filter(({ sent, seen }) => sent >= from && seen < from + 990).length,
    );
    expect(Math.max(...inOneSecond)).toBeLessThanOrEqual(5);
  },
});
