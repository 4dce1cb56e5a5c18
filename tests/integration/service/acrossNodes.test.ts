import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DriverJob } from '#service/drivers/driver.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { startDatabaseProxy } from '#tests/support/postgres/databaseProxy.ts';
import { postgresMissing, psql } from '#tests/support/postgres/postgresServer.ts';
import { emptyDatabase } from '#tests/support/postgres/sharedPostgres.ts';
import { questionOf } from '#tests/support/service/echoDriver.ts';
import {
  type Answer,
  keyOf,
  runService,
  type TestOptions,
  type TestService,
} from '#tests/support/service/runningService.ts';
import { startWebhookReceiver } from '#tests/support/service/webhookReceiver.ts';

const { skip, note } = requirement(postgresMissing());

async function node(store: string, options: TestOptions = {}): Promise<TestService> {
  const service = await runService({ store, ...options });
  onTestFinished(service.remove);
  return service;
}

/** When the last request was sent that was admitted before one was refused, however long its answer took. */
async function lastAdmitted(read: () => Promise<Answer>): Promise<number> {
  let last = Number.NEGATIVE_INFINITY;
  const status = async (): Promise<number> => {
    const sent = performance.now();
    const answer = await read();
    if (answer.status !== 401) last = sent;
    return answer.status;
  };
  await expect.poll(status, { interval: 20 }).toBe(401);
  return last;
}

const remaining = ({ headers }: Answer): number => Number(headers.get('x-ratelimit-remaining'));
const admitted = (answers: readonly Answer[]): readonly Answer[] =>
  answers.filter(({ status }) => status === 200);

describe.skipIf(skip)(`the rate limit over several nodes${note}`, () => {
  const limit = 20;
  const states = (one: TestService, key: string): Promise<Answer> =>
    one.call('GET', '/v1/states?country=US', undefined, { Authorization: `Bearer ${key}` });
  /** Requests to the nodes in turn, all at once. */
  const burst = (nodes: readonly TestService[], key: string, size: number): Promise<readonly Answer[]> =>
    Promise.all(
      Array.from({ length: size }, (_, nth) => states(nodes[nth % nodes.length] as TestService, key)),
    );
  const pair = async (options: TestOptions = {}) => {
    const store = await emptyDatabase();
    const nodes = [
      await node(store, { rateLimitPerSecond: limit, ...options }),
      await node(store, { rateLimitPerSecond: limit, ...options }),
    ] as const;
    return { store, nodes, key: await keyOf(nodes[0], 'caller') };
  };

  it('accepts a burst of one second, to one node or to all, and refuses the next request on any node', async () => {
    const { nodes } = await pair();
    const countdown = Array.from({ length: limit }, (_, n) => n);
    const left = (answers: readonly Answer[]) => answers.map(remaining).toSorted((a, b) => a - b);
    // A busy machine may need more than the second that the limit is for: then once more, with other keys.
    let accounts = 0;
    const bursts = async () => {
      accounts += 1;
      const keys = [
        await keyOf(nodes[0], `one ${accounts}`),
        await keyOf(nodes[0], `all ${accounts}`),
      ] as const;
      let since = performance.now();
      const sticky = await burst([nodes[0]], keys[0], limit);
      const refused = await states(nodes[1], keys[0]);
      const within = performance.now() - since < 1_000;
      since = performance.now();
      const spread = await burst(nodes, keys[1], limit * 3);
      return {
        withinASecond: within && performance.now() - since < 1_000,
        sticky: left(admitted(sticky)),
        refused: [refused.status, remaining(refused), refused.body.error?.code],
        spread: left(admitted(spread)),
      };
    };
    await expect.poll(bursts, { timeout: 20_000 }).toEqual({
      withinASecond: true,
      sticky: countdown,
      refused: [429, 0, 'RATE_LIMIT_EXCEEDED'],
      spread: countdown,
    });
  });

  it('never accepts more than the limit in any second, and all of it again a second later', async () => {
    const { nodes, key } = await pair();
    const letIn: { readonly sent: number; readonly seen: number }[] = [];
    const until = performance.now() + 2_300;
    while (performance.now() < until) {
      const sent = performance.now();
      const answers = await burst(nodes, key, 6);
      const seen = performance.now();
      for (const _ of admitted(answers)) letIn.push({ sent, seen });
    }
    // Each was counted some time between being sent and being seen; clocks there may be cut to the millisecond.
    const most = Math.max(
      ...letIn.map(
        ({ sent: from }) => letIn.filter(({ sent, seen }) => sent >= from && seen < from + 990).length,
      ),
    );
    expect(most).toBeLessThanOrEqual(limit);
    expect(letIn.length).toBeGreaterThan(limit * 1.5);
  });

  it('writes nothing to the database for requests over the limit', async () => {
    const { store, nodes, key } = await pair();
    const database = new Client({ connectionString: store });
    await database.connect();
    onTestFinished(() => database.end());
    const writes = async () => (await database.query('SELECT xmin::text FROM rate_windows')).rows;
    // A busy machine may need more than the second that the limit is for.
    const overTheLimit = async () => {
      await burst([nodes[0]], key, limit);
      const before = await writes();
      const over = await burst([nodes[0]], key, limit * 3);
      return { admitted: admitted(over).length, unwritten: isDeepStrictEqual(await writes(), before) };
    };
    await expect.poll(overTheLimit).toEqual({ admitted: 0, unwritten: true });
  });

  it('counts on each node separately while the database is unavailable', async () => {
    const proxy = await startDatabaseProxy(await emptyDatabase());
    onTestFinished(proxy.close);
    const one = await node(proxy.url, { rateLimitPerSecond: limit });
    const key = await keyOf(one, 'caller');
    expect((await states(one, key)).status).toBe(200);
    proxy.breakAll();
    // A busy machine may need more than the second that the limit is for.
    const alone = async () => {
      await delay(1_100);
      const since = performance.now();
      const first = await burst([one], key, limit);
      const { status: next } = await states(one, key);
      return { admitted: admitted(first).length, next, withinASecond: performance.now() - since < 1_000 };
    };
    await expect.poll(alone).toEqual({ admitted: limit, next: 429, withinASecond: true });
    proxy.mend();
  });
});

