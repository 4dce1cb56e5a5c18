import { expect } from 'vitest';
import { type ClientOptions, createClient } from '#client/client.ts';
import type { StreamedResult, TaskSubmission } from '#client/contract.ts';
import { OptionError } from '#client/serviceError.ts';
import { ask } from './requests.ts';
import { prove } from './rule.ts';
import { client as rules } from './rules/client.ts';
import { serviceForFile } from './serviceForFile.ts';

const service = serviceForFile();
const clientOf = (over: Partial<ClientOptions> = {}) => {
  const { baseUrl, api } = service();
  return createClient({ baseUrl, apiKey: api.key, ...over });
};
const asking = (idempotencyKey?: string, more: Record<string, unknown> = {}): TaskSubmission => ({
  engine: 'assistant-b',
  payload: { prompt: ask(), country: 'US', ...more },
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});
async function all(results: AsyncIterable<StreamedResult>): Promise<readonly StreamedResult[]> {
  const found: StreamedResult[] = [];
  for await (const result of results) found.push(result);
  return found.toSorted((one, other) => one.index - other.index);
}
/** A path cannot carry the first four as they are. */
const keys = ['batch', '.', '..', 'key:.', '../../credits', '%2e%2e', 'a/b?c#d', ' ', '\u00e4'.repeat(255)];

prove(rules, {
  'CLI-1': async () => {
    const client = clientOf();
    await client.createTasks(keys.map((key) => asking(key)));
    for (const key of keys) expect((await client.task(key)).data.task.idempotencyKey, key).toBe(key);
    await expect(client.task('\ud800')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    // A mark that stands for one of them is not taken out of a key that only looks like it.
    await client.createTasks([asking('key:plain'), asking('plain')]);
    const answer = await service().api.get('/v1/async/task/key:plain');
    expect(answer.body).toMatchObject({ task: { idempotencyKey: 'key:plain' } });
  },

  'CLI-2': async () => {
    const client = clientOf();
    const tasks = keys.map((key) => asking(`${key}`.slice(0, 250)));
    // Created before, by this list or the rule above: each is looked up by its key.
    for (let round = 0; round < 2; round += 1) {
      const found = await all(client.results(tasks, { everyMs: 5 }));
      expect(found.map(({ kind }) => kind)).toEqual(tasks.map(() => 'completed'));
    }
  },

  'CLI-3': async () => {
    const bodies: number[] = [];
    const counting = clientOf({
      fetch: (url, init) => {
        if (typeof init.body === 'string') bodies.push(Buffer.byteLength(init.body));
        return fetch(url, init);
      },
    });
    const large = Array.from({ length: 450 }, () =>
      asking(undefined, { prompt: '\u00e4'.repeat(9_990), extra: 'y'.repeat(22_000) }),
    );
    const found = await all(counting.results(large, { everyMs: 5 }));
    expect(found.map(({ kind }) => kind)).toEqual(large.map(() => 'refused'));
    expect(bodies.length).toBeGreaterThan(1);
    for (const bytes of bodies) expect(bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
  },

  'CLI-4': async () => {
    const sent: string[] = [];
    const { key } = service().api;
    const of = (over: Partial<ClientOptions> = {}) =>
      clientOf({
        fetch: (url) => {
          sent.push(url);
          throw new Error('sent');
        },
        ...over,
      });
    const list = (options: { inFlight?: number; batchSize?: number }) =>
      all(of().results([asking()], options));
    const calls: readonly (readonly [option: string, call: () => Promise<unknown>])[] = [
      ['inFlight', () => list({ inFlight: 0 })],
      ['inFlight', () => list({ inFlight: Number.NaN })],
      ['batchSize', () => list({ batchSize: Number.NaN })],
      ['batchSize', () => list({ batchSize: 0 })],
      ['baseUrl', () => of({ baseUrl: 'service.example' }).credits()],
      ['baseUrl', () => of({ baseUrl: 'http://' }).credits()],
      ['baseUrl', () => of({ baseUrl: async () => '' }).credits()],
      ['apiKey', () => of({ apiKey: `${key}\n` }).credits()],
      ['apiKey', () => of({ apiKey: async () => 'sk_\r\nX: y' }).credits()],
      ['requestId', () => of().credits({ requestId: 'a\nb' })],
      ['requestId', () => of().credits({ requestId: '' })],
    ];
    for (const [option, call] of calls) {
      const error = await call().catch((cause: unknown) => cause);
      expect(error, option).toBeInstanceOf(OptionError);
      expect(error, option).toMatchObject({
        option,
        message: expect.stringContaining(option),
        reach: 'never-sent',
      });
      expect(String(error)).not.toContain('sk_');
    }
    expect(sent).toEqual([]);
  },
});
