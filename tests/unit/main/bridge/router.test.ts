import { describe, expect, it } from 'vitest';
import { createRouter, type Handlers } from '#main/bridge/router.ts';
import { ServiceError } from '#main/client/serviceError.ts';
import { routeTable } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';

function router(over: Partial<Handlers> = {}, admit = () => {}) {
  const logged: string[] = [];
  const nothing = Object.fromEntries(Object.keys(routeTable).map((name) => [name, () => ({})]));
  const handlers = { ...nothing, ...over } as Handlers;
  return { ...createRouter({ handlers, log: (_, message) => logged.push(message), admit }), logged };
}

describe('a call over the bridge', () => {
  it('is answered with data, its input checked and filled with defaults', async () => {
    const inputs: unknown[] = [];
    const { call } = router({
      'runs.list': (input) => {
        inputs.push(input);
        return { runs: [], more: false };
      },
    });
    expect(await call('runs.list', {})).toEqual({ ok: true, data: { runs: [], more: false } });
    expect(inputs).toEqual([{ limit: 50 }]);
  });

  it('that nobody knows says so', async () => {
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
    const { call } = router({
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
      'runs.get': () => {
        throw new AppError('NOT_FOUND', 'There is no such run.');
      },
    });
    expect(await call('connections.refresh', { id: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'UNAUTHORIZED', requestId: 'r-1', message: expect.stringContaining('key') },
    });
    expect(await call('runs.get', { runId: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND', message: 'There is no such run.' },
    });
  });

  it('that fails unexpectedly is logged and tells nothing of the inside', async () => {
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

  it('is answered as cancelled at once when its caller gives up', async () => {
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
