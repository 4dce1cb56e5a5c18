import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunningService, startService } from '#service/server.ts';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import { type DriverHarness, harnesses, testKey } from '#tests/support/providers/harness.ts';
import { responder } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

type Running = { readonly service: RunningService; readonly provider: ProviderServer };

/** The whole service with one engine bound to the driver, and a local server in the provider's place. */
async function start(
  { definition, engine, protocol, settings }: DriverHarness,
  key?: string,
): Promise<Running> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-driver-'));
  const provider = await startProviderServer(responder(protocol));
  const service = await startService({
    dataFolder,
    host: '127.0.0.1',
    port: 0,
    retryBaseMs: 1,
    bindings: { [engine]: definition.id },
    driverSettings: { [definition.id]: settings(provider.origin) },
    ...(key === undefined ? {} : { driverKeys: { [definition.id]: key } }),
  });
  onTestFinished(async () => {
    await service.stop(1_000);
    await provider.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return { service, provider };
}

function ask({ service }: Running, { engine }: DriverHarness, question: string): Promise<Response> {
  const field = engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
  return fetch(`${service.baseUrl}/v1/monitor/${engine}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ [field]: question, country: 'DE' }),
  });
}

describe.each(harnesses)('$definition.id behind the service', (harness) => {
  const { definition, engine } = harness;

  it('answers through the interface, reports what was applied, and is charged', async () => {
    const running = await start(harness, testKey);
    const response = await ask(running, harness, 'Welche Schuhe?');
    expect(response.status).toBe(200);
    const { result } = (await response.json()) as { result: Record<string, unknown> };
    expect(resultSchemas[engine].safeParse(result).success).toBe(true);
    expect(result.provenance).toMatchObject({ driver: definition.id, country: { requested: 'DE' } });
    expect(Number(response.headers.get('x-credits-charged'))).toBeGreaterThan(0);
  });

  it('is not asked again if a lost answer may have been charged', async () => {
    if (harness.charged !== true) return;
    const running = await start(harness, testKey);
    running.provider.enqueue({ drop: 'before' });
    const response = await ask(running, harness, 'Welche Schuhe?');
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { details: { reason: 'lost' } } });
    expect(running.provider.requests).toHaveLength(1);
    expect(response.headers.get('x-credits-charged')).toBe('0');
  });

  it('is retried after a failure, and the call still succeeds', async () => {
    if (harness.charged === true) return;
    const running = await start(harness, testKey);
    running.provider.enqueue({ drop: 'before' });
    const response = await ask(running, harness, 'Welche Schuhe?');
    expect(response.status).toBe(200);
    expect(running.provider.requests.length).toBeGreaterThan(1);
  });

  it('leaves its engine unavailable without its key', async () => {
    if (definition.key?.required !== true) return;
    const running = await start(harness);
    const response = await ask(running, harness, 'Welche Schuhe?');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
    expect(running.provider.requests).toEqual([]);
  });

  it('turns a refused key into 502, not charged and without the key', async () => {
    if (definition.key?.required !== true) return;
    const running = await start(harness, testKey);
    running.provider.enqueue({ status: 401, body: { error: { message: `Incorrect API key: ${testKey}` } } });
    const response = await ask(running, harness, 'Welche Schuhe?');
    const text = await response.text();
    expect(response.status).toBe(502);
    expect(text).toContain('EXTERNAL_SERVICE_ERROR');
    expect(text).not.toContain(testKey);
    expect(response.headers.get('x-credits-charged')).toBe('0');
  });
});
