import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allDrivers } from '#service/engines/openRegistry.ts';
import { replyOf, responder } from '#tests/support/providers/protocols.ts';
import { startProviderServer } from '#tests/support/providers/providerServer.ts';
import { type TestOptions, type TestService, testService } from '#tests/support/service/runningService.ts';

/** With the real drivers instead of the echo. */
const service = (options: TestOptions = {}): Promise<TestService> =>
  testService({ ...options, ports: { drivers: allDrivers, ...options.ports } });
type Outcome = {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly output: never;
};
const call = async (one: TestService, operation: string, input: unknown = {}): Promise<Outcome> =>
  (await one.operator.call(operation, input)) as Outcome;

describe('engines', () => {
  it('are answered by the sandbox by default, all eight', async () => {
    const one = await service();
    const bindings = (await call(one, 'engines.list')).output as { driver: string; available: boolean }[];
    expect(bindings).toHaveLength(8);
    for (const { driver, available } of bindings) expect([driver, available]).toEqual(['sandbox', true]);
  });

  it('state what they lack, and no operation returns a key', async () => {
    const one = await service({ driverKeys: { openai: 'sk-very-secret' } });
    const listed = await call(one, 'engines.drivers');
    const drivers = listed.output as {
      id: string;
      hasKey: boolean;
      ready: boolean;
      message: string | null;
    }[];
    expect(drivers.find(({ id }) => id === 'openai')).toMatchObject({ hasKey: true, ready: true });
    expect(drivers.find(({ id }) => id === 'gemini')).toMatchObject({
      hasKey: false,
      ready: false,
      message: expect.any(String),
    });
    expect(JSON.stringify(listed)).not.toContain('sk-very-secret');
  });

  it('are tested with a question, outside slots and credits', async () => {
    const one = await service({ plan: 'free' });
    const tried = await call(one, 'engines.test', {
      driver: 'sandbox',
      question: 'Which locks? [[sandbox latency=0]]',
      country: 'DE',
    });
    expect(tried).toMatchObject({
      ok: true,
      output: { ok: true, message: expect.stringMatching(/^Sandbox answered.*\.$/) },
    });
    const failed = await call(one, 'engines.test', {
      driver: 'sandbox',
      question: 'x [[sandbox latency=0 outcome=fatal]]',
    });
    expect(failed).toMatchObject({ ok: true, output: { ok: false, result: null } });
    expect(await call(one, 'engines.test', { driver: 'sandbox', country: 'XX' })).toMatchObject({
      ok: false,
      code: 'INVALID_INPUT',
    });
    expect(await call(one, 'engines.test', { driver: 'openai' })).toMatchObject({
      ok: true,
      output: { ok: false, message: expect.stringContaining('key') },
    });
    expect(await call(one, 'engines.test', { driver: 'nobody' })).toMatchObject({
      ok: false,
      code: 'NOT_FOUND',
    });
    expect(await call(one, 'engines.models', { driver: 'sandbox' })).toMatchObject({
      ok: false,
      code: 'NOT_AVAILABLE',
    });
    expect((await one.call('GET', '/v1/credits')).body.remaining).toBe(500);
  });

  it('have their key checked before it is stored, without a question, and store nothing of the check', async () => {
    const provider = await startProviderServer(responder('dataforseo'));
    onTestFinished(() => provider.close());
    const one = await service();
    await call(one, 'engines.configure', { driver: 'dataforseo', settings: { baseUrl: provider.origin } });
    expect(
      await call(one, 'engines.check', { driver: 'dataforseo', key: 'login:secret-word' }),
    ).toMatchObject({
      ok: true,
      output: {
        ok: true,
        message: 'DataForSEO accepts the key: 41.53 USD left.',
        balance: { amount: 41.527, currency: 'USD' },
        prices: expect.arrayContaining([
          { engine: 'search-ai', price: '0.0012 to 0.004 USD' },
          { engine: 'assistant-a', price: '0.004 USD' },
        ]),
      },
    });
    provider.enqueue(replyOf('dataforseo', 'dataforseo_401'));
    expect(await call(one, 'engines.check', { driver: 'dataforseo', key: 'login:wrong-word' })).toMatchObject(
      {
        output: {
          ok: false,
          message: expect.stringContaining('refused the login'),
          reason: 'key',
          nextStep: expect.stringContaining('Enter a valid key'),
        },
      },
    );
    expect(provider.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
    provider.enqueue({ status: 402, body: { status_code: 40200, status_message: 'Payment Required.' } });
    expect(await call(one, 'engines.check', { driver: 'dataforseo', key: 'login:poor-word' })).toMatchObject({
      output: { ok: false, reason: 'quota', nextStep: expect.stringContaining('Add credit') },
    });
    // Nobody listens there.
    const settings = { baseUrl: 'http://127.0.0.1:9' };
    expect(
      await call(one, 'engines.check', { driver: 'dataforseo', key: 'login:word', settings }),
    ).toMatchObject({
      output: {
        ok: false,
        reason: 'unreachable',
        nextStep: expect.stringContaining('internet connection'),
      },
    });
    // No key was stored by any.
    expect(await call(one, 'engines.check', { driver: 'dataforseo' })).toMatchObject({
      output: { ok: false, message: expect.stringContaining('needs a key') },
    });
    expect(await call(one, 'engines.check', { driver: 'sandbox' })).toMatchObject({ output: { ok: null } });
  });

  it('can use another driver in one country, also after a restart', async () => {
    const provider = await startProviderServer(responder('openai'));
    onTestFinished(() => provider.close());
    const one = await service();
    await call(one, 'engines.configure', {
      driver: 'openai',
      key: 'sk-very-secret',
      settings: { baseUrl: `${provider.origin}/v1` },
    });
    const bound = await call(one, 'engines.bind', {
      engine: 'assistant-a',
      driver: 'openai',
      country: 'JP',
    });
    expect(bound.output).toContainEqual(
      expect.objectContaining({
        engine: 'assistant-a',
        driver: 'sandbox',
        price: 'free',
        countries: [
          {
            country: 'JP',
            driver: 'openai',
            answeredBy: 'OpenAI, gpt-6-luna',
            available: true,
            reason: null,
          },
        ],
      }),
    );
    const driverOf = async (from: typeof one, country: string): Promise<unknown> => {
      const answer = await from.call('POST', '/v1/monitor/assistant-a', { prompt: 'Which shoes?', country });
      return answer.body.result?.provenance?.driver ?? answer.body.error?.code;
    };
    expect([await driverOf(one, 'JP'), await driverOf(one, 'DE')]).toEqual(['openai', 'sandbox']);
    const next = await one.restart();
    // The key was in memory only: Japan waits for it, and nobody else answers in its place.
    expect([await driverOf(next, 'JP'), await driverOf(next, 'DE')]).toEqual([
      'RESOURCE_NOT_FOUND',
      'sandbox',
    ]);
    await call(next, 'engines.bind', { engine: 'assistant-a', driver: null, country: 'JP' });
    expect(await driverOf(next, 'JP')).toBe('sandbox');
    expect(
      await call(next, 'engines.bind', { engine: 'assistant-a', driver: 'openai', country: 'XX' }),
    ).toMatchObject({ ok: false, code: 'INVALID_INPUT' });
  });

  it('keep drivers and settings in service.json, keys nowhere', async () => {
    const one = await service();
    await call(one, 'engines.bind', { engine: 'assistant-b', driver: 'openai' });
    await call(one, 'engines.configure', {
      driver: 'openai',
      key: 'sk-very-secret',
      settings: { baseUrl: 'http://127.0.0.1:9/v1' },
    });
    const text = readFileSync(join(one.dataFolder, 'service.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      bindings: { 'assistant-b': 'openai' },
      drivers: { openai: { baseUrl: 'http://127.0.0.1:9/v1' } },
    });
    expect(
      await call(one, 'engines.configure', { driver: 'openai', settings: { colour: 'red' } }),
    ).toMatchObject({ ok: false, code: 'INVALID_INPUT' });
    const next = await one.restart();
    const bindings = (await call(next, 'engines.list')).output as {
      engine: string;
      driver: string;
      available: boolean;
      reason: string;
    }[];
    expect(bindings.find(({ engine }) => engine === 'assistant-b')).toMatchObject({
      driver: 'openai',
      available: false,
      reason: expect.stringContaining('key'),
    });
    expect((await next.call('POST', '/v1/monitor/assistant-b', { prompt: 'x', country: 'US' })).status).toBe(
      404,
    );
    const task = await next.call('POST', '/v1/async/task', {
      taskType: 'assistant-b',
      payload: { prompt: 'x', country: 'US' },
    });
    expect([task.status, task.body.details[0].field]).toEqual([422, 'taskType']);
  });

  it('prevent the start with a broken service.json, naming the file', async () => {
    const one = await service();
    writeFileSync(join(one.dataFolder, 'service.json'), '{"bindings": {"assistant-z": "sandbox"}}');
    await expect(one.restart()).rejects.toThrow(/service\.json is not valid/);
    writeFileSync(join(one.dataFolder, 'service.json'), '{');
    await expect(one.restart()).rejects.toThrow(/service\.json is not valid JSON/);
  });

  it('take each setting of a driver from the start options, otherwise from service.json, otherwise from the environment', async () => {
    const one = await service({
      driverSettings: { openai: { model: 'from-the-start' } },
      ports: {
        environment: {
          OPENAI_API_KEY: 'sk-environment',
          OPENAI_BASE_URL: 'http://127.0.0.1:9/environment',
          OPENAI_MODEL: 'from-the-environment',
        },
      },
    });
    const file = join(one.dataFolder, 'service.json');
    const values = async (of: TestService): Promise<Record<string, string>> => {
      const drivers = (await call(of, 'engines.drivers')).output as {
        id: string;
        settings: { name: string; value: string }[];
      }[];
      const openai = drivers.find(({ id }) => id === 'openai');
      return Object.fromEntries((openai?.settings ?? []).map(({ name, value }) => [name, value]));
    };
    expect(await values(one)).toMatchObject({
      model: 'from-the-start',
      baseUrl: 'http://127.0.0.1:9/environment',
    });

    // Written while it runs: what the file does not name stays what the environment says.
    writeFileSync(file, JSON.stringify({ drivers: { openai: { model: 'from-the-file' } } }));
    await expect
      .poll(() => values(one))
      .toMatchObject({ model: 'from-the-file', baseUrl: 'http://127.0.0.1:9/environment' });
    writeFileSync(file, JSON.stringify({ drivers: {} }));
    await expect.poll(() => values(one)).toMatchObject({ model: 'from-the-environment' });

    writeFileSync(
      file,
      JSON.stringify({ drivers: { openai: { model: 'from-the-file', searchContextSize: 'low' } } }),
    );
    const next = await one.restart();
    expect(await values(next)).toMatchObject({
      model: 'from-the-start',
      baseUrl: 'http://127.0.0.1:9/environment',
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('drivers.openai.baseUrl');
  });
});
