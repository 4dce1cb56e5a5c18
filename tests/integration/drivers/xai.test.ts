import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { xaiDefinition } from '#service/drivers/xai/xaiDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { bodyOf } from '#tests/support/providers/fixtures.ts';
import { testKey } from '#tests/support/providers/harness.ts';
import { responder } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer(responder('xai'));
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const refusal = {
  status: 422,
  body: { code: 'Client specified an invalid argument', error: 'unknown field `user_location`' },
};

function create(more: Readonly<Record<string, string>> = {}) {
  return xaiDefinition.create({ key: testKey, settings: { baseUrl: `${server.origin}/v1`, ...more } });
}

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

const question = { prompt: 'Which shoes?', country: 'US', state: 'CA' };

it('falls back to words if the location parameter is refused, reports it, and does not send it again', async () => {
  const driver = create();
  server.enqueue(refusal);
  const first = answerOf(await driver.answer(driverJob('assistant-c', question)));
  expect(first.provenance.country).toEqual({
    requested: 'US',
    honoured: 'prompt-hint',
    applied: 'The person asking is in California, United States.',
  });
  expect(server.requests).toHaveLength(2);
  expect(server.requests[1]?.body).toMatchObject({
    instructions: 'The person asking is in California, United States.',
    tools: [{ type: 'web_search' }, { type: 'x_search' }],
  });
  await driver.answer(driverJob('assistant-c', question));
  expect(server.requests).toHaveLength(3);
  expect(JSON.stringify(server.requests[2]?.body)).not.toContain('user_location');
});

it('keeps the first refusal if the request without a location is refused too', async () => {
  server.enqueue(refusal, { status: 400, body: { code: 'x', error: 'The model does not exist' } });
  const outcome = await create().answer(driverJob('assistant-c', question));
  expect(outcome).toMatchObject({
    kind: 'fatal',
    reason: 'rejected',
    message: expect.stringContaining('user_location'),
  });
});

it('lists posts as sources of the site, cited ones first, and the queries of both searches', async () => {
  const { result } = answerOf(await create().answer(driverJob('assistant-c', question)));
  expect(result.sources).toMatchObject([
    { position: 1, url: 'https://x.com/i/status/1990000000000000001', siteName: 'X', label: 'Post on X' },
    { position: 2, url: 'https://runlab.example/wide-2026', label: 'runlab.example' },
    { position: 3, url: 'https://x.com/i/user/1900000000000000009', label: 'Profile on X' },
  ]);
  expect(result.searchQueries).toEqual([
    'best running shoes wide feet',
    'running shoes wide feet',
    'wide toe box running shoe',
  ]);
  expect(result.text).toBe('Posters favour the Alpina Trail 3, testers agree.');
});

it('reads the older format: search arguments as JSON text and annotations without positions', async () => {
  const body = bodyOf<{ output: Record<string, unknown>[] }>('xai_ok');
  const old = bodyOf('xai_old_tool_item');
  const url = 'https://x.com/runlab/status/12';
  const message = {
    type: 'message',
    content: [{ type: 'output_text', text: 'Yes.', annotations: [{ type: 'url_citation', url }] }],
  };
  server.enqueue({ body: { ...body, citations: undefined, output: [old, message] } });
  const { result, provenance } = answerOf(await create().answer(driverJob('assistant-c', question)));
  expect(result.searchQueries).toEqual(['running shoes']);
  expect(result.sources).toMatchObject([{ url, creator: 'runlab', label: 'Post by runlab on X' }]);
  expect(provenance.searched).toBe(true);
});

it('asks without the search of posts if that is turned off', async () => {
  await create({ postSearch: 'off' }).answer(driverJob('assistant-c', question));
  expect(server.requests[0]?.body).toMatchObject({ tools: [{ type: 'web_search' }] });
  expect(JSON.stringify(server.requests[0]?.body)).not.toContain('x_search');
});
