import { describe, expect, it, onTestFinished } from 'vitest';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { startDatabaseProxy } from '#tests/support/postgres/databaseProxy.ts';
import { postgresMissing } from '#tests/support/postgres/postgresServer.ts';
import { emptyDatabase } from '#tests/support/postgres/sharedPostgres.ts';
import { runService, type TestService } from '#tests/support/service/runningService.ts';

const { skip, note } = requirement(postgresMissing());

const prompt = { prompt: 'Which lock?', country: 'US' };
const task = { taskType: 'ASSISTANT_A', payload: prompt };
type Request = readonly [method: string, path: string, body?: unknown];

/** Needs the store: an error of the interface. */
const needsTheStore: readonly Request[] = [
  ['POST', '/v1/monitor/assistant-a', prompt],
  ['POST', '/v1/async/task', task],
  ['POST', '/v1/async/task/batch', [task, task]],
  ['GET', '/v1/async/task/00000000-0000-7000-8000-000000000000'],
  ['GET', '/v1/async/status'],
  ['DELETE', '/v1/async/queue'],
  ['GET', '/v1/credits'],
];
/** Needs nothing of it: answered as always. */
const needsNoStore: readonly (readonly [...Request, status: number])[] = [
  ['GET', '/v1/monitor/assistant-a', undefined, 405],
  ['POST', '/v1/monitor/assistant-a', '{"prompt":', 400],
  ['POST', '/v1/monitor/assistant-a', { prompt: '' }, 400],
  ['POST', '/v1/monitor/search/goto', { url: 'x' }, 400],
  ['POST', '/v1/async/task', { taskType: 'X' }, 422],
  ['POST', '/v1/async/task/batch', {}, 422],
  ['GET', '/v1/nothing', undefined, 404],
  ['GET', '/v1/states?country=US', undefined, 200],
];
/** The deadline of the service is 9 s; a busy machine is given some more. */
const deadlineMs = 14_000;

/** Sends a request and asserts an answer of the interface, in time, that names nothing of the service's inside. */
async function asked(service: TestService, [method, path, body]: Request) {
  const since = performance.now();
  const answer = await service.call(method, path, body);
  const what = `${method} ${path}: ${JSON.stringify(answer.body)}`;
  expect(performance.now() - since, what).toBeLessThan(deadlineMs);
  expect(JSON.stringify(answer.body), what).not.toMatch(
    /127\.0\.0\.1|localhost|--store|PARALLAX|STORE_|sqlite|service\.db/i,
  );
  expect(answer.headers.get('x-request-id'), what).not.toBeNull();
  expect(answer.headers.get('x-ratelimit-limit'), what).not.toBeNull();
  return { ...answer, what };
}

async function expectErrors(service: TestService): Promise<void> {
  const answers = await Promise.all(needsTheStore.map((request) => asked(service, request)));
  for (const { status, body, what } of answers) {
    expect(status, what).toBe(500);
    expect(body, what).toEqual({
      success: false,
      error: { code: 'INTERNAL_SERVER_ERROR', message: expect.any(String), timestamp: expect.any(String) },
    });
  }
}

async function expectTheOthers(service: TestService): Promise<void> {
  const answers = await Promise.all(
    needsNoStore.map(async ([method, path, body, status]) => ({
      wanted: status,
      ...(await asked(service, [method, path, body])),
    })),
  );
  for (const { status, wanted, what } of answers) expect(status, what).toBe(wanted);
}

describe.skipIf(skip)(`a service whose database is away${note}`, () => {
  for (const how of ['breakAll', 'silence'] as const) {
    it(`answers within one deadline, and only what the interface knows (${how})`, async () => {
      const proxy = await startDatabaseProxy(await emptyDatabase());
      onTestFinished(proxy.close);
      const service = await runService({ store: proxy.url });
      onTestFinished(service.remove);
      expect((await service.ask('before')).status).toBe(200);
      proxy[how]();
      await Promise.all([expectErrors(service), expectTheOthers(service)]);
      expect((await service.call('GET', '/readyz')).status).toBe(503);
      proxy.mend();
      await expect
        .poll(async () => (await service.ask('after')).status, { timeout: 20_000, interval: 200 })
        .toBe(200);
    });
  }
});
