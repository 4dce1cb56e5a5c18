import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient } from '#client/client.ts';
import type { StreamedResult, TaskSubmission } from '#client/contract.ts';
import { ServiceError } from '#client/serviceError.ts';
import { engines } from '#shared/interface/engines.ts';
import { handClock } from '#tests/support/faults/clocks.ts';
import { failure, type Reply, startFaultyService } from '#tests/support/faults/faultyService.ts';
import { type TestService, testService } from '#tests/support/service/runningService.ts';

const clientOf = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }, over?: Partial<ClientOptions>) =>
  createClient({ baseUrl, apiKey, ...over });
const key = `sk_${'a1B2'.repeat(10)}`;

async function all(results: AsyncIterable<StreamedResult>): Promise<readonly StreamedResult[]> {
  const found: StreamedResult[] = [];
  for await (const result of results) found.push(result);
  return found.toSorted((one, other) => one.index - other.index);
}
async function balanceOf(service: TestService): Promise<number> {
  return (await clientOf(service).credits()).data.remaining;
}
const asking = (prompt: string, more: Partial<TaskSubmission> = {}): TaskSubmission =>
  ({ engine: 'assistant-a', payload: { prompt, country: 'US' }, ...more }) as TaskSubmission;

describe('the client library at a service', () => {
  it('asks every engine, and reads the lists, the balance and the queue', async () => {
    const service = await testService();
    const client = clientOf(service);
    for (const engine of engines) {
      const request = engine.startsWith('search') && engine !== 'search-ai' ? 'query' : 'prompt';
      const { data, accounting } = await client.monitor(engine, {
        [request]: 'locks',
        country: 'US',
      } as never);
      expect(data).toMatchObject({});
      expect(accounting).toMatchObject({ creditsCharged: expect.any(Number), slots: { used: 1 } });
    }
    expect((await client.countries('assistant-a')).data).toContain('DE');
    expect((await client.states('US')).data).toContainEqual({ code: 'CA', name: 'California' });
    expect((await client.queue()).data).toMatchObject({ queuedTasks: 0, concurrency: { max: 75 } });
    expect((await client.clearQueue()).data).toEqual({ success: true, cleared: 0 });
    expect((await client.credits()).data.remaining).toBeGreaterThan(0);
  });

  it('yields the result of every task once: completed, failed and refused', async () => {
    const service = await testService();
    const tasks = [
      asking('one'),
      asking('two [[sandbox outcome=fatal]]'),
      asking(' '),
      ...Array.from({ length: 40 }, (_, at) => asking(`question ${at}`)),
    ];
    const found = await all(clientOf(service).results(tasks, { batchSize: 20, inFlight: 30, everyMs: 5 }));
    expect(found.map(({ index }) => index)).toEqual(tasks.map((_, at) => at));
    const [one, two, three, ...others] = found;
    expect(one).toMatchObject({ kind: 'completed', engine: 'assistant-a', result: { text: 'one' } });
    expect(two).toMatchObject({ kind: 'failed', error: { code: expect.any(String) } });
    expect(three).toMatchObject({ kind: 'refused', error: { code: 'VALIDATION_ERROR' } });
    expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['completed']));
  });

  it('continues an interrupted list, and charges no task of it twice', async () => {
    const service = await testService();
    const client = clientOf(service);
    const tasks = Array.from({ length: 12 }, (_, at) => asking(`question ${at}`));
    const before = await balanceOf(service);
    for await (const _first of client.results(tasks, { run: 'r', batchSize: 4, inFlight: 4, everyMs: 5 }))
      break;
    const found = await all(client.results(tasks, { run: 'r', everyMs: 5 }));
    expect(found.map(({ kind }) => kind)).toEqual(tasks.map(() => 'completed'));
    const once = before - (await balanceOf(service));
    expect(await all(client.results(tasks, { run: 'r', everyMs: 5 }))).toHaveLength(12);
    expect(before - (await balanceOf(service))).toBe(once);
    expect(once % 12).toBe(0);
  });

  it('waits if the queue is full, and reports a task that was removed from it', async () => {
    const service = await testService({ plan: 'free', queueLimit: 3 });
    const client = clientOf(service, { retries: 0 });
    const tasks = Array.from({ length: 7 }, (_, at) => asking(`question ${at}`));
    const found = await all(client.results(tasks, { batchSize: 2, everyMs: 5 }));
    expect(found.map(({ kind }) => kind)).toEqual(tasks.map(() => 'completed'));
    const slow = [asking('long [[sandbox latency=60000]]'), asking('never')];
    const results = client.results(slow, { everyMs: 5 });
    const first = results.next();
    await expect.poll(async () => (await client.queue()).data.queuedTasks).toBe(1);
    await client.clearQueue();
    expect((await first).value).toMatchObject({ kind: 'gone', index: 1 });
    await results.return();
  });

  it('waits for a task, by its id or its key, until the caller aborts', async () => {
    const client = clientOf(await testService());
    await client.createTask(asking('hello', { idempotencyKey: 'mine' }));
    expect(await client.waitForTask<'assistant-a'>('mine', { everyMs: 5 })).toMatchObject({
      kind: 'completed',
      result: { text: 'hello' },
    });
    const slow = await client.createTask(asking('long [[sandbox latency=60000]]'));
    const waiting = client.waitForTask(slow.data.task.id, { everyMs: 5, signal: AbortSignal.timeout(50) });
    await expect(waiting).rejects.toMatchObject({ name: expect.stringMatching(/TimeoutError|ServiceError/) });
  });
});

