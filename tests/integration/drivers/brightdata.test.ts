import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { brightDataDriver } from '#service/drivers/brightdata/brightdataDriver.ts';
import { createRequestGate, maxAtRisk } from '#service/drivers/brightdata/requestGate.ts';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { replyOf, responder } from '#tests/support/providers/protocols.ts';
import { type Reply, startProviderServer } from '#tests/support/providers/providerServer.ts';

async function start(respond: (() => Reply) | undefined = undefined) {
  const server = await startProviderServer(respond ?? responder('brightdata'));
  onTestFinished(() => server.close());
  const gate = createRequestGate();
  const settings = { baseUrl: server.origin };
  return { server, create: () => brightDataDriver(gate).create({ key: testKey, settings }) };
}

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

const question = { prompt: 'Welche Schuhe?', country: 'DE' };

describe('a page', () => {
  it.each([
    ['assistant-a', 'gd_m7aof0k82r803d5bjm', 'https://chatgpt.com/', true],
    ['assistant-b', 'gd_mbz66arm2mf9cu856y', 'https://gemini.google.com/', undefined],
    ['assistant-d', 'gd_m7di5jy6s9geokz8w', 'https://copilot.microsoft.com/', undefined],
    ['assistant-e', 'gd_m7dhdot1vw9a7gc1n', 'https://www.perplexity.ai/', undefined],
    ['search-ai', 'gd_mcswdt6z2elth3zqr2', 'https://google.com/aimode', undefined],
  ] as const)(
    'of %s is requested with only the fields it accepts',
    async (engine, dataset, url, web_search) => {
      const { server, create } = await start();
      const { provenance } = answerOf(await create().answer(driverJob(engine, question)));
      expect(server.requests[0]?.query.get('dataset_id')).toBe(dataset);
      expect(server.requests[0]?.body).toEqual([
        { url, prompt: question.prompt, country: 'DE', ...(web_search === undefined ? {} : { web_search }) },
      ]);
      expect(provenance).toMatchObject({
        surface: engine === 'search-ai' ? 'search-page' : 'consumer-page',
        country: { requested: 'DE', honoured: 'exit-location' },
        cost: { amount: 0.0015, currency: 'USD', source: 'computed', pricesOf: '2026-11-22' },
        searched: true,
      });
    },
  );

  it('returns its answer, sources, searches and products', async () => {
    const { create } = await start();
    const include = { searchQueries: true, shopping: true };
    const { result, provenance } = answerOf(
      await create().answer(driverJob('assistant-a', { ...question, include })),
    );
    expect(result.text).toBe('Für breite Füße 👟 ist der Alpina Trail 3 erste Wahl.');
    expect(result.citationPills).toMatchObject([
      { url: 'https://runlab.example/wide_(2026)', label: 'runlab.example', position: 1, start: 53, end: 53 },
    ]);
    expect(result.sources).toMatchObject([
      { label: 'Schuhtest', footnote: false },
      { label: 'Nordlauf', footnote: true },
      { label: 'Laden', footnote: true },
    ]);
    expect(result.searchQueries).toEqual(['laufschuhe breite füße test 2026']);
    expect(result.shoppingCards).toMatchObject([{ products: [{ title: 'Alpina Trail 3' }] }]);
    expect(provenance.model).toBe('gpt-5-5');
  });
});

describe('a page that takes longer', () => {
  it('becomes a snapshot that is collected, also after a restart of the program', async () => {
    const { server, create } = await start();
    server.enqueue(replyOf('brightdata', 'brightdata_202'));
    const job = driverJob('assistant-a', question);
    expect(await create().answer(job)).toEqual({ kind: 'pending', checkAfterMs: 10_000 });
    const kept = job.receipt() ?? '';
    expect(JSON.parse(kept)).toEqual({ state: 'sent', snapshot: 'sd_fx01' });
    server.enqueue(
      replyOf('brightdata', 'brightdata_building'),
      { status: 500, body: {} },
      { drop: 'before' },
    );
    const again = driverJob('assistant-a', question, { receipt: kept });
    for (let look = 0; look < 3; look += 1) {
      expect(await create().answer(again)).toMatchObject({ kind: 'pending' });
    }
    expect(await create().answer(again)).toMatchObject({ kind: 'answer' });
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(server.requests.at(-1)?.path).toBe('/datasets/v3/snapshot/sd_fx01');
  });

  it('is requested as a snapshot from the start if nobody waits', async () => {
    const { server, create } = await start();
    const job = driverJob('assistant-a', question, { queued: true });
    expect(await create().answer(job)).toMatchObject({ kind: 'pending' });
    expect(server.requests[0]?.path).toBe('/datasets/v3/trigger');
    expect(job.receipt()).toContain('sd_fx01');
  });

  it('is not requested again if the program ended before it knew the snapshot', async () => {
    const { server, create } = await start();
    const job = driverJob('assistant-a', question, { receipt: JSON.stringify({ state: 'sending' }) });
    expect(await create().answer(job)).toMatchObject({ kind: 'fatal', reason: 'lost' });
    expect(server.requests).toEqual([]);
  });
});

describe('the block after 25 refusals in five minutes', () => {
  const windowMs = 5 * 60_000;
  const mostIn = (times: readonly number[]): number =>
    Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));

  it('does not happen with a hundred concurrent questions to a provider that refuses everything', async () => {
    const { server, create } = await start(() => ({ status: 429, body: { error: 'Too many running jobs' } }));
    const driver = create();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => driver.answer(driverJob('assistant-a', question))),
    );
    expect(server.requests.length).toBeLessThanOrEqual(maxAtRisk);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['retry', 'pending']));
    expect(await create().answer(driverJob('assistant-a', question))).toMatchObject({ kind: 'pending' });
  });

  it('cannot happen in any order of questions, answers and refusals, over three starts of the program', () => {
    const step = fc.record({
      waitMs: fc.integer({ min: 0, max: 40_000 }),
      lasts: fc.integer({ min: 0, max: 6 }),
      refused: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 120 }), { minLength: 3, maxLength: 3 }), (starts) => {
        const refusals: number[] = [];
        let now = 0;
        for (const steps of starts) {
          const gate = createRequestGate();
          const underWay: { readonly until: number; readonly refused: boolean }[] = [];
          steps.forEach(({ waitMs, lasts, refused }, index) => {
            now += waitMs;
            for (const one of underWay.splice(0)) {
              if (one.until > index) underWay.push(one);
              else {
                gate.done(one.refused, now);
                if (one.refused) refusals.push(now);
              }
            }
            if (gate.enter(now) === 0) underWay.push({ until: index + lasts, refused });
          });
          // The program ends: what was under way is refused all the same.
          for (const { refused } of underWay) if (refused) refusals.push(now);
        }
        expect(mostIn(refusals)).toBeLessThan(25);
      }),
      { numRuns: 400 },
    );
  });

  it('does not prevent later questions: requests are allowed again after the five minutes', () => {
    const gate = createRequestGate();
    let now = 0;
    for (let count = 0; count < maxAtRisk; count += 1) {
      for (let wait = gate.enter(now); wait > 0; wait = gate.enter(now)) now += wait;
      gate.done(true, now);
    }
    const wait = gate.enter(now);
    expect(wait).toBeGreaterThan(0);
    let later = now;
    for (let more = gate.enter(later); more > 0; more = gate.enter(later)) later += more;
    expect(later - now).toBeLessThanOrEqual(30 * 60_000);
  });
});
