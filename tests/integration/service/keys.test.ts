import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startThread, type Thread } from '#platform/threads/startThread.ts';
import type {
  DescribeContract,
  OperatorContract,
  ServiceContract,
} from '#shared/interface/operator/control.ts';
import type { ServiceOperationName } from '#shared/interface/operator/operations.ts';
import { serviceEntry } from '#tests/support/programs.ts';
import { handClock } from '#tests/support/service/handClock.ts';
import { keyOf, testService } from '#tests/support/service/runningService.ts';

type Reply = {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly output: Record<string, unknown>;
};

class Refused extends Error {
  readonly reply: { readonly code: string; readonly message: string };
  constructor(reply: { readonly code: string; readonly message: string }) {
    super(reply.message);
    this.reply = reply;
  }
}

function start<C extends ServiceContract | OperatorContract | DescribeContract>(
  workerData: unknown,
): Thread<C> {
  return startThread<C>({
    entry: serviceEntry,
    name: 'service',
    workerData,
    errorOf: (failure) =>
      failure.code === 'REFUSED' ? new Refused(failure.refusal) : new Error(failure.message),
  });
}

/** An operator in a thread of its own with its own connection, as another process would have. */
async function operatorBeside(dataFolder: string) {
  const thread = start<OperatorContract>({ mode: 'operator', dataFolder });
  expect(await thread.opened).toBeNull();
  return {
    call: (operation: ServiceOperationName, input: unknown = {}): Promise<Reply> =>
      thread.call(operation, input as never).then(
        (output) => ({ ok: true, output: output as unknown as Record<string, unknown> }),
        (error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          return { ok: false, ...error.reply, output: {} };
        },
      ),
    end: () => thread.close(),
  };
}

describe('keys', () => {
  it('stop working within a second after another process revokes them', async () => {
    const one = await testService();
    const beside = await operatorBeside(one.dataFolder);
    const made = await beside.call('keys.create', { label: 'laptop' });
    const { apiKey, id } = made.output as { apiKey: string; id: string };
    const headers = { Authorization: `Bearer ${apiKey}` };
    const status = async (): Promise<number> =>
      (await one.call('GET', '/v1/credits', undefined, headers)).status;
    await expect.poll(status).toBe(200);
    expect((await beside.call('keys.revoke', { key: id })).ok).toBe(true);
    const revokedAt = performance.now();
    // When the last one was sent that was admitted, however long its answer took.
    let admittedAt = revokedAt;
    const again = async (): Promise<number> => {
      const sent = performance.now();
      const answered = await status();
      if (answered !== 401) admittedAt = sent;
      return answered;
    };
    await expect.poll(again, { interval: 20 }).toBe(401);
    expect(admittedAt - revokedAt).toBeLessThan(1_000);
    expect((await beside.call('keys.revoke', { key: id })).code).toBe('CONFLICT');
    await beside.end();
  });

  it('are refused at the first request half a second after another process revoked them, independent of timers', async () => {
    const clock = handClock(Date.now());
    const one = await testService({ ports: { clock } });
    const beside = await operatorBeside(one.dataFolder);
    const { apiKey, id } = (await beside.call('keys.create')).output as { apiKey: string; id: string };
    const status = async (): Promise<number> =>
      (await one.call('GET', '/v1/credits', undefined, { Authorization: `Bearer ${apiKey}` })).status;
    expect(await status()).toBe(200);
    await beside.call('keys.revoke', { key: id });
    await clock.advance(500);
    expect(await status()).toBe(401);
    await beside.end();
  });

  it('can be several per account, each with every endpoint, and are revoked individually', async () => {
    const one = await testService();
    const first = await keyOf(one, 'team');
    const second = (await one.operator.call('keys.create', { account: 'team' })) as {
      output: { apiKey: string };
    };
    const use = async (key: string): Promise<number> =>
      (await one.ask('hello', {}, { Authorization: `Bearer ${key}` })).status;
    expect([await use(first), await use(second.output.apiKey)]).toEqual([200, 200]);
    await one.operator.call('keys.revoke', { account: 'team', key: first });
    expect([await use(first), await use(second.output.apiKey)]).toEqual([401, 200]);
    const listed = (await one.operator.call('keys.list', { account: 'team' })) as {
      output: { lastFour: string; revokedAt: string | null }[];
    };
    // Keys of the same millisecond are in no order.
    expect(new Map(listed.output.map((key) => [key.lastFour, key.revokedAt === null]))).toEqual(
      new Map([
        [first.slice(-4), false],
        [second.output.apiKey.slice(-4), true],
      ]),
    );
  });

  it('are not in the data folder', async () => {
    const one = await testService();
    const key = await keyOf(one, 'team');
    await one.ask('hello', {}, { Authorization: `Bearer ${key}` });
    await one.ask('hello');
    for (const name of readdirSync(one.dataFolder)) {
      const bytes = readFileSync(join(one.dataFolder, name));
      expect([name, bytes.includes(key), bytes.includes(one.apiKey)]).toEqual([name, false, false]);
    }
  });

  it('of the launch are valid only until it ends', async () => {
    const one = await testService();
    const next = await one.restart();
    expect(next.apiKey).not.toBe(one.apiKey);
    expect(
      (await next.call('GET', '/v1/credits', undefined, { Authorization: `Bearer ${one.apiKey}` })).status,
    ).toBe(401);
  });
});

