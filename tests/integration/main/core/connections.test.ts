import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { SecretStore } from '#main/ports.ts';
import type { AskInput } from '#shared/model/run.ts';
import { addConnection, ask, memorySettings, startCore, testKey } from '#tests/support/core/testCore.ts';
import {
  failure,
  monitorHeaders,
  type Reply,
  startFaultyService,
} from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';

const balance: Reply = {
  status: 200,
  body: { remaining: 183_442, perCycle: 250_000, cycleResetsAt: '2026-12-03T09:41:07.000Z' },
};

async function unusedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

describe('testing a connection', () => {
  it('reports that it works, and the remaining credits', async () => {
    const core = await startCore();
    const service = await startFaultyService(() => balance);
    const id = await addConnection(core, service.baseUrl);
    const test = await core.router.invoke('connections.test', { id });
    expect(test).toMatchObject({ ok: true, code: null, message: 'Works: 183,442 credits left.' });
    expect(test.steps.map((step) => step.name)).toEqual(['reach', 'service', 'key', 'credits']);
    expect(service.received[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
  });

  it.each<[string, Reply, string, string, RegExp]>([
    [
      'a key that is refused',
      failure('INVALID_OR_EXPIRED_API_KEY', 401),
      'UNAUTHORIZED',
      'key',
      /key.*unknown or was revoked/,
    ],
    [
      'no credits',
      { status: 200, body: { remaining: 0, perCycle: 500, cycleResetsAt: '2026-12-01T00:00:00.000Z' } },
      'INSUFFICIENT_CREDITS',
      'credits',
      /no credits left.*2026-12-01/,
    ],
    [
      'another server',
      { status: 200, body: '<html>Hello</html>' },
      'NOT_THIS_SERVICE',
      'service',
      /Check the address/,
    ],
    [
      'a page that is not there',
      { status: 404, body: 'nothing here' },
      'NOT_THIS_SERVICE',
      'service',
      /404.*Check the address/,
    ],
    [
      'a redirect',
      { status: 301, headers: { Location: 'https://www.example.com/' } },
      'NOT_THIS_SERVICE',
      'service',
      /redirect to https:\/\/www\.example\.com/,
    ],
    [
      'a service in trouble',
      failure('INTERNAL_SERVER_ERROR', 500),
      'SERVICE_ERROR',
      'service',
      /INTERNAL_SERVER_ERROR/,
    ],
  ])('reports %s', async (_, reply, code, step, message) => {
    const core = await startCore();
    const service = await startFaultyService(() => reply);
    const id = await addConnection(core, service.baseUrl);
    const test = await core.router.invoke('connections.test', { id });
    expect(test).toMatchObject({ ok: false, code, message: expect.stringMatching(message) });
    expect(test.steps.at(-1)).toMatchObject({ name: step, ok: false });
  });

  it('is shown as reachable only after its service responded, and as unreachable after it did not', async () => {
    const core = await startCore();
    const service = await startFaultyService(() => balance);
    const ids = {
      there: await addConnection(core, service.baseUrl),
      away: await addConnection(core, await unusedAddress(), 'Away'),
    };
    const reachable = async () => {
      const { connections } = await core.router.invoke('connections.list', {});
      return Object.values(ids).map((id) => connections.find((each) => each.id === id)?.reachable);
    };
    expect(await reachable()).toEqual([null, null]);
    for (const id of Object.values(ids)) await core.router.invoke('connections.test', { id });
    expect(await reachable()).toEqual([true, false]);
  });

  it('reports an unreachable URL', async () => {
    const core = await startCore();
    const address = await unusedAddress();
    const id = await addConnection(core, address);
    const test = await core.router.invoke('connections.test', { id });
    expect(test).toMatchObject({ ok: false, code: 'UNREACHABLE', message: expect.stringContaining(address) });
  });

  it('reports an untrusted certificate', async () => {
    const core = await startCore();
    const service = await startFaultyService(() => balance, { tls: true });
    const id = await addConnection(core, service.baseUrl);
    const test = await core.router.invoke('connections.test', { id });
    expect(test).toMatchObject({
      ok: false,
      code: 'CERTIFICATE',
      message: expect.stringContaining('certificate'),
    });
    expect(service.received).toEqual([]);
  });

  it('reports a missing key, after checking the service itself', async () => {
    const core = await startCore();
    const service = await startFaultyService(() => failure('MISSING_API_KEY', 401));
    const { id } = await core.router.invoke('connections.add', { name: 'Team', baseUrl: service.baseUrl });
    const test = await core.router.invoke('connections.test', { id });
    expect(test).toMatchObject({
      ok: false,
      code: 'UNAUTHORIZED',
      message: expect.stringContaining('Enter one'),
    });
    expect(test.steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['reach', true],
      ['service', true],
      ['key', false],
    ]);
  });
});

describe('a connection', () => {
  it('shows only the last four characters of its key, and deletes it on request', async () => {
    const core = await startCore();
    const service = await startFaultyService(() => balance);
    const id = await addConnection(core, service.baseUrl);
    const { connections } = await core.router.invoke('connections.list', {});
    expect(connections.find((each) => each.id === id)?.key).toEqual({
      kind: 'keychain',
      lastFour: testKey.slice(-4),
    });
    expect(JSON.stringify(connections)).not.toContain(testKey);
    expect(await core.router.invoke('connections.removeKey', { id })).toEqual({
      kind: 'none',
      lastFour: null,
    });
    expect(core.secrets.entries.size).toBe(0);
  });

  it.each(['', ' ', 'two words', 'line\nbreak', 'schlüssel', 'sk_\u0007bell', 'a'.repeat(513)])(
    'refuses the malformed key %j, and stores nothing of it',
    async (key) => {
      const core = await startCore();
      const { id } = await core.router.invoke('connections.add', {
        name: 'Team',
        baseUrl: 'https://api.example.com',
      });
      expect(await core.call('connections.setKey', { id, key })).toMatchObject({
        ok: false,
        error: {
          code: 'INVALID_KEY_FORMAT',
          fields: [{ field: 'key', message: expect.stringContaining('without spaces or line breaks') }],
        },
      });
      const together = { name: 'Both', baseUrl: 'https://b.example.com', key };
      expect(await core.call('connections.add', together)).toMatchObject({
        ok: false,
        error: { code: 'INVALID_KEY_FORMAT' },
      });
      expect(core.secrets.entries.size).toBe(0);
      const { connections } = await core.router.invoke('connections.list', {});
      expect(connections.map(({ name }) => name)).not.toContain('Both');
    },
  );

  it('is asked when it is selected and the window does not know yet which one is', async () => {
    const core = await startCore();
    const id = await addConnection(core, 'http://127.0.0.1:9');
    await core.router.invoke('connections.select', { id });
    const { runId } = await core.router.invoke('runs.start', {
      question: 'Which locks?',
      engine: 'assistant-a',
      markets: [{ country: 'DE' }],
      connectionId: '',
    });
    expect(await core.router.invoke('runs.status', { runId })).toMatchObject({ connectionId: id });
  });

  it('keeps its key for this session if there is no keychain, and states why', async () => {
    const entries = new Map<string, string>();
    const secrets: SecretStore = {
      status: async () => ({ kind: 'memory-only', reason: 'There is no keychain on this system.' }),
      get: async (name) => entries.get(name) ?? null,
      set: async (name, secret) => void entries.set(name, secret),
      remove: async (name) => entries.delete(name),
    };
    const core = await startCore({ secrets });
    const id = await addConnection(core, 'https://api.example.com');
    const { connections, keychain } = await core.router.invoke('connections.list', {});
    expect(connections.find((each) => each.id === id)?.key.kind).toBe('session');
    expect(keychain).toEqual({ kind: 'memory-only', message: 'There is no keychain on this system.' });
  });

  it('never sends its key to a changed URL: the key has to be entered again', async () => {
    const core = await startCore();
    const one = await startFaultyService(() => balance);
    const other = await startFaultyService(() => failure('MISSING_API_KEY', 401));
    const id = await addConnection(core, one.baseUrl);
    await core.router.invoke('connections.update', { id, name: 'Double', baseUrl: other.baseUrl });
    await core.router.invoke('connections.test', { id });
    expect(other.received[0]?.headers.authorization).toBeUndefined();
    expect(core.secrets.entries.size).toBe(0);
  });

  it('keeps its key if only its name changes', async () => {
    const core = await startCore();
    const id = await addConnection(core, 'https://api.example.com');
    await core.router.invoke('connections.update', {
      id,
      name: 'Renamed',
      baseUrl: 'https://api.example.com/v1',
    });
    const { connections } = await core.router.invoke('connections.list', {});
    expect(connections.find((each) => each.id === id)).toMatchObject({
      name: 'Renamed',
      baseUrl: 'https://api.example.com',
      key: { kind: 'keychain' },
    });
  });

  it('needs a unique name', async () => {
    const core = await startCore();
    await addConnection(core, 'https://api.example.com', 'Team');
    expect(
      await core.call('connections.add', { name: 'team', baseUrl: 'https://b.example.com' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT', message: expect.stringContaining('another name') },
    });
  });

  it('stays selected after a restart, until it is removed', async () => {
    const settings = memorySettings();
    const first = await startCore({ settings });
    const id = await addConnection(first, 'https://api.example.com');
    await first.router.invoke('connections.select', { id });
    await first.stop();
    const second = await startCore({ settings, paths: { data: first.data } });
    const selected = async () =>
      (await second.router.invoke('connections.list', {})).connections
        .filter((each) => each.selected)
        .map((each) => each.id);
    expect(await selected()).toEqual([id]);
    await second.router.invoke('connections.remove', { id });
    expect(await selected()).toEqual(['embedded']);
  });

  it('that is embedded cannot be changed, removed or given a key', async () => {
    const core = await startCore();
    for (const [route, input] of [
      ['connections.update', { id: 'embedded', name: 'X', baseUrl: 'https://x.example' }],
      ['connections.remove', { id: 'embedded' }],
      ['connections.setKey', { id: 'embedded', key: testKey }],
    ] as const)
      expect(await core.call(route, input)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
  });

  it('uses the deployment’s names of the engines, and is kept in old runs', async () => {
    const core = await startCore();
    const service = await startFaultyService((request) =>
      request.path.startsWith('/v1/monitor/')
        ? { status: 200, body: JSON.parse(sampleBody('US')), headers: monitorHeaders() }
        : balance,
    );
    const id = await addConnection(core, service.baseUrl, 'Team');
    const engineAliases = { 'assistant-a': { path: 'vendor-chat', displayName: 'Vendor chat' } };
    await core.router.invoke('connections.update', {
      id,
      name: 'Team',
      baseUrl: service.baseUrl,
      engineAliases,
    });
    await core.router.invoke('connections.setKey', { id, key: testKey });
    const { run, cells } = await ask(core, id, ['US']);
    expect(service.received.map((request) => request.path)).toContain('/v1/monitor/vendor-chat');
    await core.router.invoke('connections.remove', { id });
    expect(await core.router.invoke('runs.get', { runId: run.id })).toMatchObject({
      run: { connectionName: 'Team' },
    });
    expect(await core.router.invoke('observations.get', { id: cells[0]?.observationId ?? '' })).toMatchObject(
      { request: { path: '/v1/monitor/vendor-chat' } },
    );
    expect(
      await core.call('runs.start', {
        question: 'Q',
        engine: 'assistant-a',
        markets: [{ country: 'US' }],
        connectionId: id,
      }),
    ).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  });

  it('without a key sends nothing and reports that before', async () => {
    const core = await startCore();
    const { id } = await core.router.invoke('connections.add', {
      name: 'Team',
      baseUrl: 'https://api.example.com',
    });
    const asked: AskInput = {
      question: 'Q',
      engine: 'assistant-a',
      markets: [{ country: 'US' }],
      connectionId: id,
    };
    const { problems } = await core.router.invoke('runs.preview', asked);
    expect(problems).toEqual([{ field: 'connectionId', message: expect.stringContaining('no key') }]);
    expect(await core.call('runs.start', asked)).toMatchObject({
      ok: false,
      error: { code: 'UNAUTHORIZED' },
    });
    expect((await core.router.invoke('runs.list', {})).runs).toEqual([]);
  });

  it('updates balance and slots from the responses of the service', async () => {
    const core = await startCore();
    const service = await startFaultyService((request) =>
      request.path === '/v1/credits'
        ? balance
        : {
            status: 200,
            body: JSON.parse(sampleBody('US')),
            headers: monitorHeaders({ 'X-Concurrent-Limit': '75', 'X-Credits-Remaining': '183437' }),
          },
    );
    const id = await addConnection(core, service.baseUrl);
    expect((await core.router.invoke('connections.refresh', { id })).credits).toEqual({
      remaining: 183_442,
      perCycle: 250_000,
      cycleResetsAt: '2026-12-03T09:41:07.000Z',
    });
    await ask(core, id, ['US']);
    const view = (await core.router.invoke('connections.list', {})).connections.find(
      (each) => each.id === id,
    );
    expect(view).toMatchObject({ slots: { limit: 75 }, credits: { remaining: 183_437, perCycle: 250_000 } });
  });
});