describe('the client library and a failing service', () => {
  const created = { success: true, task: { id: 't' }, credits: {} };
  const answers: Reply = { status: 200, body: created };
  const task = asking('one');
  const keyed = asking('one', { idempotencyKey: 'k' });
  it.each<readonly [string, TaskSubmission | null, Reply[], number, Partial<ServiceError> | null]>([
    [
      'a refusal is repeated',
      null,
      [failure('CONCURRENT_LIMIT_EXCEEDED', 429), { status: 200, body: { success: true, result: {} } }],
      2,
      null,
    ],
    [
      'at most twice',
      task,
      Array(4).fill(failure('RATE_LIMIT_EXCEEDED', 429)),
      3,
      { kind: 'api', code: 'RATE_LIMIT_EXCEEDED' },
    ],
    ['a lost synchronous call is not', null, ['drop', answers], 1, { kind: 'connection', reach: 'unknown' }],
    [
      'nor one that failed',
      null,
      [failure('INTERNAL_SERVER_ERROR', 500), answers],
      1,
      { kind: 'api', status: 500 },
    ],
    ['nor a lost task without a key', task, ['drop', answers], 1, { kind: 'connection', reach: 'unknown' }],
    ['a lost task with a key is', keyed, ['drop', failure('INTERNAL_SERVER_ERROR', 500), answers], 3, null],
    [
      'a redirect is not followed',
      task,
      [{ status: 307, headers: { Location: 'http://127.0.0.1:1/' } }, answers],
      1,
      { kind: 'not-this-service' },
    ],
    [
      'another server is told apart',
      task,
      [{ status: 200, body: '<p>Hello</p>' }, answers],
      1,
      { kind: 'not-this-service', status: 200 },
    ],
  ])('%s', async (_, submission, replies, attempts, expected) => {
    const service = await startFaultyService((_request, index) => replies[index] ?? answers);
    const client = clientOf({ ...service, apiKey: key }, { clock: handClock(10_000), random: () => 0.5 });
    const call =
      submission === null
        ? client.monitor('assistant-a', { prompt: 'one', country: 'US' })
        : client.createTask(submission);
    const failed = await call.then(
      () => null,
      (error: unknown) => error,
    );
    if (expected === null) expect(failed).toBeNull();
    else {
      expect(failed).toBeInstanceOf(ServiceError);
      expect(failed).toMatchObject(expected);
    }
    expect(service.received).toHaveLength(attempts);
    expect(new Set(service.received.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
    expect(service.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });
});
