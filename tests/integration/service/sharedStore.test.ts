import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { postgresMissing, psql } from '#tests/support/postgres/postgresServer.ts';
import { emptyDatabase } from '#tests/support/postgres/sharedPostgres.ts';
import {
  keyOf,
  runService,
  type TestOptions,
  type TestService,
} from '#tests/support/service/runningService.ts';

const { skip, note } = requirement(postgresMissing());

async function node(store: string, options: TestOptions = {}): Promise<TestService> {
  const service = await runService({ store, ...options });
  onTestFinished(service.remove);
  return service;
}

describe.skipIf(skip)(`services on one PostgreSQL database${note}`, () => {
  it('answer, charge and show the same balance, on any node, with the keys of both', async () => {
    const store = await emptyDatabase();
    const [one, other] = [await node(store), await node(store)];
    const headers = { Authorization: `Bearer ${one.apiKey}` };
    const first = await one.ask('a question');
    expect(first.status).toBe(200);
    const second = await other.ask('another question', {}, headers);
    expect(second.status).toBe(200);
    const left = Number(second.headers.get('x-credits-remaining'));
    expect(left).toBe(
      Number(first.headers.get('x-credits-remaining')) - Number(second.headers.get('x-credits-charged')),
    );
    const balance = await psql(store, 'SELECT balance FROM accounts');
    expect(Number(balance)).toBe(left);
    const credits = await one.call('GET', '/v1/credits');
    expect(credits).toMatchObject({ status: 200, body: { remaining: left } });
  });

  it('run each task once, and any of them returns its result', async () => {
    const store = await emptyDatabase();
    const started: string[] = [];
    const watch = { started: ({ jobId }: { readonly jobId: string }) => void started.push(jobId) };
    const [one, other] = [await node(store, { watch }), await node(store, { watch })];
    const tasks = Array.from({ length: 40 }, (_, index) => ({
      taskType: 'ASSISTANT_A',
      payload: { prompt: `question ${index}`, country: 'US' },
    }));
    const taken = await one.call('POST', '/v1/async/task/batch', tasks);
    expect(taken.body.summary).toEqual({ total: 40, succeeded: 40, failed: 0 });
    const ids = (taken.body.results as { task: { id: string } }[]).map(({ task }) => task.id);
    const ended = await Promise.all(ids.map((id) => other.ended(id)));
    expect(new Set(ended.map(({ body }) => body.task.status))).toEqual(new Set(['COMPLETED']));
    expect(started.toSorted()).toEqual(ids.toSorted());
    expect(await psql(store, "SELECT count(*) FROM ledger WHERE kind = 'charge'")).toBe('40');
    expect(await psql(store, 'SELECT slots_used, credits_held, queued FROM accounts')).toBe('0|0|0');
  });

  it('time a task that changes nodes by one clock, however far those of the machines differ', async () => {
    const store = await emptyDatabase();
    const hours = (by: number): TestOptions => ({
      ports: { clock: { ...systemClock, now: () => Date.now() + by * 3_600_000 } },
    });
    const ahead = await node(store, hours(2));
    const { body } = await ahead.call('POST', '/v1/async/task', {
      taskType: 'ASSISTANT_A',
      payload: { prompt: 'a question [[sandbox latency=1500]]', country: 'US' },
    });
    const { id } = body.task as { id: string };
    const states = () => psql(store, 'SELECT state FROM tasks');
    await expect.poll(states).toBe('PROCESSING');
    await ahead.stop(0);
    expect(await states()).toBe('QUEUED');
    const since = Date.now();
    const behind = await node(store, hours(-2));
    const headers = { Authorization: `Bearer ${await keyOf(behind, 'default')}` };
    const { task } = (await behind.ended(id, headers)).body;
    expect(task.status).toBe('COMPLETED');
    expect(task.latencyMs).toBeGreaterThanOrEqual(1_400);
    expect(Date.parse(task.createdAt) + task.latencyMs).toBeLessThanOrEqual(Date.now() + 100);
    expect(Date.parse(task.createdAt)).toBeLessThanOrEqual(since);
  });
});