describe('the operator beside a running service', () => {
  it('changes plan and credits of the running service and sees its address', async () => {
    const one = await testService({ plan: 'free' });
    const beside = await operatorBeside(one.dataFolder);
    await beside.call('credits.grant', { credits: 70, note: 'a gift' });
    await beside.call('plan.set', { plan: 'lite' });
    await expect
      .poll(async () => (await one.call('GET', '/v1/credits')).body)
      .toMatchObject({ remaining: 37_570, perCycle: 37_500 });
    expect((await one.ask('hello')).headers.get('x-concurrent-limit')).toBe('10');
    const { output } = await beside.call('overview');
    expect(output).toMatchObject({ running: true, baseUrl: one.baseUrl, slots: { used: null, limit: 10 } });
    const ledger = (await beside.call('ledger.page')).output as unknown as { kind: string; delta: number }[];
    expect(ledger.map(({ kind, delta }) => [kind, delta])).toEqual([
      ['charge', -5],
      ['plan', 37_000],
      ['grant', 70],
      ['cycle', 500],
    ]);
    await beside.end();
  });

  it('gets a code and a message for unknown operations', async () => {
    const one = await testService();
    const { operator } = one;
    expect(await operator.call('nonsense', {})).toMatchObject({ ok: false, code: 'UNKNOWN_OPERATION' });
    expect(await operator.call('plan.set', { plan: 'gold' })).toMatchObject({
      ok: false,
      code: 'INVALID_INPUT',
    });
    expect(await operator.call('plan.set', { plan: 'free', acount: 'x' })).toMatchObject({
      ok: false,
      code: 'INVALID_INPUT',
    });
    expect(await operator.call('keys.list', { account: 'nobody' })).toMatchObject({
      ok: false,
      code: 'NOT_FOUND',
    });
    expect(await operator.call('accounts.create', { name: 'default' })).toMatchObject({
      ok: false,
      code: 'CONFLICT',
    });
    expect(await operator.call('constructor', {})).toMatchObject({ ok: false, code: 'UNKNOWN_OPERATION' });
  });

  it('assigns drivers for the running service through service.json', async () => {
    const one = await testService();
    const beside = await operatorBeside(one.dataFolder);
    expect((await beside.call('engines.bind', { engine: 'assistant-b', driver: null })).ok).toBe(true);
    await expect
      .poll(
        async () =>
          (await one.call('POST', '/v1/monitor/assistant-b', { prompt: 'x', country: 'US' })).status,
      )
      .toBe(404);
    expect((await one.ask('hello')).status).toBe(200);
    await beside.end();
  });
});

describe('the worker', () => {
  it('serves, answers calls, stops, and reports in one line why it cannot start', async () => {
    const one = await testService();
    const begin = (dataFolder: string) =>
      start<ServiceContract>({ dataFolder, host: '127.0.0.1', port: 0, plan: 'business' });
    const second = begin(one.dataFolder);
    await expect(second.opened).rejects.toMatchObject({
      reply: { code: 'STORE_LOCKED', message: expect.stringContaining(one.dataFolder) },
    });
    await second.ended;

    const thread = begin(join(one.dataFolder, 'inner'));
    const { baseUrl, apiKey } = await thread.opened;
    expect(apiKey).toMatch(/^sk_/);
    const countries = await fetch(`${baseUrl}/v1/countries`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    expect(await countries.json()).toHaveLength(250);
    expect(await thread.call('engines.list', {})).toHaveLength(8);
    await thread.call('stop', { budgetMs: 1_000 });
    await thread.close();
    expect(await thread.ended).toMatchObject({ code: 'CLOSED' });
  });

  it('returns the description of the interface without a data folder', async () => {
    const thread = start<DescribeContract>({ mode: 'describe' });
    expect(JSON.parse(await thread.opened).openapi).toBe('3.1.0');
    await thread.close();
  });
});
