import { describe, expect, it } from 'vitest';
import { ServiceError } from '#client/serviceError.ts';
import { createRouter, type Handlers } from '#main/bridge/router.ts';
import type { HistoryCalls } from '#main/history/threads/reopeningHistory.ts';
import { routeTable } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';

/** The history with one operation, or none. */
const historyWith = (operations: Readonly<Record<string, (input: unknown) => unknown>>): HistoryCalls => ({
  call: async (operation, input) => operations[operation]?.(input) as never,
});

function router(
  over: Partial<Handlers> = {},
  admit = () => {},
  operations: Readonly<Record<string, (input: unknown) => unknown>> = {},
) {
  const logged: string[] = [];
  const others = Object.keys(routeTable).filter((name) => !(name in operations));
  const nothing = Object.fromEntries(others.map((name) => [name, () => ({})]));
  const handlers = { ...nothing, ...over } as Handlers;
  const made = createRouter({
    handlers,
    history: historyWith(operations),
    projectId: async (project = 'in use') => `id of ${project}`,
    log: (_, message) => logged.push(message),
    admit,
  });
  return { ...made, logged };
}

describe('a call over the bridge', () => {
  it('is answered with data, its input checked and filled with defaults', async () => {
    const inputs: unknown[] = [];
    const { call } = router({
      'monitors.times': (input) => {
        inputs.push(input);
        return { times: [], more: false };
      },
    });
    expect(await call('monitors.times', { monitor: 'm' })).toEqual({
      ok: true,
      data: { times: [], more: false },
    });
    expect(inputs).toEqual([{ monitor: 'm', limit: 50 }]);
  });

  it('that only reads goes straight to the operation of its name, its project found', async () => {
    const inputs: unknown[] = [];
    const { call } = router({}, undefined, {
      'runs.list': (input) => {
        inputs.push(input);
        return { runs: [], more: false };
      },
    });
    for (const project of [undefined, 'Acme', 'all'])
      expect(await call('runs.list', { project })).toEqual({ ok: true, data: { runs: [], more: false } });
    expect(inputs).toEqual([
      { limit: 50, projectId: 'id of in use' },
      { limit: 50, projectId: 'id of Acme' },
      { limit: 50, projectId: undefined },
    ]);
  });

  it('has its project found wherever the route names it', async () => {
    const inputs: unknown[] = [];
    const take = (input: unknown): never => {
      inputs.push(input);
      throw new AppError('NOT_FOUND', 'No.');
    };
    const { call } = router({
      'brands.get': take,
      'retention.get': take,
      'trends.why': take,
    });
    await call('brands.get', { project: 'Acme' });
    await call('retention.get', {});
    const period = { fromMs: 0, beforeMs: 1 };
    await call('trends.why', { query: { project: 'Acme', metric: 'visibility' }, from: period, to: period });
    expect(inputs).toMatchObject([
      { projectId: 'id of Acme' },
      { project: 'id of in use' },
      { query: { project: 'id of Acme' } },
    ]);
  });

  it('about all projects has no project in its filter', async () => {
    const inputs: unknown[] = [];
    const { call } = router({}, undefined, {
      'exports.count': (input) => {
        inputs.push(input);
        return { answers: 0 };
      },
    });
    for (const filter of [{}, { project: 'all' }, { project: 'Acme' }])
      await call('exports.count', { filter });
    expect(inputs).toEqual([{ filter: {} }, { filter: {} }, { filter: { project: 'id of Acme' } }]);
  });

  it('that is unknown is reported', async () => {
    for (const name of ['nonsense', 'toString', '__proto__'])
      expect(await router().call(name, {})).toMatchObject({ ok: false, error: { code: 'ROUTE_NOT_FOUND' } });
  });

  it('with invalid input names every field by its path', async () => {
    const answer = await router().call('runs.start', {
      question: 1,
      engine: 'assistant-a',
      markets: [{ country: 'de' }],
      connectionId: 'x',
    });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        fields: [
          { field: 'question' },
          { field: 'markets.0.country', message: expect.stringContaining('two capital letters') },
        ],
      },
    });
  });

  it('with a field that does not exist is refused rather than half understood', async () => {
    expect(await router().call('runs.get', { runId: 'x', extra: 1 })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    });
  });

  it('that fails as expected carries code, sentence and request id', async () => {
    const { call } = router(
      {
        'connections.refresh': () => {
          throw new ServiceError({
            kind: 'api',
            message: 'no',
            reach: 'answered',
            status: 401,
            code: 'INVALID_OR_EXPIRED_API_KEY',
            requestId: 'r-1',
          });
        },
      },
      undefined,
      {
        'runs.get': () => {
          throw new AppError('NOT_FOUND', 'There is no such run.');
        },
      },
    );
    expect(await call('connections.refresh', { id: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'UNAUTHORIZED', requestId: 'r-1', message: expect.stringContaining('key') },
    });
    expect(await call('runs.get', { runId: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND', message: 'There is no such run.' },
    });
  });

  it('that fails unexpectedly is logged and reveals no internals', async () => {
    const { call, logged } = router({
      'app.info': () => {
        throw new Error('secret detail');
      },
    });
    const answer = await call('app.info', {});
    expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
    expect(JSON.stringify(answer)).not.toContain('secret detail');
    expect(logged).toEqual(['A call failed unexpectedly']);
  });

  it('is immediately answered as cancelled when its caller gives up', async () => {
    const stop = new AbortController();
    const { call } = router({ 'connections.test': () => new Promise(() => {}) });
    const answer = call('connections.test', { id: 'x' }, { signal: stop.signal, callId: 'c1' });
    stop.abort();
    expect(await answer).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  });

  it('is refused while the program closes', async () => {
    const { call } = router({}, () => {
      throw new AppError('SHUTTING_DOWN', 'Closing.');
    });
    expect(await call('app.info', {})).toMatchObject({ ok: false, error: { code: 'SHUTTING_DOWN' } });
  });
});
