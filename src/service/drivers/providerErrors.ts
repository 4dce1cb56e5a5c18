import type { ProviderFailureReason } from '#shared/interface/providerFailure.ts';
import type { DriverOutcome, ErrorRule, FatalReason, RetryCause } from './driver.ts';
import { objectAt } from './jsonFields.ts';
import type { ProviderResponse } from './providerCall.ts';

/** An upstream error, as far as the response shows it. */
export type UpstreamSignal = {
  /** HTTP status; absent for an error event inside a stream and for connection errors. */
  readonly status?: number;
  readonly headers?: Headers;
  /** The error body or error event: parsed JSON, or text. */
  readonly body?: unknown;
};

export type FailedOutcome = Exclude<DriverOutcome, { readonly kind: 'answer' }>;

/** The provider's own message, in any of the providers' formats. */
export type ProviderError = {
  readonly code: string;
  readonly type: string;
  readonly message: string;
  readonly details: readonly unknown[];
};

const transientStatuses: ReadonlySet<number> = new Set([408, 409, 500, 502, 503, 504, 529]);
const transientPattern =
  /\b(server_error|api_error|timeout_error|overloaded(_error)?|UNAVAILABLE|INTERNAL|DEADLINE_EXCEEDED|server_is_overloaded|service_unavailable)\b/i;
const rateLabel =
  /\b(rate_limit_exceeded|rate_limit_error|rate_limit|RATE_LIMITED|request_rate_limit_exceeded|too_many_requests|RESOURCE_EXHAUSTED)\b/i;
const quotaLabel =
  /insufficient_quota|QUOTA_LIMITED|billing_error|billing_hard_limit|credit balance is too low|run out of (searches|credits)|used all available credits|(doesn't|does not|don't|do not) have any (credits|licenses)|insufficient (balance|funds|credits?)/i;
const keyPattern =
  /invalid_api_key|API_KEY_INVALID|authentication_error|permission_error|SUBSCRIPTION_TOKEN_INVALID|(incorrect|invalid|missing) (x-)?api[ -]key|api key not valid/i;
const blockedPattern =
  /\b(invalid_prompt|bio_policy|misalignment_policy_violation|content_policy_violation|image_content_policy_violation|content_filter|PROHIBITED_CONTENT|SAFETY_CHECK_TYPE_\w+)\b/;
const countryPattern =
  /unsupported_country_region_territory|country, region, or territory not supported|user location is not supported|\bforbidden request not allowed/i;
/** A provider's disabled endpoint also returns 403. */
const closedPattern = /\b\w+_not_available\b|\b(deprecated|discontinued|no longer (available|supported))\b/i;

/** A longer retry hint means a used-up quota, not a rate limit: no attempt starts after it. */
const waitBudgetMs = 300_000;

/**
 * Maps an upstream error to retry or fatal. Code and message take precedence over the status: providers return
 * 403 for an empty account, a blocked question and an unsupported country as well as for a wrong key.
 * @param service the provider's name, for the message
 * @param attempt 1 for the first attempt; an unreadable body is retried exactly once
 */
