import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { startDatabaseProxy } from '#tests/support/postgres/databaseProxy.ts';
import { postgresMissing, psql } from '#tests/support/postgres/postgresServer.ts';
import { emptyDatabase } from '#tests/support/postgres/sharedPostgres.ts';
import {
  type Answer,
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

  it('admits a burst of one second’s worth, to one node or to all, and refuses the next request anywhere', async () => {
    const { nodes, key } = await pair();
    const sticky = await burst([nodes[0]], key, limit);
    expect(admitted(sticky)).toHaveLength(limit);
    expect(sticky.map(remaining).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: limit }, (_, n) => n),
    );
    const refused = await states(nodes[1], key);
    expect([refused.status, remaining(refused)]).toEqual([429, 0]);
    expect(refused.body.error.code).toBe('RATE_LIMIT_EXCEEDED');

    const other = await keyOf(nodes[0], 'other');
    const spread = await burst(nodes, other, limit * 3);
    expect(admitted(spread)).toHaveLength(limit);
    expect(
      admitted(spread)
        .map(remaining)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: limit }, (_, n) => n));
  });

  it('never admits more than the limit in any second, and all of it again a second later', async () => {
    const { nodes, key } = await pair();
    const admittedAt: number[] = [];
    const until = performance.now() + 2_300;
    while (performance.now() < until) {
      const sent = performance.now();
      const answers = await burst(nodes, key, 6);
      for (const _ of admitted(answers)) admittedAt.push(sent);
    }
    // A request is counted after it was sent: what was sent within 900 ms was counted within a second or so.
    const most = Math.max(
      ...admittedAt.map((from) => admittedAt.filter((at) => at >= from && at < from + 900).length),
    );
    expect(most).toBeLessThanOrEqual(limit);
    expect(admittedAt.length).toBeGreaterThan(limit * 1.5);
  });

  it('asks the database for nothing that is over the limit anyway', async () => {
    const { store, nodes, key } = await pair();
    await burst([nodes[0]], key, limit);
    const writes = () => psql(store, 'SELECT xmin FROM rate_windows');
    const before = await writes();
    const refused = await burst([nodes[0]], key, limit * 3);
    expect(admitted(refused)).toHaveLength(0);
    expect(await writes()).toBe(before);
  });

  it('counts on each node by itself while the database is away', async () => {
    const proxy = await startDatabaseProxy(await emptyDatabase());
    onTestFinished(proxy.close);
    const one = await node(proxy.url, { rateLimitPerSecond: limit });
    const key = await keyOf(one, 'caller');
    expect((await states(one, key)).status).toBe(200);
    proxy.breakAll();
    await delay(1_100);
    const since = performance.now();
    const first = await burst([one], key, limit);
    expect(admitted(first)).toHaveLength(limit);
    expect(performance.now() - since).toBeLessThan(1_000);
    expect((await states(one, key)).status).toBe(429);
    proxy.mend();
  });
});