describe.skipIf(skip)(`nodes behind one load balancer${note}`, () => {
  const pair = async (options: TestOptions = {}) => {
    const store = await emptyDatabase();
    return { store, nodes: [await node(store, options), await node(store, options)] as const };
  };
  const withKey = (key: string) => ({ Authorization: `Bearer ${key}` });
  const task = (prompt: string, more: Record<string, unknown> = {}) => ({
    taskType: 'ASSISTANT_A',
    payload: { prompt, country: 'US' },
    ...more,
  });

  it('accept a new key immediately, and a revoked one for at most a second', async () => {
    const { nodes } = await pair();
    const [one, other] = nodes;
    await one.operator.call('accounts.create', { name: 'customer', plan: 'growth' });
    for (let round = 0; round < 5; round += 1) {
      const made = await one.operator.call('keys.create', { account: 'customer' });
      if (!made.ok) throw new Error(made.message);
      const { id, apiKey } = made.output as { id: string; apiKey: string };
      const read = () => other.call('GET', '/v1/credits', undefined, withKey(apiKey));
      expect(await read()).toMatchObject({ status: 200, body: { remaining: 1_350_000 } });
      await one.operator.call('keys.revoke', { account: 'customer', key: id });
      const since = performance.now();
      expect((await lastAdmitted(read)) - since).toBeLessThan(1_000);
    }
  });

  it('accept each idempotency key once, whichever node it reaches', async () => {
    const { nodes } = await pair();
    const [one] = nodes;
    const batch = Array.from({ length: 30 }, (_, index) => task('same', { idempotencyKey: `key-${index}` }));
    const answers = await Promise.all(
      [0, 1, 0, 1].map((nth) =>
        (nodes[nth] as TestService).call('POST', '/v1/async/task/batch', batch, withKey(one.apiKey)),
      ),
    );
    const succeeded = answers.map(({ body }) => body.summary.succeeded as number);
    expect(succeeded.reduce((sum, each) => sum + each, 0)).toBe(batch.length);
  });

  it('deliver each webhook once, also if a receiver requests a second delivery', async () => {
    const hooks = await startWebhookReceiver();
    onTestFinished(hooks.close);
    hooks.answer('/twice', (count) => ({ status: count === 1 ? 500 : 200 }));
    const { nodes } = await pair({ webhookBaseMs: 100 });
    const [one] = nodes;
    const batch = Array.from({ length: 60 }, (_, index) =>
      task(`hook ${index}`, { webhook: { url: hooks.url(index === 0 ? '/twice' : '/once') } }),
    );
    await one.call('POST', '/v1/async/task/batch', batch);
    await hooks.waitFor('/once', 59);
    await hooks.waitFor('/twice', 2);
    // Both nodes have looked for work several times since.
    await delay(800);
    expect([hooks.deliveriesTo('/once').length, hooks.deliveriesTo('/twice').length]).toEqual([59, 2]);
  });

  it('serve the result pages of the other nodes', async () => {
    const { nodes } = await pair();
    const [one, other] = nodes;
    const { body } = await one.ask('a page', { include: { html: true } });
    const page = new URL(String(body.result.html));
    const answer = await fetch(`${other.baseUrl}${page.pathname}`);
    expect([answer.status, await answer.text()]).toEqual([200, '<p>a page</p>']);
  });

  it('start tasks by priority, then age, and let no account’s queue block another’s', async () => {
    const started: string[] = [];
    const watch = { started: (job: DriverJob) => void started.push(questionOf(job)) };
    const { nodes } = await pair({ watch, workers: 1 });
    const [one, other] = nodes;
    const alone = await keyOf(one, 'alone', 'free');
    const wanted = [1, 9, 5, 9, 1, 5].map((priority, nth) => ({
      priority,
      name: `alone ${priority} ${nth}`,
    }));
    await one.call('POST', '/v1/async/task', task('alone first [[sandbox latency=400]]'), withKey(alone));
    // Those that follow must find the only slot taken, whichever node takes it for this one.
    await expect.poll(() => started, { timeout: 10_000, interval: 5 }).toHaveLength(1);
    await other.call(
      'POST',
      '/v1/async/task/batch',
      wanted.map(({ priority, name }) => task(name, { priority })),
      withKey(alone),
    );
    await expect.poll(() => started.length, { timeout: 20_000 }).toBe(7);
    const order = wanted.toSorted((a, b) => b.priority - a.priority).map(({ name }) => name);
    expect(started.slice(1)).toEqual(order);

    started.length = 0;
    const [greedy, modest] = [await keyOf(one, 'greedy'), await keyOf(one, 'modest')];
    const many = Array.from({ length: 80 }, (_, nth) => task(`greedy ${nth} [[sandbox latency=20]]`));
    await one.call('POST', '/v1/async/task/batch', many, withKey(greedy));
    await expect.poll(() => started.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(3);
    const before = started.length;
    const few = Array.from({ length: 4 }, (_, nth) => task(`modest ${nth}`));
    await other.call('POST', '/v1/async/task/batch', few, withKey(modest));
    await expect
      .poll(() => started.filter((name) => name.startsWith('modest')).length, {
        timeout: 20_000,
        interval: 5,
      })
      .toBe(4);
    const last = started.findLastIndex((name) => name.startsWith('modest'));
    // In turn: about one of the others’ tasks for each of its own, and not the whole queue before it.
    expect(last - before).toBeLessThan(40);
  });

  it('stop engine calls for tasks that other nodes took over, and keep serving callers', async () => {
    const aborted: boolean[] = [];
    const watch = { ended: (job: DriverJob) => void aborted.push(job.signal.aborted) };
    const store = await emptyDatabase();
    const lost = await node(store, { watch, leaseSeconds: 1 });
    await lost.call('POST', '/v1/async/task', task('a question [[sandbox latency=60000]]'));
    await expect
      .poll(() => psql(store, "SELECT count(*) FROM tasks WHERE state = 'PROCESSING'"), { timeout: 10_000 })
      .toBe('1');
    // What another node does with one that was stopped for longer than its lease.
    await psql(
      store,
      `UPDATE tasks SET state = 'QUEUED', node_id = NULL; DELETE FROM nodes;
        UPDATE accounts SET slots_used = 0, credits_held = 0, queued = 1, slots = 0`,
    );
    await expect.poll(() => aborted, { timeout: 10_000 }).toEqual([true]);
    const other = await node(store, { leaseSeconds: 1 });
    const answer = await other.call('GET', '/v1/credits', undefined, withKey(lost.apiKey));
    expect(answer.status).toBe(200);
    expect(await psql(store, "SELECT count(*) FROM nodes WHERE notices ? 'running'")).toBe('2');
  });
});
