import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createConnectionKeys } from '#main/connections/connectionKeys.ts';
import { silentLog } from '#platform/log.ts';
import { openEngines } from '#service/engines/openRegistry.ts';
import { addConnection, memorySecrets, startCore, testKey } from '#tests/support/core/testCore.ts';
import {
  type FaultyService,
  monitorHeaders,
  startFaultyService,
} from '#tests/support/faults/faultyService.ts';
import { tamperedCopy } from '#tests/support/history/hostileFiles.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const balance = {
  status: 200,
  body: { remaining: 500, perCycle: 500, cycleResetsAt: null },
  headers: monitorHeaders(),
};
const service = (): Promise<FaultyService> => startFaultyService(() => balance);

describe('a backup whose connection leads to another address', () => {
  it('gets no key and no question; the user sees both addresses and is asked for the key', async () => {
    const team = await service();
    const attacker = await service();
    const core = await startCore();
    const id = await addConnection(core, team.baseUrl, 'Team');
    const backup = join(temporaryFolder(), 'backup.db');
    await core.router.invoke('data.backup', { file: backup });
    const tampered = tamperedCopy(backup, 'tampered', (db) =>
      db.prepare('UPDATE connections SET base_url = ? WHERE uid = ?').run(attacker.baseUrl, id),
    );
    const { changedAddresses } = await core.router.invoke('data.restore', { file: tampered });
    expect(changedAddresses).toEqual([{ name: 'Team', before: team.baseUrl, now: attacker.baseUrl }]);

    const question = `The key of connection "Team" was stored for ${team.baseUrl}. The address is now ${attacker.baseUrl}. Enter the key again to use it there.`;
    const { connections } = await core.router.invoke('connections.list', {});
    expect(connections.find((each) => each.id === id)?.key).toEqual({
      kind: 'elsewhere',
      lastFour: null,
      question,
    });
    const start = {
      question: 'Which lock?',
      engine: 'assistant-a' as const,
      markets: [{ country: 'DE' }],
      options: {},
      connectionId: id,
    };
    const refused = { ok: false, error: { code: 'KEY_FOR_OTHER_ADDRESS', message: question } };
    expect(await core.call('runs.start', start)).toMatchObject(refused);
    expect(await core.call('connections.refresh', { id })).toMatchObject(refused);
    expect(await core.call('queue.metrics', { connectionId: id })).toMatchObject({ ok: false });
    expect(await core.router.invoke('connections.test', { id })).toMatchObject({
      ok: false,
      code: 'KEY_FOR_OTHER_ADDRESS',
      message: question,
    });
    const preview = await core.router.invoke('runs.preview', start);
    expect(preview.problems).toEqual([{ field: 'connectionId', message: question }]);
    expect(attacker.received).toEqual([]);

    // The person says that the address is right.
    await core.router.invoke('connections.setKey', { id, key: testKey });
    await core.router.invoke('connections.test', { id });
    expect(attacker.received[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
  });

  it.each([
    'http://team.example',
    'https://team.example:8443',
    'https://team.example.attacker.example',
    'https://attacker.example/team.example',
    'https://team.example@attacker.example',
    'https://attacker.example\\@team.example',
    'https:attacker.example',
    'https://team.example.',
    'https://TEAM.example%2eattacker.example',
    'ftp://team.example',
    'null',
    '',
  ])('the key of https://team.example is not given for %j', async (address) => {
    const secrets = memorySecrets();
    await createConnectionKeys(secrets).set('id', 'https://team.example', testKey);
    expect(await createConnectionKeys(secrets).get('id', address)).toEqual({
      kind: 'elsewhere',
      storedFor: ['https://team.example'],
    });
  });

  it.each(['https://team.example', 'https://team.example/path', 'https://TEAM.example:443/v1'])(
    'the key of https://team.example is given for %j',
    async (address) => {
      const secrets = memorySecrets();
      await createConnectionKeys(secrets).set('id', 'https://team.example', testKey);
      expect(await createConnectionKeys(secrets).get('id', address)).toEqual({
        kind: 'usable',
        key: testKey,
      });
    },
  );

  it('a key that an earlier version stored without an address is never bound automatically', async () => {
    const attacker = await service();
    const secrets = memorySecrets();
    const before = await startCore({ secrets });
    const { id } = await before.router.invoke('connections.add', { name: 'Team', baseUrl: attacker.baseUrl });
    await before.stop();
    secrets.entries.set(`connection:${id}`, testKey);
    const core = await startCore({ secrets, paths: { data: before.data } });
    expect(await core.router.invoke('connections.test', { id })).toMatchObject({
      ok: false,
      code: 'KEY_FOR_OTHER_ADDRESS',
      message: expect.stringContaining('An earlier version stored the key'),
    });
    expect(attacker.received).toEqual([]);
  });
});

describe('settings that lead a driver to another address', () => {
  const stored = { xai: ['https://api.x.ai'], brave: ['https://api.search.brave.com'] };
  const open = (dataFolder: string, driverSettings = {}) =>
    openEngines(
      {
        dataFolder,
        driverSettings,
        driverKeys: { xai: 'xai-key-of-the-person', brave: 'brave-key-of-the-person' },
        driverKeyAddresses: stored,
      },
      { log: silentLog },
    );

  it('of the folder it works in: the key is not given to the driver, and the person is asked', async () => {
    const folder = temporaryFolder();
    const engines = await open(folder, { xai: { baseUrl: 'https://attacker.example/v1' } });
    expect(engines.registry.hasKey('xai')).toBe(false);
    expect(engines.registry.readiness('xai')).toEqual({
      ready: false,
      missing: 'key',
      message: expect.stringContaining(
        'was stored for https://api.x.ai. The address is now https://attacker.example. Enter the key again',
      ),
    });
    expect(engines.registry.hasKey('brave')).toBe(true);
    await engines.registry.configure('xai', { key: 'xai-key-of-the-person' });
    expect(engines.registry.hasKey('xai')).toBe(true);
  });

  it('in service.json, at the start and while it runs', async () => {
    const folder = temporaryFolder();
    const engines = await open(folder);
    expect(engines.registry.hasKey('xai')).toBe(true);
    const drivers = { xai: { baseUrl: ' https:attacker.example ' } };
    writeFileSync(join(folder, 'service.json'), JSON.stringify({ drivers }));
    expect(await engines.followConfig()).toBe(true);
    expect(engines.registry.hasKey('xai')).toBe(false);
    expect((await open(folder)).registry.hasKey('xai')).toBe(false);
  });

  it('of a driver that shares the key of another one', async () => {
    const { registry } = await open(temporaryFolder(), {
      'brave-answers': { baseUrl: 'https://attacker.example' },
      'local-rag': { search: 'brave', model: 'm', baseUrl: 'http://192.168.1.5:11434/v1' },
    });
    expect(registry.hasKey('brave')).toBe(true);
    expect(registry.hasKey('brave-answers')).toBe(false);
    // The key goes to the search alone, wherever the model is.
    expect(registry.hasKey('local-rag')).toBe(true);
    await registry.configure('local-rag', {
      settings: { search: 'brave', braveBaseUrl: 'https://attacker.example' },
    });
    expect(registry.hasKey('local-rag')).toBe(false);
  });
});