export function classifyError(
  service: string,
  signal: UpstreamSignal,
  attempt: number,
  rules: readonly ErrorRule[] = [],
): FailedOutcome {
  const { headers, body } = signal;
  const error = providerError(body);
  const status = signal.status ?? statusIn(error);
  if (typeof body === 'string' && looksLikePage(body) && (status === undefined || status >= 500)) {
    return unreadable(service, `it sent a web page instead of an answer${statusNote(status)}`, attempt);
  }
  const words = `${error.code} ${error.type}`;
  const everything = `${words} ${error.message}`;
  const said = error.message === '' ? '' : `: ${error.message}`;

  const hint = waitHintMs(headers, error);
  const whole = `${everything} ${error.details.length === 0 ? '' : JSON.stringify(error.details)}`;
  const rule = rules.find(
    ({ status: only, says }) => (only === undefined || only.includes(status ?? 0)) && says.test(whole),
  );
  if (rule !== undefined)
    return outcomeOf(rule.means, service, `${statusNote(status)}${said}`, hint, attempt);

  if (countryPattern.test(everything)) {
    return fatal('country', `${service} does not serve this country${statusNote(status)}${said}`);
  }
  if (blockedPattern.test(everything)) {
    return fatal('blocked', `${service} refused the question${statusNote(status)}${said}`);
  }
  if (status === 402 || quotaLabel.test(everything) || quotaSpent(status, headers, error, hint)) {
    return fatal('quota', `${service} says the quota or credit is used up${statusNote(status)}${said}`);
  }
  const closed = status === 403 && closedPattern.test(everything);
  if (
    status === 401 ||
    (status === 403 && !closed) ||
    keyPattern.test(words) ||
    isKeyRefusal(status, error.message)
  ) {
    return fatal('key', `${service} refused the key${statusNote(status)}${said}`);
  }
  const advised = headers?.get('x-should-retry');
  if (status === 429 || ((status === undefined || status < 500) && rateLabel.test(words))) {
    return retry('rate', `${service} limits the rate${statusNote(status)}`, hint);
  }
  if (advised === 'false' && status !== undefined && status < 500) {
    return fatal('rejected', `${service} rejected the request${statusNote(status)}${said}`);
  }
  if ((status !== undefined && transientStatuses.has(status)) || transientPattern.test(words)) {
    const cause = status === 408 || status === 504 ? 'timeout' : 'trouble';
    return retry(cause, `${service} has a problem${statusNote(status)}`, hint);
  }
  // Servers that break off a stream with only a message; most say nothing that suggests a wrong request.
  const isWrong = /\b(not found|does not exist|not supported|unknown model)\b/i.test(error.message);
  if (status === undefined && error.code === '' && error.type === '' && !isWrong) {
    return retry('trouble', `${service} has a problem${said}`);
  }
  if (status !== undefined && status >= 500) {
    return retry('trouble', `${service} has a problem${statusNote(status)}`);
  }
  return fatal('rejected', `${service} rejected the request${statusNote(status)}${said}`);
}

/** A gateway sends the status of the model behind it as the error's code, after a status of 200. */
function statusIn({ code }: ProviderError): number | undefined {
  return /^[45]\d\d$/.test(code) ? Number(code) : undefined;
}

const sentences: Readonly<Record<FatalReason | RetryCause, string>> = {
  key: 'refused the key',
  quota: 'says the quota or credit is used up',
  rejected: 'rejected the request',
  blocked: 'refused the question',
  country: 'does not serve this country',
  unsupported: 'does not support this',
  unreadable: 'sent something unreadable',
  lost: 'may have charged for an answer that did not arrive',
  rate: 'limits the rate',
  trouble: 'has a problem',
  unreachable: 'could not be reached',
  timeout: 'took too long',
  'half-answer': 'stopped in the middle of the answer',
};
const temporary: ReadonlySet<string> = new Set(['rate', 'trouble', 'unreachable', 'timeout', 'half-answer']);

function outcomeOf(
  means: FatalReason | RetryCause,
  service: string,
  said: string,
  hint: number | undefined,
  attempt: number,
): FailedOutcome {
  if (means === 'unreadable') return unreadable(service, said, attempt);
  const sentence = `${service} ${sentences[means]}${said}`;
  return temporary.has(means)
    ? retry(means as RetryCause, sentence, hint)
    : fatal(means as FatalReason, sentence);
}

/** No connection, or silence: always retried. */
export function connectionTrouble(
  service: string,
  cause: 'unreachable' | 'timeout',
  message: string,
): FailedOutcome {
  return retry(cause, `${service} could not be reached: ${message}`);
}

/** An unreadable body: one more attempt, then fatal. */
export function unreadable(service: string, what: string, attempt: number): FailedOutcome {
  if (attempt <= 1) return retry('unreadable', `${service} sent something unreadable: ${what}`);
  return fatal('unreadable', `${service} sent something unreadable: ${what}`);
}

export function fatal(reason: FatalReason, message: string): FailedOutcome {
  return { kind: 'fatal', reason, message: clipped(message) };
}

/** An answer lost in transit that may have been charged: only a user may retry. */
export function lost(service: string): Extract<FailedOutcome, { kind: 'fatal' }> {
  return {
    kind: 'fatal',
    reason: 'lost',
    message: `${service} may have charged for an answer that did not arrive; the request is not repeated.`,
  };
}

/** A stream that ended before the answer was complete. */
export function halfAnswer(service: string): FailedOutcome {
  return retry('half-answer', `${service} stopped in the middle of the answer (a stream without an end)`);
}

