import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutSecret } from '#platform/withoutSecret.ts';
import { errorEnvelope } from '#shared/interface/errors.ts';
import { addConnection, ask, startCore, type TestCore, testKey } from '#tests/support/core/testCore.ts';
import { monitorHeaders, type Reply, startFaultyService } from '#tests/support/faults/faultyService.ts';
import { sampleBody } from '#tests/support/history/sampleAnswers.ts';

const base64 = Buffer.from(testKey).toString('base64');
const escaped = testKey.replace('s', '\\u0073');
const percent = testKey.replace('k', '%6B');

/** Everything of it that leaves the core or is on the disk. */
async function everythingOf(core: TestCore, told: readonly unknown[]): Promise<string> {
  await core.stop();
  const files = readdirSync(core.data, { recursive: true, encoding: 'utf8' })
    .map((name) => join(core.data, name))
    .filter((name) => statSync(name).isFile());
  return [
    JSON.stringify(told),
    JSON.stringify(core.seen),
    JSON.stringify(core.log),
    ...files.map((name) => readFileSync(name, 'latin1')),
  ].join('\n');
}

const traces = [testKey, testKey.toUpperCase(), base64.slice(0, 40), 'u0073k_', '%6B_'];

describe('a deployment that echoes the key it was asked with', () => {
  it('in an answer, its headers and its pages: the key is in nothing that is stored, logged or shown', async () => {
    const core = await startCore();
    const service = await startFaultyService((request) => {
      if (request.method === 'GET')
        return { status: 200, body: `<p>${testKey.replace('s', '&#115;')} ${testKey}</p>` };
      const text = `Your key is ${testKey}, ${testKey.toUpperCase()}, ${percent} and Basic ${base64}.`;
      const body = sampleBody('DE', { text, html: `${service.baseUrl}/results/1.html` }).replace(
        'Your key',
        `Your ${escaped} key`,
      );
      return {
        status: 200,
        body,
        headers: { ...monitorHeaders(), 'X-Echo': `Bearer ${testKey}`, 'X-Request-Id': testKey },
      };
    });
    const id = await addConnection(core, service.baseUrl);
    const run = await ask(core, id, ['DE']);
    const observationId = run.cells[0]?.observationId ?? '';
    const answer = await core.router.invoke('observations.get', { id: observationId });
    expect(JSON.stringify(answer)).toContain('Your [key removed] key is [key removed], [key removed]');
    const page = await core.router.invoke('observations.page', {
      id: observationId,
      pageId: answer.pages[0]?.id ?? '',
    });
    expect(page.html).toBe('<p>[key removed] [key removed]</p>');
    const everything = await everythingOf(core, [run, answer, page]);
    for (const trace of traces) expect(everything.includes(trace), trace).toBe(false);
    expect(service.received[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
  });

  it.each<[string, Reply]>([
    ['a message', { status: 400, body: errorEnvelope('BAD_REQUEST', `The key ${testKey} is odd.`, 0) }],
    ['a code', { status: 422, body: { error: { code: testKey, message: 'Odd.' } } }],
    [
      'the details',
      {
        status: 400,
        body: { success: false, error: 'No', details: [{ field: testKey, message: `${escaped}` }] },
      },
    ],
    ['text of a gateway', { status: 502, body: `<html>Authorization: Bearer ${testKey} ${base64}</html>` }],
    [
      'a redirect',
      { status: 302, headers: { Location: `https://elsewhere.example/?key=${percent}&k=${testKey}` } },
    ],
    ['something that is no answer', { status: 200, body: `{"key": "${testKey}"}` }],
  ])('in %s of a failure', async (_, reply) => {
    const core = await startCore();
    const service = await startFaultyService(() => reply);
    const id = await addConnection(core, service.baseUrl);
    const run = await ask(core, id, ['DE']);
    const test = await core.router.invoke('connections.test', { id });
    const refresh = await core.call('connections.refresh', { id });
    const everything = await everythingOf(core, [run, test, refresh]);
    expect(run.run.counts.completed).toBe(0);
    for (const trace of traces) expect(everything.includes(trace), trace).toBe(false);
  });
});

describe('a key in what a provider says', () => {
  const login = 'login:a-password-of-sixteen';
  it.each([
    ['as it is', testKey, `x ${testKey} y`],
    ['in capitals', testKey, testKey.toUpperCase()],
    ['percent-encoded', testKey, percent],
    ['escaped in JSON', testKey, escaped],
    ['escaped twice', testKey, escaped.replace('\\', '\\\\\\\\')],
    ['as HTML', testKey, testKey.replace('s', '&#x73;')],
    ['in Basic', login, Buffer.from(login).toString('base64')],
    ['as the password alone', login, 'a-password-of-sixteen'],
    ['as the name of a member', testKey, { [testKey]: [testKey] }],
  ])('%s is removed', (_, secret, said) => {
    const cleaned = JSON.stringify(withoutSecret({ said }, secret));
    expect(cleaned).toContain('[key removed]');
    expect(cleaned).not.toMatch(/a1B2a1B2|A1B2A1B2|password-of/i);
  });

  it('is searched for in time linear in the text, whatever the text', () => {
    const texts = [
      'sk_a1B2',
      '\\',
      '%73',
      '&#x0',
      '&#00',
      `${testKey.slice(0, -1)}!`,
      `${base64.slice(0, 30)}!`,
    ];
    const secondsFor = (text: string, length: number): number => {
      const long = text.repeat(length / text.length);
      const beganMs = performance.now();
      withoutSecret(long, testKey);
      return performance.now() - beganMs;
    };
    for (const text of texts) {
      secondsFor(text, 100_000);
      expect(secondsFor(text, 1_600_000), text).toBeLessThan(Math.max(50, secondsFor(text, 100_000)) * 64);
    }
  });
});
