import { describe, expect, it } from 'vitest';
import { anthropicErrors } from '#service/drivers/anthropic/anthropicDriver.ts';
import { geminiErrors } from '#service/drivers/gemini/geminiDriver.ts';
import { openaiErrors } from '#service/drivers/openai/openaiDriver.ts';
import {
  classifyError,
  type FailedOutcome,
  providerError,
  unreadable,
} from '#service/drivers/providerErrors.ts';
import { fixture } from '#tests/support/providers/fixtures.ts';

function classified(
  status: number | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): FailedOutcome {
  return classifyError(
    'X',
    { ...(status === undefined ? {} : { status }), body, headers: new Headers(headers) },
    1,
  );
}

function kind(outcome: FailedOutcome): string {
  return outcome.kind === 'fatal' ? outcome.reason : outcome.kind;
}

describe('every error of every provider as the error map says', () => {
  it.each([
    ['openai_400_toolchoice', 'rejected'],
    ['openai_401', 'key'],
    ['openai_429_rate', 'retry'],
    ['openai_429_quota', 'quota'],
    ['openai_500', 'retry'],
    ['openai_503', 'retry'],
    ['gemini_400_key', 'key'],
    ['gemini_400_region', 'country'],
    ['gemini_429_day', 'quota'],
    ['openai_403_country', 'country'],
    ['xai_403_credits', 'quota'],
    ['xai_403_safety', 'blocked'],
    ['pplx_403_closed', 'rejected'],
    ['gemini_429', 'retry'],
    ['gemini_503', 'retry'],
    ['pplx_401', 'key'],
    ['pplx_429', 'retry'],
    ['pplx_422', 'rejected'],
    ['xai_400_key', 'key'],
    ['xai_429', 'retry'],
    ['xai_live_search_gone', 'rejected'],
    ['xai_500', 'retry'],
    ['anthropic_401', 'key'],
    ['anthropic_429', 'retry'],
    ['anthropic_500', 'retry'],
    ['anthropic_529', 'retry'],
    ['brave_422_token', 'key'],
    ['brave_429', 'retry'],
    ['ollama_404', 'rejected'],
  ])('%s is %s', (id, expected) => {
    const { status, body, headers } = fixture(id);
    expect(kind(classified(status, body, { ...headers }))).toBe(expected);
  });

  it.each([408, 409, 500, 502, 503, 504, 529, 599])('status %d alone is worth another attempt', (status) => {
    expect(kind(classified(status, {}))).toBe('retry');
  });

  it.each([
    [402, 'quota'],
    [403, 'key'],
    [404, 'rejected'],
    [413, 'rejected'],
    [422, 'rejected'],
    [307, 'rejected'],
  ])('status %d alone is %s', (status, expected) => {
    expect(kind(classified(status, {}))).toBe(expected);
  });
});

describe('an error inside a stream', () => {
  it.each([
    [{ error: { type: 'overloaded_error', message: 'Overloaded' } }, 'retry'],
    [{ error: { type: 'server_error', code: 'server_error' } }, 'retry'],
    [{ error: { code: 'rate_limit_exceeded' } }, 'retry'],
    [{ error: { code: 'insufficient_quota' } }, 'quota'],
    [{ type: 'error', code: 'server_error', message: 'boom' }, 'retry'],
    [{ error: { code: 'invalid_prompt', message: 'no' } }, 'blocked'],
    [{ error: { code: 'bio_policy', message: 'no' } }, 'blocked'],
    [{ error: { code: 'misalignment_policy_violation', message: 'no' } }, 'blocked'],
    [{ type: 'error', code: null, message: 'An error occurred', param: null }, 'retry'],
    [{ error: { code: 'unsupported_parameter', message: 'no' } }, 'rejected'],
    [{ error: 'the model runner has stopped' }, 'retry'],
  ])('%j is %s', (body, expected) => {
    expect(kind(classified(undefined, body))).toBe(expected);
  });
});

describe('the provider’s waiting hint', () => {
  it.each([
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    [{ 'retry-after': '20' }, 20_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 23:00:30 GMT', date: 'Fri, 20 Nov 2026 23:00:00 GMT' }, 30_000],
    [{ 'x-ratelimit-reset': '2, 1419704' }, 2_000],
    // An instant in seconds or milliseconds since the epoch, twenty seconds after the answer was sent.
    [{ 'x-ratelimit-reset': '1795215620', date: 'Fri, 20 Nov 2026 23:00:00 GMT' }, 20_000],
    [{ 'x-ratelimit-reset': '1795215620000', date: 'Fri, 20 Nov 2026 23:00:00 GMT' }, 20_000],
    [{ 'retry-after': '1795215620', date: 'Fri, 20 Nov 2026 23:00:00 GMT' }, 20_000],
    [{ 'x-ratelimit-reset': '1795215620' }, undefined],
    [{}, undefined],
    [{ 'retry-after': 'soon' }, undefined],
  ])('%j is %s milliseconds', (headers, expected) => {
    const outcome = classified(429, {}, headers as Record<string, string>);
    expect(outcome.kind === 'retry' ? outcome.retryAfterMs : 'fatal').toBe(expected);
  });

  it('longer than a job lasts is a spent quota where the provider calls it exhausted', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3600s' }];
    expect(kind(classified(429, { error: { status: 'RESOURCE_EXHAUSTED', details } }))).toBe('quota');
  });
});

