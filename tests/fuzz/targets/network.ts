import assert from 'node:assert/strict';
import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { readErrorBody } from '#client/exchange.ts';
import { readAccounting } from '#client/responseHeaders.ts';
import { ServiceError, serviceErrorKinds } from '#client/serviceError.ts';
import { addressProblem, secretProblem } from '#main/alerts/webhook.ts';
import { createRouter, type Handlers } from '#main/bridge/router.ts';
import { createServiceClient } from '#main/client/serviceClient.ts';
import { normalizeBaseUrl } from '#main/connections/baseUrl.ts';
import { createLaunchKeys } from '#main/hosts/node/launchKeys.ts';
import { checkCaller, checkHost } from '#main/hosts/node/requestGuard.ts';
import { systemClock } from '#platform/clock.ts';
import { proxyOfAnswer } from '#platform/http/proxies.ts';
import { isPublicAddress } from '#platform/http/publicAddress.ts';
import { createHttpBridge } from '#renderer/host/httpBridge.ts';
import { routeTable } from '#shared/bridge/routeTable.ts';
import { AppError, appErrorCodes } from '#shared/model/appError.ts';
import { mutatedBytes, mutatedJson, mutatedJsonText, mutatedText } from '../generators.ts';
import { onlyThrows, survivesJson } from '../guarantees.ts';
import { type FuzzTarget, target } from '../target.ts';

const errorBodies = [
  { error: { code: 'BAD_REQUEST', message: 'm', details: { errors: [{ field: 'a', message: 'b' }] } } },
  { success: false, error: 'Validation failed', details: [{ field: 'a', message: 'b' }] },
  { error: 'text' },
];

const deployment = target(
  'network/deployment-reply',
  'What a deployment answers is the body of a success or a ServiceError of a known kind; its accounting is numbers or null.',
  fc.record({
    status: fc.constantFrom(200, 201, 204, 301, 302, 400, 401, 404, 408, 409, 415, 429, 500, 502, 503),
    body: fc.oneof(
      mutatedJsonText(errorBodies).map((text) => new Uint8Array(Buffer.from(text))),
      mutatedBytes([new Uint8Array(Buffer.from('<html>502</html>'))]),
    ),
    headers: fc.dictionary(
      fc.constantFrom(
        'x-request-id',
        'x-credits-charged',
        'location',
        'x-ratelimit-limit',
        'x-latency-ms',
        'sunset',
        '__proto__',
      ),
      mutatedText(['5', '-1', '1e9', 'https://b.example/']),
    ),
  }),
  async ({ status, body, headers }) => {
    const accounting = readAccounting(headers);
    for (const value of [accounting.creditsCharged, accounting.creditsRemaining, accounting.latencyMs])
      assert.ok(value === null || (Number.isSafeInteger(value) && value >= 0));
    readErrorBody(Buffer.from(body).toString('utf8'));
    try {
      const client = createServiceClient({
        baseUrl: 'https://d.example',
        key: async () => null,
        clock: systemClock,
        random: () => 0,
        log: () => {},
        fetch: async () => ({
          status,
          headers,
          body: (async function* () {
            yield body;
          })(),
        }),
      });
      const call = { method: 'POST', path: '/v1/x', body: {}, callClass: 'once' } as const;
      const answer = await client.request({ ...call, options: { retries: 0 } });
      assert.ok(status < 300);
      assert.equal(answer.body, Buffer.from(body).toString('utf8'));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      assert.ok(status >= 300 && serviceErrorKinds.includes(error.kind));
    }
  },
);

const nothing = Object.fromEntries(Object.keys(routeTable).map((name) => [name, () => ({})]));
const logged: string[] = [];
const router = createRouter({
  handlers: nothing as unknown as Handlers,
  history: { call: async () => ({}) as never },
  projectId: async (project = 'one') => project,
  log: (_, message) => void logged.push(message),
  admit: () => {},
});
const routeInputs = [
  { run: 'abc', project: 'all' },
  { query: { project: 'x', text: 'lock', filters: {} }, filter: { project: 'all' }, ids: ['a'] },
  {
    question: 'q',
    engine: 'assistant-a',
    markets: [{ country: 'DE', state: null }],
    samples: 1,
    options: { include: {} },
  },
  { name: 'n', cron: '0 7 * * 1', timeZone: 'UTC', plan: 'p', baseUrl: 'https://a.example', key: 'k' },
];

const bridge = target(
  'network/bridge-call',
  'Every call of the window is answered with an envelope and a known error code, and no failure is unexpected.',
  fc.record({
    route: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...Object.keys(routeTable)) },
      { weight: 1, arbitrary: mutatedText(['runs.list', '__proto__']) },
    ),
    input: mutatedJson(routeInputs),
  }),
  async ({ route, input }) => {
    logged.length = 0;
    const envelope = await router.call(route, input);
    survivesJson(envelope);
    if (!envelope.ok)
      assert.ok(
        appErrorCodes.some((code) => code === envelope.error.code),
        envelope.error.code,
      );
    assert.deepEqual(logged, []);
  },
);

