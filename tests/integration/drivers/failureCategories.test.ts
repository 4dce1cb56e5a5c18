import { describe, expect, it, onTestFinished } from 'vitest';
import { maximumRetriesMessage } from '#shared/interface/errors.ts';
import { describeFailure, type ProviderFailureReason } from '#shared/interface/providerFailure.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { type DriverHarness, harnesses, makeDriver } from '#tests/support/providers/harness.ts';
import { replyOf, responder, stream } from '#tests/support/providers/protocols.ts';
import { type Reply, startProviderServer } from '#tests/support/providers/providerServer.ts';

const country = {
  status: 403,
  body: { error: { code: 'unsupported_country_region_territory', message: 'Country not supported' } },
};
const policy = { status: 400, body: { error: { type: 'content_policy_violation', message: 'Not allowed' } } };
const withheld = (protocol: string): Reply =>
  stream(protocol, [{ choices: [{ index: 0, delta: { content: '' }, finish_reason: 'content_filter' }] }]);
const monthSpent = {
  status: 429,
  headers: { 'X-RateLimit-Limit': '1, 2000', 'X-RateLimit-Remaining': '0, 0' },
  body: { error: { code: 'RATE_LIMITED' } },
};
const plan = stream('local-rag', [
  { choices: [{ index: 0, delta: { content: '{"queries":["schuhe"]}' }, finish_reason: 'stop' }] },
]);
const page = (record: object): Reply => ({ body: [record] });

/** Replies, in order, that a provider gives where the failure can come up at all. */
type Failures = Readonly<Partial<Record<'key' | 'quota' | 'blocked' | 'country', string | readonly Reply[]>>>;

/** What the recordings in the driver's folder name. */
const recorded = (known: DriverHarness['failures']): Failures =>
  Object.fromEntries(
    known
      .filter(({ outcome }) => ['key', 'quota', 'blocked', 'country'].includes(outcome))
      .map(({ outcome, fixture }) => [outcome, fixture]),
  );

/** What they do not. */
const further: Readonly<Record<string, Failures>> = {
  xai: { country: [country] },
  anthropic: {
    quota: [
      {
        status: 400,
        body: {
          type: 'error',
          error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access it.' },
        },
      },
    ],
    country: [
      {
        status: 403,
        body: { type: 'error', error: { type: 'forbidden', message: 'Request not allowed' } },
      },
    ],
  },
  perplexity: {
    quota: [{ status: 401, body: { error: { type: 'insufficient_quota', message: 'Quota', code: 401 } } }],
    blocked: [policy],
    country: [country],
  },
  'openai-compatible': {
    quota: 'openai_429_quota',
    blocked: [withheld('openai-compatible')],
    country: [country],
  },
  brave: { quota: [monthSpent] },
  'brave-answers': {
    quota: [monthSpent],
    blocked: [withheld('brave-answers')],
  },
  'local-rag': {
    key: [plan, replyOf('brave', 'brave_422_token')],
    quota: [plan, monthSpent],
    blocked: [plan, replyOf('brave', 'brave_llm_context'), withheld('local-rag')],
  },
  serpapi: {
    quota: [replyOf('serpapi', 'serpapi_429'), replyOf('serpapi', 'serpapi_account_empty')],
  },
  brightdata: {
    blocked: [page({ error: 'The page refused the prompt', error_code: 'blocked' })],
  },
};

/** What a person reads and is told to do. */
const told: Readonly<Partial<Record<ProviderFailureReason, { code: string; says: RegExp }>>> = {
  key: { code: 'PROVIDER_KEY', says: /refused.*\. Enter a valid key in Settings, Engines\.$/ },
  quota: { code: 'PROVIDER_QUOTA', says: /used up|no .*left|says.*\. Add credit or searches to the account/ },
  blocked: { code: 'PROVIDER_BLOCKED', says: /(refused|withheld|blocked).*\. Change the wording/i },
  country: { code: 'PROVIDER_COUNTRY', says: /(not serve|cannot ask).*\. Choose another country/ },
  timeout: { code: 'PROVIDER_TIMEOUT', says: /did not answer in time\. Retry, or raise the time limit/ },
  'half-answer': { code: 'PROVIDER_HALF_ANSWER', says: /in the middle of the answer\. Look at the usage/ },
  lost: { code: 'PROVIDER_LOST', says: /may have charged.*\. Look at the account at the provider/ },
};

describe.each(harnesses)('$definition.id', (harness) => {
  const { definition, engine, protocol, charged } = harness;
  const field = engine.startsWith('search') && engine !== 'search-ai' ? 'query' : 'prompt';

  const failWith = async (replies: readonly Reply[]) => {
    const server = await startProviderServer(responder(protocol));
    onTestFinished(() => server.close());
    server.enqueue(...replies);
    const silent = replies.some(({ hang }) => hang !== undefined);
    const driver = makeDriver(harness, server.origin, silent ? { limits: { idleMs: 300 } } : {});
    const outcome = await driver.answer(driverJob(engine, { [field]: 'Welche Schuhe?', country: 'DE' }));
    if (outcome.kind !== 'fatal' && outcome.kind !== 'retry') throw new Error(JSON.stringify(outcome));
    const reason = outcome.kind === 'fatal' ? outcome.reason : outcome.cause;
    const message = outcome.kind === 'fatal' ? outcome.message : maximumRetriesMessage;
    return { reason, shown: describeFailure('EXTERNAL_SERVICE_ERROR', message, { reason }) };
  };

  const cases = Object.entries({ ...recorded(harness.failures), ...further[definition.id] }).map(
    ([reason, replies]) => ({
      reason,
      replies: typeof replies === 'string' ? [replyOf(protocol, replies)] : replies,
    }),
  );
  const mended = charged === true ? 'lost' : null;
  const all = [
    ...cases,
    { reason: mended ?? 'timeout', replies: [{ hang: 'before' as const }] },
    { reason: mended ?? 'half-answer', replies: [{ body: { a: 'half' }, drop: 'midway' as const }] },
  ];

  it.each(all)('$reason has its category, sentence and next step', async ({ reason, replies }) => {
    const failure = await failWith(replies);
    expect(failure.reason).toBe(reason);
    const expected = told[reason as ProviderFailureReason];
    expect(failure.shown).toMatchObject({ code: expected?.code, mayBeCharged: reason === 'lost' });
    expect(failure.shown.message).toMatch(expected?.says ?? /^$/);
  });
});