/** A failure outside any job, which is not retried: one sentence, and the category. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly reason: ProviderFailureReason;

  constructor(reason: ProviderFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }

  static of(outcome: FailedOutcome): ProviderRefusal {
    if (outcome.kind === 'fatal') return new ProviderRefusal(outcome.reason, outcome.message);
    return outcome.kind === 'retry'
      ? new ProviderRefusal(outcome.cause, `${outcome.reason}.`)
      : new ProviderRefusal('timeout', 'The provider has not finished.');
  }
}

export function pending(checkAfterMs: number): FailedOutcome {
  return { kind: 'pending', checkAfterMs };
}

export function retry(cause: RetryCause, reason: string, retryAfterMs?: number): FailedOutcome {
  return {
    kind: 'retry',
    cause,
    reason: clipped(reason),
    retryAfterMs,
  };
}

/** The failed outcome of an error status; undefined for 2xx. */
export function statusFailure(
  service: string,
  response: ProviderResponse,
  attempt: number,
  rules: readonly ErrorRule[] = [],
): FailedOutcome | undefined {
  const { status, headers, body } = response;
  if (status >= 200 && status < 300) return undefined;
  return classifyError(
    service,
    { status, headers, body: body.document ?? body.events[0]?.data },
    attempt,
    rules,
  );
}

/** Parses the error formats of OpenAI, Gemini, Perplexity, Anthropic, xAI, Brave, Ollama and FastAPI's 422. */
export function providerError(body: unknown): ProviderError {
  const nothing = { code: '', type: '', message: '', details: [] };
  if (typeof body === 'string') return { ...nothing, message: looksLikePage(body) ? '' : body.trim() };
  const outer = Array.isArray(body) ? objectAt(body[0]) : objectAt(body);
  const inner = objectAt(outer.error);
  const from = Object.keys(inner).length > 0 ? inner : outer;
  const detail = validationDetail(outer.detail);
  const reasons = [outer.validation_errors, outer.errors].flatMap((list) =>
    Array.isArray(list) ? list.map((one) => (typeof one === 'string' ? one : wordsIn(one))) : [],
  );
  const message = [text(from.message) || text(from.detail) || text(outer.error) || detail, ...reasons]
    .filter((part) => part !== '')
    .join(': ');
  return {
    code: text(from.code) || text(from.status),
    type: [namedType(from.type), text(from.status)].join(' ').trim(),
    message,
    details: Array.isArray(from.details) ? from.details : [],
  };
}

/** The texts of a list such as `["prompt", "Required"]` or of an object's `message`. */
function wordsIn(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map(text)
      .filter((part) => part !== '')
      .join(' ');
  const { field, message } = objectAt(value);
  return [text(field), text(message)].filter((part) => part !== '').join(' ');
}

/** `{"type":"error"}` names the event, not the error. */
function namedType(type: unknown): string {
  const name = text(type);
  return name === 'error' || name === 'ErrorResponse' ? '' : name;
}

/**
 * The provider's retry hint in milliseconds, from headers or from Gemini's RetryInfo. Undefined for a time that
 * cannot be converted, because the response has no date.
 */
