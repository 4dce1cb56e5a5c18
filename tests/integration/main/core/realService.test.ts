import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOperator } from '#service/operator/operator.ts';
import { ask, memorySecrets, memorySettings, startCore } from '#tests/support/core/testCore.ts';
import { silent } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry, serviceEntry } from '#tests/support/programs.ts';

const workers = { history: historyEntry, service: serviceEntry, analysis: historyEntry };

describe('the core with the service inside Parallax', () => {
  it('answers four countries differently with local sources, charged by its ledger', async () => {
    const core = await startCore({ workers });
    const { run, cells } = await ask(core, 'embedded', ['US', 'DE', 'JP', 'BR'], {
      question: 'Which folding bike locks do people trust? [[sandbox latency=20]]',
    });
    expect(run).toMatchObject({ state: 'finished', counts: { completed: 4 }, creditsCharged: 20 });
    const { observations } = await core.router.invoke('observations.getMany', {
      ids: cells.map((cell) => cell.observationId ?? ''),
    });
    expect(observations.map((each) => each.language)).toEqual(['en', 'de', 'ja', 'pt']);
    expect(new Set(observations.map((each) => each.text)).size).toBe(4);
    for (const each of observations) expect(each.sources.length).toBeGreaterThan(0);
    expect(observations.map((each) => each.driver)).toEqual(Array(4).fill('sandbox'));
    const view = await core.router.invoke('connections.refresh', { id: 'embedded' });
    expect(view.slots?.limit).toBe(100);
    expect(view.credits?.remaining).toBe(2_800_000 - 20);
  });

  it('distinguishes permanent failures from empty answers and refusals', async () => {
    const core = await startCore({ workers });
    const outcomes = ['fatal', 'empty', 'refusal'];
    const runs = await Promise.all(
      outcomes.map((outcome) =>
        ask(core, 'embedded', ['US'], { question: `Locks? [[sandbox latency=10 outcome=${outcome}]]` }),
      ),
    );
    expect(runs.map(({ cells }) => cells[0]?.state)).toEqual(['failed', 'completed', 'completed']);
    expect(runs[0]?.cells[0]?.error?.code).toBe('EXTERNAL_SERVICE_ERROR');
  });

  it('reports the reason of the last failed attempt, which the interface does not', async () => {
    const core = await startCore({ workers });
    const { cells } = await ask(core, 'embedded', ['US'], {
      question: 'Locks? [[sandbox latency=10 errors=5]]',
    });
    expect(cells[0]?.error).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'The provider reported a problem of its own. Retry later.',
    });
  }, 60_000);

  it('stores the HTML page of an answer', async () => {
    const core = await startCore({ workers });
    const { cells } = await ask(core, 'embedded', ['US'], {
      question: 'Locks? [[sandbox latency=10]]',
      options: { include: { html: true, markdown: true } },
    });
    const id = cells[0]?.observationId ?? '';
    const detail = await core.router.invoke('observations.get', { id });
    expect(detail.markdown).not.toBeNull();
    expect(detail.pages).toHaveLength(1);
    const { html } = await core.router.invoke('observations.page', { id, pageId: detail.pages[0]?.id ?? '' });
    expect(html).toContain('<');
  });

  it('is shared by two programs on the same data, with one ledger', async () => {
    const first = await startCore({ workers });
    await ask(first, 'embedded', ['US'], { question: 'Locks? [[sandbox latency=10]]' });
    const second = await startCore({ workers, paths: { data: first.data } });
    const { run } = await ask(second, 'embedded', ['DE'], { question: 'Locks? [[sandbox latency=10]]' });
    expect(run.counts.completed).toBe(1);
    const overview = await second.router.invoke('service.overview', {});
    expect(overview).toMatchObject({ account: { balance: 2_800_000 - 10 } });
    await first.stop();
    const after = await ask(second, 'embedded', ['FR'], { question: 'Locks? [[sandbox latency=10]]' });
    expect(after.run.counts.completed).toBe(1);
    expect((await second.router.invoke('runs.list', {})).runs).toHaveLength(3);
  });

  it('provides its administration over the bridge: plan, credits, keys and drivers', async () => {
    const core = await startCore({ workers });
    expect(await core.router.invoke('service.plan.set', { plan: 'growth' })).toMatchObject({ slots: 75 });
    const view = (await core.router.invoke('connections.list', {})).connections[0];
    expect(view?.slots?.limit).toBe(75);
    const before = (await core.router.invoke('service.overview', {})).account.balance;
    await core.router.invoke('service.credits.grant', { credits: 1000, note: 'test' });
    expect((await core.router.invoke('service.overview', {})).account.balance).toBe(before + 1000);
    const { apiKey, lastFour } = await core.router.invoke('service.keys.create', { label: 'script' });
    expect(apiKey.slice(-4)).toBe(lastFour);
    const keys = await core.router.invoke('service.keys.list', {});
    expect(JSON.stringify(keys)).not.toContain(apiKey);
    const drivers = await core.router.invoke('service.engines.drivers', {});
    expect(drivers.map((driver) => driver.id)).toContain('sandbox');
    expect(await core.call('service.plan.set', { plan: 'gold' })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', fields: [{ field: 'plan' }] },
    });
  });

  it('stores the driver of an engine, and the key of a driver only in the keychain', async () => {
    const secrets = memorySecrets();
    const settings = memorySettings();
    const first = await startCore({ workers, secrets, settings });
    await first.router.invoke('service.engines.configure', {
      driver: 'openai',
      key: 'sk-provider-secret-0001',
    });
    await first.router.invoke('service.engines.bind', { engine: 'assistant-b', driver: 'openai' });
    await first.stop();
    const second = await startCore({ workers, secrets, settings, paths: { data: first.data } });
    const engines = await second.router.invoke('service.engines.list', {});
    expect(engines.find((each) => each.engine === 'assistant-b')?.driver).toBe('openai');
    const drivers = await second.router.invoke('service.engines.drivers', {});
    expect(drivers.find((each) => each.id === 'openai')?.hasKey).toBe(true);
    expect(JSON.stringify([drivers, engines])).not.toContain('provider-secret');
    await second.stop();
    const files = readdirSync(first.data, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(first.data, name),
    );
    for (const file of files.filter((name) => statSync(name).isFile()))
      expect(readFileSync(file).includes('provider-secret'), file).toBe(false);
  });

  it('keeps engines and settings that the command line changed while the window was closed', async () => {
    const settings = memorySettings();
    const first = await startCore({ workers, settings });
    await first.router.invoke('service.engines.bind', { engine: 'assistant-b', driver: 'openai' });
    await first.router.invoke('service.engines.bind', { engine: 'search', driver: 'brave' });
    await first.router.invoke('service.engines.configure', {
      driver: 'openai',
      settings: { model: 'window' },
    });
    await first.stop();
    const operator = await openOperator({ dataFolder: join(first.data, 'service') }, { log: silent });
    await operator.call('engines.bind', { engine: 'assistant-b', driver: 'sandbox' });
    await operator.call('engines.configure', { driver: 'openai', settings: { model: 'command-line' } });
    await operator.close();
    const second = await startCore({ workers, settings, paths: { data: first.data } });
    const engines = await second.router.invoke('service.engines.list', {});
    const driverOf = new Map(engines.map(({ engine, driver }) => [engine, driver]));
    expect([driverOf.get('assistant-b'), driverOf.get('search')]).toEqual(['sandbox', 'brave']);
    const drivers = await second.router.invoke('service.engines.drivers', {});
    expect(drivers.find(({ id }) => id === 'openai')?.settings).toContainEqual(
      expect.objectContaining({ name: 'model', value: 'command-line' }),
    );
    await second.stop();
  });
});
