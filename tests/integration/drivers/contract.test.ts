import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Driver, DriverOutcome } from '#service/drivers/driver.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import { citedAnswer, citedReplies, citedText, type Unit } from '#tests/support/providers/citedReplies.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { type DriverHarness, harnesses, makeDriver, testKey } from '#tests/support/providers/harness.ts';
import { normal, replyOf, responder } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

const everyFlag: Readonly<Record<Engine, Readonly<Record<string, unknown>>>> = {
  'assistant-a': {
    html: true,
    markdown: true,
    rawResponse: true,
    searchQueries: true,
    ads: true,
    shopping: true,
  },
  'assistant-b': { html: true, markdown: true, rawResponse: true },
  'assistant-c': { html: true, markdown: true, rawResponse: true },
  'assistant-d': { html: true, markdown: true, rawResponse: true },
  'assistant-e': { html: true, markdown: true, rawResponse: true },
  search: { html: true, aioverview: { markdown: true }, paaAioverview: true },
  'search/news': { html: true },
  'search-ai': { html: true, markdown: true, expandProducts: true },
};

function body(engine: Engine, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const question = 'Welche Laufschuhe passen für breite Füße?';
  const field = engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
  return { [field]: question, country: 'DE', ...more };
}

const takesPersona = ({ definition }: DriverHarness): boolean =>
  definition.settings.some(({ name }) => name === 'persona');

it('a persona can be set for every driver that asks a model of the user’s choice', () => {
  const able = harnesses.filter(({ definition }) =>
    definition.settings.some(({ name, kind }) => name === 'model' && kind === 'model'),
  );
  expect(able.length).toBeGreaterThanOrEqual(10);
  expect(able.filter((harness) => !takesPersona(harness))).toEqual([]);
});

const units: readonly Unit[] = ['utf16', 'codePoints', 'bytes'];