const keys = createLaunchKeys(() => 0);
const session = keys.exchange(keys.newCode());
const authority = '127.0.0.1:4100';
const guard = target(
  'network/window-headers',
  'Only requests to the own address with both halves of a session of this launch come through.',
  fc.record(
    {
      host: mutatedText([authority, 'evil.example:4100']),
      origin: mutatedText([`http://${authority}`, 'null']),
      authorization: mutatedText(['Bearer abc', `Bearer ${session?.key}`]),
      cookie: mutatedText([
        'parallax-4100=abc; other=1',
        `a=b;parallax-4100=${'A'.repeat(43)}`,
        'parallax-4100',
      ]),
      'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none'),
    },
    { requiredKeys: ['host'] },
  ),
  (headers) => {
    assert.equal(checkHost(headers, authority) === null, headers.host === authority);
    assert.ok(
      checkCaller(headers, authority, keys.isSession) !== null,
      'a caller without a session came through',
    );
    const own = {
      ...headers,
      origin: `http://${authority}`,
      authorization: `Bearer ${session?.key}`,
      cookie: `parallax-4100=${session?.cookie}`,
    };
    assert.equal(checkCaller(own, authority, keys.isSession), null);
    assert.equal(keys.exchange(headers.authorization ?? ''), null);
  },
);

const privateRanges: readonly ((bytes: readonly number[]) => boolean)[] = [
  ([a]) => a === 0 || a === 10 || a === 127 || (a ?? 0) >= 224,
  ([a, b]) => (a === 169 && b === 254) || (a === 192 && b === 168),
  ([a, b = 0]) => (a === 172 && b >= 16 && b < 32) || (a === 100 && b >= 64 && b < 128),
];
const addresses = target(
  'network/public-address',
  'No loopback, private, link-local or shared IPv4 address is public, however it is written, inside IPv6 too.',
  fc.record({
    bytes: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)),
    text: mutatedText(['::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', 'fe80::1%eth0', '[::1]']),
  }),
  ({ bytes, text }) => {
    const plain = bytes.join('.');
    const [a = 0, b = 0, c = 0, d = 0] = bytes;
    const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    if (privateRanges.some((isIn) => isIn(bytes)))
      for (const written of [
        plain,
        `::ffff:${plain}`,
        `::ffff:${hex}`,
        `::ffff:0:${hex}`,
        `64:ff9b::${hex}`,
        `2002:${hex}::`,
        `::${hex}`,
      ])
        assert.equal(isPublicAddress(written), false, written);
    if (!isIPv4(text) && !isIPv6(text)) assert.equal(isPublicAddress(text), false, text);
    else isPublicAddress(text);
  },
);

const proxyAnswers = target(
  'network/proxy-answer',
  'What automatic configuration answers is no proxy, or the origin of one that can be connected to.',
  mutatedText([
    'PROXY cache:8080; DIRECT',
    'HTTPS cache:443',
    'SOCKS5 old:1080; PROXY [::1]:3128',
    'DIRECT',
    '',
  ]),
  (answer) => {
    const proxy = proxyOfAnswer(answer);
    if (proxy === null) return;
    const url = new URL(proxy);
    assert.ok(url.origin === proxy && ['http:', 'https:'].includes(url.protocol), proxy);
    assert.ok(url.hostname !== '' && url.username === '' && url.password === '', proxy);
  },
);

const typedAddresses = target(
  'network/typed-address',
  'A typed address of a deployment is https, or http of this machine, without a password; a webhook is http(s).',
  mutatedText([
    'https://api.example.com/v1/',
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://127.evil.com',
    'https://user:pw@a.example',
    'http://10.0.0.1/x',
    'http://service.local',
  ]),
  (text) => {
    const address = onlyThrows(
      () => normalizeBaseUrl(text),
      (error) => error instanceof AppError,
    );
    if (address !== undefined) {
      const url = new URL(address);
      assert.ok(url.username === '' && url.password === '' && url.search === '' && url.hash === '');
      assert.ok(url.protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname), address);
      if (!address.endsWith('/v1')) assert.equal(normalizeBaseUrl(address), address);
    }
    const problem = addressProblem(text, false);
    if (problem === null) assert.match(new URL(text).protocol, /^https?:$/);
    secretProblem(text);
  },
);

const events = target(
  'network/window-events',
  'A stream of events that is broken anywhere is asked for again; what cannot be read ends no page.',
  mutatedBytes([
    new Uint8Array(
      Buffer.from(
        'id: 1\ndata: {"name":"run.changed","seq":1,"data":{}}\n\nid: 2\ndata: {"name":"history.changed","seq":2,"data":{}}\n\n',
      ),
    ),
  ]),
  async (bytes) => {
    const seen: unknown[] = [];
    const done = Promise.withResolvers<void>();
    let asked = 0;
    const end: { close?: () => void } = {};
    const bridgeOfPage = createHttpBridge({
      origin: 'http://127.0.0.1:1',
      pageKey: async () => 'k',
      fetch: async () => {
        asked += 1;
        if (asked === 1) return new Response(Uint8Array.from(bytes));
        done.resolve();
        end.close?.();
        return new Response(null, { status: 401 });
      },
      pause: async () => {},
    });
    end.close = bridgeOfPage.subscribe((event) => void seen.push(event));
    await done.promise;
    assert.ok(asked >= 2);
  },
);

export const networkTargets: readonly FuzzTarget[] = [
  deployment,
  bridge,
  guard,
  addresses,
  proxyAnswers,
  typedAddresses,
  events,
];