export function waitHintMs(headers: Headers | undefined, error: ProviderError): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return Math.round(exact);
  const after = headers?.get('retry-after') ?? null;
  if (after !== null) {
    const seconds = Number(after);
    if (after.trim() !== '' && Number.isFinite(seconds) && seconds >= 0) return waitOf(seconds, headers);
    const written = durationMs(after);
    if (written !== undefined) return written;
    const until = Date.parse(after);
    const sent = Date.parse(headers?.get('date') ?? '');
    // Both times are the provider's, so an error of our clock does not matter.
    if (Number.isFinite(until) && Number.isFinite(sent)) return Math.max(0, until - sent);
  }
  for (const detail of error.details) {
    const delay = /^(\d+(?:\.\d+)?)s$/.exec(text(objectAt(detail).retryDelay));
    if (delay?.[1] !== undefined) return Math.round(Number(delay[1]) * 1000);
  }
  const said =
    /(?:try again|retry|available again|resets?) (?:in|after) (?:about )?([\d.]+ ?(?:ms|h|m|s)[\w .]*)/i.exec(
      error.message,
    );
  const stated = said?.[1] === undefined ? undefined : durationMs(said[1]);
  if (stated !== undefined) return stated;
  const reset = headers?.get('x-ratelimit-reset') ?? '';
  const number = /^\d+/.exec(reset);
  if (number !== null && durationMs(reset) === undefined) return waitOf(Number(number[0]), headers);
  const waits = ['x-ratelimit-reset', 'x-ratelimit-reset-requests', 'x-ratelimit-reset-tokens'].flatMap(
    (name) => durationMs(headers?.get(name) ?? '') ?? [],
  );
  return waits.length === 0 ? undefined : Math.max(...waits);
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** "7m12s", "1.5 s", "2 minutes 5 seconds" in milliseconds; undefined for anything without units. */
function durationMs(written: string): number | undefined {
  const parts = [
    ...written.matchAll(
      /(\d+(?:\.\d+)?)\s*(ms|milliseconds?|h(?:ours?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])/gi,
    ),
  ];
  if (parts.length === 0 || parts[0]?.index !== 0) return undefined;
  return Math.round(
    parts.reduce((sum, [, count = '', unit = '']) => {
      const name = /^(ms|milli)/i.test(unit) ? 'ms' : unit.charAt(0).toLowerCase();
      return sum + Number(count) * (unitMs[name] ?? 0);
    }, 0),
  );
}

/** Larger numbers are not seconds to wait but a time: in seconds or milliseconds since the epoch. */
const firstInstant = 1_000_000_000;

function waitOf(value: number, headers: Headers | undefined): number | undefined {
  if (value < firstInstant) return Math.round(value * 1000);
  const until = value < firstInstant * 1000 ? value * 1000 : value;
  const sent = Date.parse(headers?.get('date') ?? '');
  return Number.isFinite(sent) ? Math.max(0, until - sent) : undefined;
}

/** Some providers return 400 or 422 for a wrong key and say so only in the message or in `details`. */
function isKeyRefusal(status: number | undefined, message: string): boolean {
  return (status === 400 || status === 422) && keyPattern.test(message);
}

/**
 * A used-up daily or monthly quota is not restored within a job. Gemini names the violated quota, but also
 * sends a hint of some seconds; Brave's rate-limit headers have the month in second place (a limit of 0 means
 * none). A hint longer than the job's time is just as final.
 */
function quotaSpent(
  status: number | undefined,
  headers: Headers | undefined,
  error: ProviderError,
  hint: number | undefined,
): boolean {
  const limited = status === 429 || rateLabel.test(`${error.code} ${error.type}`);
  if (limited && hint !== undefined && hint > waitBudgetMs) return true;
  // A model outside the plan: no wait changes a limit of none.
  if (limited && /\blimit:? 0\b(?![.,]?\d)/i.test(error.message)) return true;
  if (/RESOURCE_EXHAUSTED/.test(`${error.code} ${error.type}`)) {
    return error.details.some((detail) => /PerDay|PerMonth/.test(JSON.stringify(detail)));
  }
  const limit = secondNumber(headers?.get('x-ratelimit-limit'));
  return limit !== undefined && limit > 0 && secondNumber(headers?.get('x-ratelimit-remaining')) === 0;
}

function secondNumber(header: string | null | undefined): number | undefined {
  const match = /^\s*\d+\s*,\s*(\d+)\s*$/.exec(header ?? '');
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function validationDetail(detail: unknown): string {
  if (!Array.isArray(detail)) return '';
  return detail
    .map((item) => {
      const { loc, msg } = objectAt(item);
      // A list or an object is not a field name, and may have no text.
      const path = Array.isArray(loc) ? loc.filter((part) => ['string', 'number'].includes(typeof part)) : [];
      return `${path.join('.')} ${text(msg)}`.trim();
    })
    .join('; ');
}

function looksLikePage(body: string): boolean {
  return /^\s*<(!doctype|html|head|body|\?xml)/i.test(body);
}

function statusNote(status: number | undefined): string {
  return status === undefined ? '' : ` (${status})`;
}

function clipped(sentence: string): string {
  const line = sentence.replace(/\s+/g, ' ').trim();
  return line.length > 400 ? `${line.slice(0, 399).toWellFormed()}…` : line;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