describe.each(harnesses)('the $definition.id driver', (harness: DriverHarness) => {
  const { definition, engine } = harness;
  const engines = Object.keys(definition.capabilities) as Engine[];
  let server: ProviderServer;
  let driver: Driver;

  // One for each test: a request that a test gave up on may be read much later, and would take another test's reply.
  beforeEach(async () => {
    server = await startProviderServer(responder(harness.protocol));
    driver = makeDriver(harness, server.origin);
  });
  afterEach(() => server.close());

  const ask = (more?: Readonly<Record<string, unknown>>, one: Engine = engine): Promise<DriverOutcome> =>
    driver.answer(driverJob(one, body(one, more)));

  const hasPersona = takesPersona(harness);
  const persona = 'Answer a shopper who looks for a low price.';

  it.runIf(hasPersona)('sends a persona with every question and states it in the answer', async () => {
    driver = makeDriver(harness, server.origin, { extra: { persona } });
    const outcome = await ask();
    expect(outcome).toMatchObject({ provenance: { surface: 'model-api-persona', persona } });
    const sent = server.requests.filter(({ body: each }) => JSON.stringify(each).includes(persona));
    expect(sent.length).toBeGreaterThan(0);
    driver = makeDriver(harness, server.origin);
    expect(JSON.stringify(await ask())).not.toContain('persona');
  });

  it.each(engines)('returns a valid result for %s, with every flag on', async (one) => {
    const outcome = await ask({ include: everyFlag[one] }, one);
    expect(outcome.kind).toBe('answer');
    if (outcome.kind !== 'answer') return;
    expect(resultSchemas[one].safeParse(outcome.result).error?.issues).toBeUndefined();
    expect(outcome.provenance.driver).toBe(definition.id);
    expect(outcome.provenance.country.requested).toBe('DE');
    const filled = Object.entries(outcome.result).filter(([, value]) => !isEmpty(value));
    const declared = definition.capabilities[one]?.fields.map((field) => field.split(/[.[]/)[0]) ?? [];
    expect(filled.map(([field]) => field).filter((field) => !declared.includes(field))).toEqual([]);
    if (declared.includes('html')) expect(outcome.pages?.[0]?.html).toMatch(/^<!doctype html>/);
  });

  it.each(engines)('omits optional data that %s was not asked for', async (one) => {
    const outcome = await ask({}, one);
    expect(outcome).toMatchObject({ kind: 'answer' });
    if (outcome.kind !== 'answer') return;
    expect(Object.keys(outcome.result)).not.toContain('markdown');
    expect(Object.keys(outcome.result)).not.toContain('rawResponse');
    expect(outcome.pages).toBeUndefined();
  });

  it('sends country, state and language to the provider', async () => {
    await ask();
    const [german] = server.requests;
    expect(german).toBeDefined();
    if (german === undefined) return;
    expect(JSON.stringify(harness.germany(german))).toMatch(/DE|de|Germany|51|52/);
    if (harness.german !== undefined) expect(JSON.stringify(harness.german(german))).toMatch(/de/i);
    if (harness.california === undefined) return;
    server.reset();
    await driver.answer(driverJob(engine, body(engine, { country: 'US', state: 'CA' })));
    const [american] = server.requests;
    expect(american).toBeDefined();
    if (american !== undefined) expect(JSON.stringify(harness.california(american))).toMatch(/California/);
  });

  it('keeps the complete raw exchange, including unknown events', async () => {
    const reply = normalReply();
    if (reply.sse === undefined) {
      const news = { something_new: ['ünïcode', '日本', '👟'] };
      const document = Array.isArray(reply.body)
        ? reply.body.map((one: object) => ({ ...one, ...news }))
        : { ...(reply.body as object), ...news };
      server.enqueue({ ...reply, body: document, chunkBytes: 7 });
      const outcome = await ask();
      expect(outcome).toMatchObject({
        kind: 'answer',
        rawExchange: { exchanges: [{ response: { status: 200, body: document } }] },
      });
      return;
    }
    const unknown = { type: 'response.something_new', news: ['ünïcode', '日本', '👟'] };
    const sse = [reply.sse[0], unknown, ...reply.sse.slice(1)];
    server.enqueue({ ...reply, sse, chunkBytes: 7 });
    const outcome = await ask({ include: everyFlag[engine] });
    expect(outcome.kind).toBe('answer');
    if (outcome.kind !== 'answer') return;
    const events = (outcome.rawExchange as { exchanges: { response: { events: unknown[] } }[] }).exchanges[0]
      ?.response.events;
    expect(events?.slice(0, sse.length)).toEqual(sse);
    if ('rawResponse' in outcome.result)
      expect(outcome.result.rawResponse).toEqual(expect.arrayContaining(events ?? []));
  });

  it('reads a body that arrives byte by byte', async () => {
    const whole = await ask({ include: everyFlag[engine] });
    const cut = await driver.answer(
      driverJob(
        engine,
        body(engine, { ...questionWith(engine, '[[fx=bytes]]'), include: everyFlag[engine] }),
      ),
    );
    expect(whole.kind).toBe('answer');
    if (whole.kind !== 'answer' || cut.kind !== 'answer') throw new Error(JSON.stringify(cut));
    expect(cut.result).toEqual(whole.result);
  });

  it.each(units)('locates the cited words among umlauts, emoji and CJK, counted in %s', async (unit) => {
    const replies = citedReplies(harness.protocol, unit);
    if (replies === undefined) return;
    const { statement, before, url } = citedAnswer;
    server.enqueue(...replies.map((reply) => ({ ...reply, chunkBytes: 5 })));
    // The one engine without pills aside, every answering driver answers for this one.
    const outcome = await ask({}, 'assistant-b');
    if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
    const text = String(outcome.result.text);
    expect(text).toBe(citedText);
    const pills = outcome.result.citationPills as { url: string; start: number; end: number }[];
    expect(pills).toHaveLength(1);
    const { start, end } = pills[0] ?? { start: -1, end: -1 };
    expect(pills[0]?.url).toBe(url);
    // A mere mark is left out of the text and points at where it stood; anything else covers the words.
    if (start === end) expect(text.slice(0, start)).toBe(`${before}${statement}`);
    else expect(text.slice(start, end)).toBe(statement);
  });

  it.each(harness.failures)('turns $fixture into $outcome', async ({ fixture, outcome }) => {
    server.enqueue(replyOf(harness.protocol, fixture));
    const got = await ask();
    expect(got.kind === 'fatal' ? got.reason : got.kind).toBe(outcome);
    expect(server.openSockets()).toBeLessThanOrEqual(1);
  });

  it('requests another attempt after a broken connection, a partial answer and a timeout, unless it may have been charged', async () => {
    const outcomeOf = async (): Promise<string> => {
      const outcome = await ask();
      return outcome.kind === 'fatal' ? outcome.reason : outcome.kind;
    };
    const expected = harness.charged === true ? 'lost' : 'retry';
    server.enqueue({ drop: 'before' }, { ...normalReply(), drop: 'midway' });
    expect(await outcomeOf()).toBe(expected);
    expect(await outcomeOf()).toBe(expected);
    driver = makeDriver(harness, server.origin, { limits: { idleMs: 60 } });
    server.enqueue({ hang: 'before' }, { ...normalReply(), hang: 'midway' });
    expect(await outcomeOf()).toBe(expected);
    expect(await outcomeOf()).toBe(expected);
    await server.idle();
  });

  it('does not repeat a request that was in flight when the program ended, unless that costs nothing', async () => {
    // What waits in a provider's queue is collected: its own tests tell how.
    const queued = definition.repeat === 'never';
    const refused = driverJob(engine, body(engine), { queued });
    server.enqueue({ status: 503, body: { error: { message: 'overloaded' } } });
    expect((await driver.answer(refused)).kind).toBe('retry');
    if (harness.charged === true) expect(refused.receipt()).toBeNull();
    server.reset();
    const controller = new AbortController();
    const job = driverJob(engine, body(engine), { queued, signal: controller.signal });
    server.enqueue({ hang: 'before' });
    const underWay = driver.answer(job);
    await server.seen(1);
    controller.abort();
    await expect(underWay).rejects.toThrow();
    await server.idle();
    const receipt = job.receipt();
    const again = driverJob(engine, body(engine), {
      queued,
      ...(receipt === null ? {} : { receipt }),
    });
    const outcome = await makeDriver(harness, server.origin).answer(again);
    if (harness.charged === true) expect(outcome).toMatchObject({ kind: 'fatal', reason: 'lost' });
    else expect(outcome.kind).toBe('answer');
    expect(server.requests.length === 1).toBe(harness.charged === true);
  });

  it('retries once after an HTML page, then reports it as unreadable', async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' };
    server.enqueue(page, page);
    expect((await driver.answer(driverJob(engine, body(engine), { attempt: 1 }))).kind).toBe('retry');
    const second = await driver.answer(driverJob(engine, body(engine), { attempt: 2 }));
    expect(second).toMatchObject({ kind: 'fatal', reason: 'unreadable' });
  });

  it('rejects a body larger than the limit', async () => {
    driver = makeDriver(harness, server.origin, { limits: { maxBytes: 64 * 1024 } });
    server.enqueue({ body: { filler: 'x'.repeat(256 * 1024) } });
    expect(await ask()).toMatchObject({ kind: 'fatal', reason: 'unreadable' });
    await server.idle();
  });

  it('never fails on bytes that are not UTF-8', async () => {
    server.enqueue({ body: Uint8Array.from([0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x7d]) });
    expect((await ask()).kind).toBe('retry');
  });

  it.each(['before', 'midway'] as const)(
    'closes the upstream connection when the job is cancelled %s the answer',
    async (hang) => {
      server.enqueue({ ...normalReply(), hang });
      const controller = new AbortController();
      const pending = driver.answer(driverJob(engine, body(engine), { signal: controller.signal }));
      await server.seen(1);
      // A deadline aborts with a reason of another name; what is thrown is the same.
      controller.abort(new DOMException('the time is up', hang === 'before' ? 'TimeoutError' : 'AbortError'));
      await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
      await server.idle();
    },
  );

  it('sends no request after the job is cancelled', async () => {
    const signal = AbortSignal.abort(new DOMException('the caller left', 'AbortError'));
    await expect(driver.answer(driverJob(engine, body(engine), { signal }))).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(server.requests).toEqual([]);
  });

  it('keeps the key out of every outcome, even if the provider echoes it', async () => {
    if (definition.key === undefined) return;
    await ask();
    const addresses = JSON.stringify(server.requests.map(({ path, query }) => [path, `${query}`]));
    const headers = JSON.stringify(server.requests.map((request) => request.headers));
    expect(harness.keyInAddress === true ? addresses : headers).toContain(
      harness.keyInHeader?.(testKey) ?? testKey,
    );
    if (harness.keyInAddress !== true) expect(addresses).not.toContain(testKey);
    const echo = {
      error: { message: `Incorrect API key provided: ${testKey}`, code: 'invalid_api_key' },
      note: testKey,
    };
    server.enqueue({ status: 401, body: echo }, { status: 500, body: echo }, { body: testKey });
    const outcomes: DriverOutcome[] = [];
    for (let count = 0; count < 4; count += 1) {
      driver = makeDriver(harness, server.origin);
      outcomes.push(await ask({ include: everyFlag[engine] }));
    }
    expect(JSON.stringify(outcomes)).not.toContain(testKey);
  });

  it('does not call a provider that refused the key for half a minute, and warns until it answers again', async () => {
    if (definition.key?.required !== true) return;
    server.enqueue({ status: 401, body: { error: { message: 'Invalid key', code: 'invalid_api_key' } } });
    const job = driverJob(engine, body(engine));
    expect(await driver.answer(job)).toMatchObject({ kind: 'fatal', reason: 'key' });
    const asked = server.requests.length;
    expect(await driver.answer({ ...job, nowMs: job.nowMs + 29_000 })).toMatchObject({
      kind: 'fatal',
      reason: 'key',
    });
    expect(server.requests).toHaveLength(asked);
    expect(driver.readiness()).toMatchObject({
      ready: true,
      warning: expect.stringContaining('refused the key'),
    });
    expect(await driver.answer({ ...job, nowMs: job.nowMs + 31_000 })).toMatchObject({ kind: 'answer' });
    expect(driver.readiness().ready).toBe(true);
    expect(JSON.stringify(driver.readiness())).not.toContain('refused the key');
  });

  it('is not ready without its key, and sends no request', async () => {
    if (definition.key?.required !== true) return;
    driver = definition.create({ settings: harness.settings(server.origin) });
    expect(driver.readiness()).toMatchObject({ ready: false, missing: 'key' });
    expect(await ask()).toMatchObject({ kind: 'fatal', reason: 'key' });
    expect(server.requests).toEqual([]);
  });

  it('is not ready with an invalid URL', () => {
    driver = makeDriver(harness, server.origin, { extra: { baseUrl: 'javascript:alert(1)' } });
    expect(driver.readiness()).toMatchObject({ ready: false, missing: 'baseUrl' });
  });

  it('does not follow a redirect, which would carry the key to another host', async () => {
    const other = await startProviderServer(() => ({ body: {} }));
    server.enqueue({ status: 307, headers: { location: `${other.origin}/steal` }, body: '' });
    await ask();
    expect(other.requests).toEqual([]);
    await other.close();
  });

  function normalReply() {
    const path = harness.normalPath ?? '/';
    return normal(harness.protocol, {
      method: 'POST',
      path,
      query: new URLSearchParams(),
      headers: {},
      body: {},
    });
  }
});

function questionWith(engine: Engine, marker: string): Record<string, string> {
  const field = engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
  return { [field]: `Welche Laufschuhe passen für breite Füße? ${marker}` };
}

/** The interface wants some lists even where there is nothing to put into them. */
function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
