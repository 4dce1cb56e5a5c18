import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addConnection, ask, startCore, testKey } from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import {
  failure,
  monitorHeaders,
  type Received,
  type Reply,
  startFaultyService,
} from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';

const countries = ['US', 'DE', 'JP', 'BR', 'FR', 'ES', 'IT', 'PL', 'SE', 'NO', 'FI', 'DK'];

function answer(request: Received, extra: Record<string, unknown> = {}, headers = {}): Reply {
  const { country } = JSON.parse(request.body);
  return { status: 200, body: JSON.parse(sampleBody(country, extra)), headers: monitorHeaders(headers) };
}

const isMonitor = (request: Received) => request.path.startsWith('/v1/monitor/');
const slots = (max: number): Reply => ({
  status: 200,
  body: { queuedTasks: 0, processingTasks: 0, priorityBreakdown: [], concurrency: { used: 0, max } },
});

describe('asking one question in several countries', () => {
  it('stores a different answer for each, with the charge reported by the service', async () => {
    const core = await startCore();
    const service = await startFaultyService((request) => answer(request));
    const { run, cells } = await ask(core, await addConnection(core, service.baseUrl), countries);
    expect(run).toMatchObject({ state: 'finished', creditsCharged: 60, drivers: ['sandbox'] });
    expect(run.counts).toMatchObject({ total: 12, completed: 12, failed: 0, unknown: 0 });
    const { observations } = await core.router.invoke('observations.getMany', {
      ids: cells.map((cell) => cell.observationId ?? ''),
    });
    expect(observations.map((each) => each.market.country)).toEqual(countries);
    expect(new Set(observations.map((each) => each.text)).size).toBe(12);
    expect(observations[1]?.sources[0]?.domain).toBe('locks-de.example');
  });

  it('can be read unchanged after a restart without the service', async () => {
    const first = await startCore();
    const service = await startFaultyService((request) => answer(request));
    const before = await ask(first, await addConnection(first, service.baseUrl), ['US', 'DE']);
    await first.stop();
    await service.stop();
    const second = await startCore({ paths: { data: first.data } });
    const { runs } = await second.router.invoke('runs.list', {});
    expect(runs.map((run) => run.id)).toEqual([before.run.id]);
    expect(await second.router.invoke('runs.get', { runId: before.run.id })).toEqual(before);
  });

  it('works with the embedded service without settings', async () => {
    const core = await startCore();
    const { run } = await ask(core, 'embedded', ['US', 'DE']);
    expect(run).toMatchObject({ state: 'finished', drivers: ['double'], connectionName: 'Embedded service' });
  });

  it('reports progress in order, at most ten times a second, and the end last', async () => {
    const core = await startCore();
    const service = await startFaultyService((request) => answer(request));
    const { run } = await ask(core, await addConnection(core, service.baseUrl), countries);
    const progress = core.seen.filter((event) => event.name === 'run.changed');
    expect(progress.length).toBeLessThan(12);
    expect(progress.at(-1)?.payload).toMatchObject({ run: { id: run.id, state: 'finished' } });
    const last = new Map<string, string>();
    for (const { payload } of progress) for (const cell of payload.cells) last.set(cell.id, cell.state);
    expect([...last.values()]).toEqual(Array(12).fill('completed'));
    const numbers = core.seen.map((event) => event.seq);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('downloads and stores the HTML pages of a result before the run is finished', async () => {
    const core = await startCore();
    const service = await startFaultyService((request) =>
      request.path.startsWith('/results/')
        ? { status: 200, body: `<p>page ${request.path}` }
        : answer(request, { html: `${service.baseUrl}/results/1.html` }),
    );
    const { cells } = await ask(core, await addConnection(core, service.baseUrl), ['US']);
    const id = cells[0]?.observationId ?? '';
    const { pages } = await core.router.invoke('observations.get', { id });
    expect(pages).toHaveLength(1);
    expect(await core.router.invoke('observations.page', { id, pageId: pages[0]?.id ?? '' })).toEqual({
      html: '<p>page /results/1.html',
    });
  });

  it('stores pages that are on their way when the program ends, as a command does once its run is finished', async () => {
    const core = await startCore();
    const asked = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<void>();
    const service = await startFaultyService(async (request) => {
      if (!request.path.startsWith('/results/'))
        return answer(request, { html: `${service.baseUrl}/results/1.html` });
      asked.resolve();
      await ending.promise;
      return { status: 200, body: '<p>late' };
    });
    const connectionId = await addConnection(core, service.baseUrl);
    const { runId } = await core.router.invoke('runs.start', {
      question: 'Which lock?',
      engine: 'assistant-a',
      markets: [{ country: 'US' }],
      connectionId,
    });
    await asked.promise;
    const stopped = core.stop();
    ending.resolve();
    await stopped;
    const next = await startCore({ paths: { data: core.data } });
    const { cells } = await next.router.invoke('runs.get', { runId });
    const id = cells[0]?.observationId ?? '';
    const { pages } = await next.router.invoke('observations.get', { id });
    expect(await next.router.invoke('observations.page', { id, pageId: pages[0]?.id ?? '' })).toEqual({
      html: '<p>late',
    });
  });

  it('stores the key in the keychain and nowhere in the data folder', async () => {
    const core = await startCore();
    const service = await startFaultyService((request) => answer(request));
    await ask(core, await addConnection(core, service.baseUrl), ['US']);
    await core.stop();
    const files = readdirSync(core.data, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(core.data, name),
    );
    for (const file of files.filter((name) => statSync(name).isFile()))
      expect(readFileSync(file).includes(testKey), file).toBe(false);
    expect([...core.secrets.entries.values()].map((stored) => JSON.parse(stored))).toEqual([
      { secret: testKey, addresses: [service.baseUrl] },
    ]);
    expect(JSON.stringify(core.log)).not.toContain(testKey);
    expect(JSON.stringify(core.seen)).not.toContain(testKey);
  });
});

describe('failures while asking', () => {
  it.each<[string, unknown]>([
    ['a web page', '<html>Welcome</html>'],
    ['other JSON', { hello: 'world' }],
    ['a result that is no object', { success: true, result: [1] }],
    ['one that says it failed', { success: false, result: {} }],
  ])('a response that is %s is a failed request and not an answer', async (_, body) => {
    const core = await startCore();
    const service = await startFaultyService((request) =>
      isMonitor(request) ? { status: 200, body, headers: monitorHeaders() } : slots(10),
    );
    const { cells } = await ask(core, await addConnection(core, service.baseUrl), ['US']);
    expect(cells[0]).toMatchObject({
      state: 'failed',
      observationId: null,
      // The service said that it charged for it.
      creditsCharged: 5,
      error: { code: 'NOT_THIS_SERVICE', requestId: 'service-1' },
    });
  });

  it('are stored per country and never look like an answer', async () => {
    const core = await startCore();
    const service = await startFaultyService((request) => {
      if (!isMonitor(request)) return slots(10);
      const { country } = JSON.parse(request.body);
      if (country === 'DE') return failure('EXTERNAL_SERVICE_ERROR', 502, { service: 'x' });
      if (country === 'JP') return 'drop';
      return answer(request);
    });
    const { run, cells } = await ask(core, await addConnection(core, service.baseUrl), [
      'US',
      'DE',
      'JP',
      'BR',
    ]);
    expect(run.counts).toMatchObject({ completed: 2, failed: 1, unknown: 1 });
    const states = Object.fromEntries(cells.map((cell) => [cell.market.country, cell]));
    expect(states.DE).toMatchObject({
      state: 'failed',
      observationId: null,
      creditsCharged: 0,
      error: { code: 'EXTERNAL_SERVICE_ERROR' },
    });
    expect(states.JP).toMatchObject({
      state: 'unknown',
      observationId: null,
      creditsCharged: null,
      error: { code: 'CONNECTION_LOST' },
    });
    const asked = service.received.filter(isMonitor).map((request) => JSON.parse(request.body).country);
    expect(asked.toSorted()).toEqual(['BR', 'DE', 'JP', 'US']);
  });

  it('of a provider state what to do, each with its own code, and a possible charge is not retried', async () => {
    const core = await startCore();
    const reasons: Readonly<Record<string, string>> = {
      US: 'key',
      DE: 'quota',
      JP: 'blocked',
      BR: 'country',
      FR: 'lost',
    };
    const service = await startFaultyService((request) => {
      if (!isMonitor(request)) return slots(10);
      const { country } = JSON.parse(request.body);
      return failure('EXTERNAL_SERVICE_ERROR', 502, { service: 'openai', reason: reasons[country] });
    });
    const { cells } = await ask(core, await addConnection(core, service.baseUrl), Object.keys(reasons));
    const told = Object.fromEntries(
      cells.map(({ market, state, error }) => [market.country, [state, error?.code, error?.message]]),
    );
    expect(told).toMatchObject({
      US: ['failed', 'PROVIDER_KEY', expect.stringContaining('Enter a valid key in Settings, Engines.')],
      DE: ['failed', 'PROVIDER_QUOTA', expect.stringContaining('Add credit or searches')],
      JP: ['failed', 'PROVIDER_BLOCKED', expect.stringContaining('Change the wording')],
      BR: ['failed', 'PROVIDER_COUNTRY', expect.stringContaining('Choose another country')],
      FR: ['unknown', 'PROVIDER_LOST', expect.stringContaining('may have been charged')],
    });
    expect(service.received.filter(isMonitor)).toHaveLength(5);
  });

  it('can be retried without repeating questions that have an answer', async () => {
    const core = await startCore();
    let broken = true;
    const service = await startFaultyService((request) => {
      if (!isMonitor(request)) return slots(10);
      const { country } = JSON.parse(request.body);
      if (broken && country === 'DE') return failure('EXTERNAL_SERVICE_ERROR', 502);
      if (broken && country === 'JP') return 'drop';
      return answer(request);
    });
    const { run } = await ask(core, await addConnection(core, service.baseUrl), ['US', 'DE', 'JP']);
    broken = false;
    expect(await core.router.invoke('runs.resume', { runId: run.id })).toEqual({ resumed: 0, collecting: 0 });
    expect(await core.router.invoke('runs.resume', { runId: run.id, retryFailed: true })).toEqual({
      resumed: 1,
      collecting: 0,
    });
    await core.use.runs.ended(run.id);
    expect((await core.router.invoke('runs.get', { runId: run.id })).run.counts).toMatchObject({
      completed: 2,
      unknown: 1,
    });
    await core.router.invoke('runs.resume', { runId: run.id, includeUnknown: true });
    await core.use.runs.ended(run.id);
    expect((await core.router.invoke('runs.get', { runId: run.id })).run.counts).toMatchObject({
      completed: 3,
    });
    const asked = service.received.filter(isMonitor).map((request) => JSON.parse(request.body).country);
    expect(asked.toSorted()).toEqual(['DE', 'DE', 'JP', 'JP', 'US']);
  });

  it('that would affect all further calls end the run immediately, each request with the reason', async () => {
    const core = await startCore();
    const service = await startFaultyService((request) =>
      isMonitor(request) ? failure('INSUFFICIENT_CREDITS', 403) : slots(1),
    );
    const { run, cells } = await ask(core, await addConnection(core, service.baseUrl), countries);
    expect(run).toMatchObject({ state: 'finished', counts: { failed: 12 } });
    expect(service.received.filter(isMonitor).length).toBeLessThan(4);
    for (const cell of cells) expect(cell.error?.code).toBe('INSUFFICIENT_CREDITS');
    expect(cells[11]?.error?.message).toContain('credits');
  });

  it('report an unreachable URL', async () => {
    const core = await startCore({ random: () => 0 });
    const service = await startFaultyService(() => 'drop');
    const connection = await addConnection(core, service.baseUrl);
    await service.stop();
    const { cells } = await ask(core, connection, ['US', 'DE']);
    for (const cell of cells) {
      expect(cell).toMatchObject({ state: 'failed', error: { code: 'UNREACHABLE' } });
      expect(cell.error?.message).toContain(service.baseUrl);
    }
  });
});

describe('a service that restarts during a run', () => {
  it('is waited for, and the remaining questions are sent then', async () => {
    const core = await startCore();
    const oneSlot = { 'X-Concurrent-Limit': '1' };
    const reply = (request: Received): Reply =>
      isMonitor(request) ? answer(request, {}, oneSlot) : slots(1);
    const before = await startFaultyService(reply);
    const connectionId = await addConnection(core, before.baseUrl);
    const markets = countries.map((country) => ({ country }));
    const ask = { question: 'Q', engine: 'assistant-a' as const, markets, connectionId };
    const { runId } = await core.router.invoke('runs.start', ask);
    await before.reached(4);
    const away = core.logged('The service is busy', /network/);
    await before.stop();
    await away;
    const port = Number(new URL(before.baseUrl).port);
    const after = await startFaultyService(reply, { port });
    await core.use.runs.ended(runId);
    const { run } = await core.router.invoke('runs.get', { runId });
    expect(run).toMatchObject({ state: 'finished', counts: { failed: 0 } });
    expect(run.counts.completed).toBeGreaterThanOrEqual(11);
    const asked = [...before.received, ...after.received]
      .filter(isMonitor)
      .map((each) => JSON.parse(each.body).country);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe('the slots of an account', () => {
  /** Counts calls in flight and refuses those above its limit, as the service does. */
  function limited(limit: number, answersAfterMs: number, tells = true) {
    const seen = { most: 0, refused: 0, now: 0 };
    const reply = async (request: Received): Promise<Reply> => {
      if (!isMonitor(request)) return tells ? slots(limit) : { status: 500, body: { error: 'no' } };
      const headers = { 'X-Concurrent-Limit': String(limit) };
      if (seen.now >= limit) {
        seen.refused += 1;
        return {
          ...(failure('CONCURRENT_LIMIT_EXCEEDED', 429, { limit }) as object),
          headers: monitorHeaders(headers),
        } as Reply;
      }
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      await realClock.wait(answersAfterMs);
      seen.now -= 1;
      return answer(request, {}, headers);
    };
    return { seen, reply };
  }

  it('are all used if the service reports their number', async () => {
    const core = await startCore();
    const { seen, reply } = limited(5, 30);
    const service = await startFaultyService(reply);
    const { run } = await ask(core, await addConnection(core, service.baseUrl), countries);
    expect(run.counts.completed).toBe(12);
    expect(seen).toMatchObject({ most: 5, refused: 0 });
  });

  it('are learned from refusals if it does not, and every request is answered once', async () => {
    const core = await startCore();
    const { seen, reply } = limited(3, 30, false);
    const service = await startFaultyService(reply);
    const connection = await addConnection(core, service.baseUrl);
    const { run, cells } = await ask(core, connection, countries);
    expect(run.counts.completed).toBe(12);
    expect(seen.refused).toBeLessThan(12);
    expect(cells.reduce((sum, cell) => sum + (cell.creditsCharged ?? 0), 0)).toBe(60);
    const list = await core.router.invoke('connections.list', {});
    expect(list.connections.find((each) => each.id === connection)?.slots?.limit).toBe(3);
  });

  it('in use elsewhere fail a question after two retries, uncharged; slots used by an own run do not', async () => {
    const core = await startCore();
    let open = false;
    const service = await startFaultyService((request) => {
      if (!isMonitor(request)) return slots(1);
      return open ? answer(request) : failure('CONCURRENT_LIMIT_EXCEEDED', 429, { limit: 1 });
    });
    const connection = await addConnection(core, service.baseUrl);
    const { run, cells } = await ask(core, connection, ['US']);
    expect(run).toMatchObject({ state: 'finished', counts: { failed: 1 } });
    expect(cells[0]?.error).toMatchObject({ code: 'CONCURRENT_LIMIT_EXCEEDED' });
    expect(service.received.filter(isMonitor)).toHaveLength(3);
    // A run of several waits, and a single question beside it too.
    const start = (markets: readonly { country: string }[]) =>
      core.router.invoke('runs.start', {
        question: 'Q',
        engine: 'assistant-a',
        markets: [...markets],
        connectionId: connection,
      });
    const several = await start([{ country: 'DE' }, { country: 'FR' }]);
    const single = await start([{ country: 'US' }]);
    await service.reached(service.received.length + 5);
    open = true;
    for (const { runId } of [several, single]) {
      await core.use.runs.ended(runId);
      const { run: done } = await core.router.invoke('runs.get', { runId });
      expect(done.counts.completed).toBe(done.counts.total);
    }
  });

  it('are shared fairly: a small question during a long run does not wait for its end', async () => {
    const core = await startCore();
    const order: string[] = [];
    const { reply } = limited(2, 30);
    const service = await startFaultyService(async (request) => {
      if (isMonitor(request)) order.push(JSON.parse(request.body).prompt);
      return reply(request);
    });
    const connection = await addConnection(core, service.baseUrl);
    const long = ask(core, connection, countries, { question: 'long' });
    await service.reached(3);
    await ask(core, connection, ['US', 'DE'], { question: 'short' });
    await long;
    expect(order.lastIndexOf('short')).toBeLessThan(9);
    expect(order.filter((question) => question === 'long')).toHaveLength(12);
  });
});

describe('cancelling', () => {
  it('sends nothing more and keeps paid answers', async () => {
    const core = await startCore();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const service = await startFaultyService(async (request) => {
      if (!isMonitor(request)) return slots(2);
      await released;
      return answer(request);
    });
    const connectionId = await addConnection(core, service.baseUrl);
    const markets = countries.map((country) => ({ country }));
    const ask = { question: 'Q', engine: 'assistant-a', markets, connectionId } as const;
    const { runId } = await core.router.invoke('runs.start', ask);
    await service.reached(3);
    const { cancelled } = await core.router.invoke('runs.cancel', { runId });
    release();
    await core.use.runs.ended(runId);
    const { run } = await core.router.invoke('runs.get', { runId });
    expect(cancelled).toBe(12);
    expect(run).toMatchObject({ state: 'cancelled', counts: { completed: 2, cancelled: 10, running: 0 } });
    expect(service.received.filter(isMonitor)).toHaveLength(2);
  });

  it('twice aborts running requests as unknown, and resuming asks only the rest', async () => {
    const core = await startCore();
    let hang = true;
    const service = await startFaultyService((request) =>
      isMonitor(request) ? (hang ? 'hang' : answer(request)) : slots(2),
    );
    const connectionId = await addConnection(core, service.baseUrl);
    const markets = ['US', 'DE', 'JP', 'BR'].map((country) => ({ country }));
    const { runId } = await core.router.invoke('runs.start', {
      question: 'Q',
      engine: 'assistant-a',
      markets,
      connectionId,
    });
    await service.reached(3);
    await core.router.invoke('runs.cancel', { runId });
    await core.router.invoke('runs.cancel', { runId });
    await core.use.runs.ended(runId);
    hang = false;
    expect((await core.router.invoke('runs.get', { runId })).run.counts).toMatchObject({
      unknown: 2,
      cancelled: 2,
    });
    expect(await core.router.invoke('runs.resume', { runId })).toEqual({ resumed: 2, collecting: 0 });
    await core.use.runs.ended(runId);
    const { run } = await core.router.invoke('runs.get', { runId });
    expect(run).toMatchObject({ state: 'finished', counts: { unknown: 2, completed: 2 } });
  });
});

it('closing the program aborts running requests and marks the run as interrupted', async () => {
  const core = await startCore();
  const service = await startFaultyService((request) => (isMonitor(request) ? 'hang' : slots(2)));
  const connectionId = await addConnection(core, service.baseUrl);
  const markets = ['US', 'DE', 'JP'].map((country) => ({ country }));
  const { runId } = await core.router.invoke('runs.start', {
    question: 'Q',
    engine: 'assistant-a',
    markets,
    connectionId,
  });
  await service.reached(3);
  await core.stop();
  const again = await startCore({ paths: { data: core.data } });
  const { run } = await again.router.invoke('runs.get', { runId });
  expect(run).toMatchObject({ state: 'interrupted', counts: { unknown: 2, planned: 1, running: 0 } });
});