it('heeds the provider when it says that asking again is pointless', () => {
  expect(kind(classified(409, { error: { message: 'conflict' } }, { 'x-should-retry': 'false' }))).toBe(
    'rejected',
  );
});

it('gives a page of HTML behind a server error one more attempt and then calls it unreadable', () => {
  const page = '<html><title>502 Bad Gateway</title></html>';
  expect(classifyError('X', { status: 502, body: page }, 1).kind).toBe('retry');
  expect(kind(classifyError('X', { status: 502, body: page }, 2))).toBe('unreadable');
  expect(unreadable('X', 'no JSON', 1).kind).toBe('retry');
});

it('says what happened in one short sentence', () => {
  const outcome = classified(400, { error: { message: `line one\n\n  line two ${'x'.repeat(900)}` } });
  expect(outcome.kind === 'fatal' && outcome.message).toMatch(
    /^X rejected the request \(400\): line one line two x+…$/,
  );
  expect(outcome.kind === 'fatal' && outcome.message.length).toBeLessThanOrEqual(400);
});

it.each([
  [{ error: { message: 'm', type: 't', code: 'c' } }, 'm'],
  [{ code: 'Client specified an invalid argument', error: 'words' }, 'words'],
  [{ error: 'model not found' }, 'model not found'],
  [{ type: 'ErrorResponse', error: { code: 'X', detail: 'told' } }, 'told'],
  [{ detail: [{ loc: ['body', 'messages'], msg: 'Field required' }] }, 'body.messages Field required'],
  [[{ error: { code: 400, message: 'in a list' } }], 'in a list'],
  ['plain words', 'plain words'],
  ['<html>', ''],
  [null, ''],
  [42, ''],
])('finds the words in %j', (body, message) => {
  expect(providerError(body).message).toBe(message);
});

describe('a driver’s own table of errors', () => {
  it.each([
    [
      'openai',
      openaiErrors,
      403,
      { code: null, message: 'Your organization must be verified to use this model' },
      'rejected',
    ],
    [
      'openai',
      openaiErrors,
      403,
      { code: 'model_not_found', message: 'Project `p` does not have access to model `x`' },
      'rejected',
    ],
    [
      'openai',
      openaiErrors,
      401,
      { code: 'account_deactivated', message: 'The account was deactivated' },
      'rejected',
    ],
    [
      'openai',
      openaiErrors,
      403,
      { message: 'Your input was flagged as potentially violating our policy' },
      'blocked',
    ],
    ['openai', openaiErrors, 401, { code: 'invalid_api_key', message: 'Incorrect API key provided' }, 'key'],
    [
      'anthropic',
      anthropicErrors,
      400,
      { type: 'invalid_request_error', message: 'You have reached your specified API usage limits.' },
      'quota',
    ],
    [
      'gemini',
      geminiErrors,
      400,
      { status: 'INVALID_ARGUMENT', message: 'Bad', details: [{ reason: 'API_KEY_INVALID' }] },
      'key',
    ],
  ] as const)('%s: %j', (_name, rules, status, error, means) => {
    const outcome = classifyError('The provider', { status, body: { error } }, 1, rules);
    expect(outcome).toMatchObject({ kind: 'fatal', reason: means });
  });
});

it.each([
  [{ status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded for metric: x, limit: 0, model: y' }, 'quota'],
  [{ code: 'rate_limit_exceeded', message: 'Rate limit reached: Limit 0, Used 0, Requested 1.' }, 'quota'],
  [{ code: 'rate_limit_exceeded', message: 'Rate limit reached: Limit: 0.5, Used 0.5' }, 'retry'],
  [{ code: 'rate_limit_exceeded', message: 'Rate limit reached: Limit 03, Used 3' }, 'retry'],
])('a limit of none is a quota, for every provider: %j', (error, expected) => {
  expect(kind(classified(429, { error }))).toBe(expected);
});

it.each([429, 502, 503])('a code of %i within a stream is that status', (code) => {
  const outcome = classifyError('The provider', { body: { error: { code, message: 'Upstream' } } }, 1);
  expect(outcome).toMatchObject({ kind: 'retry', cause: code === 429 ? 'rate' : 'trouble' });
});

it.each([
  ['2m5s', undefined, 125_000],
  ['1500ms', undefined, 1_500],
  ['12', undefined, 12_000],
  [undefined, 'Rate limit reached. Please try again in 1m12.5s.', 72_500],
  [undefined, 'Please retry in 20s', 20_000],
  [undefined, 'Try again in 2 minutes 3 seconds.', 123_000],
])('retry-after %s, or “%s”, is obeyed', (header, message, retryAfterMs) => {
  const headers = new Headers(header === undefined ? {} : { 'retry-after': header });
  const error = { type: 'rate_limit_error', message: message ?? 'Slow down' };
  expect(classifyError('The provider', { status: 429, headers, body: { error } }, 1)).toMatchObject({
    kind: 'retry',
    retryAfterMs,
  });
});

it('a wait beyond the time of a job is a used-up quota', () => {
  const error = { code: 'rate_limit_exceeded', message: 'Please try again in 7m12s' };
  expect(classifyError('The provider', { status: 429, body: { error } }, 1)).toMatchObject({
    kind: 'fatal',
    reason: 'quota',
  });
});

it('says which field a scraper refuses', () => {
  const body = { error: 'Invalid input', errors: [['prompt', 'Required']] };
  expect(classifyError('Bright Data', { status: 400, body }, 1)).toMatchObject({
    reason: 'rejected',
    message: expect.stringContaining('prompt Required'),
  });
});
