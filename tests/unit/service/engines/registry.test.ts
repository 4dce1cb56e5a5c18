import { describe, expect, it } from 'vitest';
import { silentLog } from '#platform/log.ts';
import type { DriverDefinition, DriverOptions } from '#service/drivers/driverDefinition.ts';
import { createDriverRegistry } from '#service/drivers/registry.ts';
import { echoDriver } from '#tests/support/service/echoDriver.ts';

/** A driver for one engine that needs a key, and remembers what it was made with. */
function keyed(id: string, made: DriverOptions[], sharedWith?: string): DriverDefinition {
  const echo = echoDriver();
  const capability = echo.capabilities['assistant-a'];
  if (capability === undefined) throw new Error('the echo lost an engine');
  const capabilities = { 'assistant-a': capability };
  return {
    ...echo,
    id,
    capabilities,
    key: {
      required: true,
      env: 'X',
      label: 'Key',
      from: 'https://example.com',
      ...(sharedWith === undefined ? {} : { sharedWith }),
    },
    create: (options) => {
      made.push(options);
      const ready = options.key !== undefined;
      return {
        ...echo.create(options),
        id,
        capabilities,
        readiness: () =>
          ready ? { ready: true } : { ready: false, missing: 'key', message: 'A key is missing.' },
      };
    },
  };
}

describe('the driver registry', () => {
  it('answers with the default driver, with the bound one, or with none', () => {
    const registry = createDriverRegistry({
      definitions: [echoDriver(), keyed('paid', [])],
      defaultDriver: 'sandbox',
      bindings: { 'assistant-a': 'paid', 'assistant-b': null, search: 'nonsense' },
      keys: { paid: 'k' },
      log: silentLog,
    });
    expect(registry.driverFor('assistant-a')?.id).toBe('paid');
    expect(registry.driverFor('assistant-b')).toBeUndefined();
    expect(registry.driverFor('search')).toBeUndefined();
    expect(registry.driverFor('search-ai')?.id).toBe('sandbox');
  });

  it('leaves an engine unavailable whose driver lacks its key, until it has one', async () => {
    const made: DriverOptions[] = [];
    const registry = createDriverRegistry({
      definitions: [echoDriver(), keyed('paid', made)],
      defaultDriver: 'sandbox',
      bindings: { 'assistant-a': 'paid' },
      log: silentLog,
    });
    expect(registry.driverFor('assistant-a')).toBeUndefined();
    await registry.configure('paid', { key: 'k', settings: { model: 'm' } });
    expect(registry.driverFor('assistant-a')?.id).toBe('paid');
    expect(made.at(-1)).toMatchObject({ key: 'k', settings: { model: 'm' } });
    await registry.configure('paid', { key: null });
    expect(registry.driverFor('assistant-a')).toBeUndefined();
  });

  it('falls back setting by setting, before and after a driver is configured', async () => {
    const made: DriverOptions[] = [];
    const registry = createDriverRegistry({
      definitions: [echoDriver(), keyed('paid', made)],
      defaultDriver: 'sandbox',
      keys: { paid: 'k' },
      fallbackSettings: { paid: { model: 'usual', baseUrl: 'https://usual.example' } },
      settings: { paid: { model: 'own' } },
      log: silentLog,
    });
    registry.driver('paid');
    await registry.configure('paid', { settings: { effort: 'low' } });
    registry.driver('paid');
    expect(made.map(({ settings }) => settings)).toEqual([
      { model: 'own', baseUrl: 'https://usual.example' },
      { model: 'usual', baseUrl: 'https://usual.example', effort: 'low' },
    ]);
    expect(registry.settings('paid')).toEqual(made.at(-1)?.settings);
    expect(registry.ownSettings('paid')).toEqual({ effort: 'low' });
  });

  it('gives a driver the key of the one it shares with, and makes it anew when that changes', async () => {
    const made: DriverOptions[] = [];
    const registry = createDriverRegistry({
      definitions: [echoDriver(), keyed('main', []), keyed('side', made, 'main')],
      defaultDriver: 'sandbox',
      keys: { main: 'one' },
      log: silentLog,
    });
    expect(registry.driver('side')?.readiness().ready).toBe(true);
    await registry.configure('main', { key: 'two' });
    registry.driver('side');
    expect(made.map(({ key }) => key)).toEqual(['one', 'two']);
  });

  it('refuses to bind a driver that does not exist or does not support the engine', () => {
    const registry = createDriverRegistry({
      definitions: [echoDriver(), keyed('paid', [])],
      defaultDriver: 'sandbox',
      log: silentLog,
    });
    expect(registry.bind('search', 'nonsense')).toBe('unknown-driver');
    expect(registry.bind('search', 'paid')).toBe('unfit-driver');
    expect(registry.bind('search', null)).toBe('bound');
    expect(registry.driverFor('search')).toBeUndefined();
  });
});
