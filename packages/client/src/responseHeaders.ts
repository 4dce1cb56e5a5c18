import { headerNames } from './interface.ts';

/** Accounting data of the response headers, in whole numbers: a fraction counts up. Null for missing or unreadable values. */
export type Accounting = {
  readonly requestId: string | null;
  /** Requests per window of the rate limit. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number | null } | null;
  /** Concurrency slots of the account. */
  readonly slots: {
    readonly limit: number;
    readonly used: number | null;
    readonly free: number | null;
  } | null;
  readonly creditsCharged: number | null;
  readonly creditsRemaining: number | null;
  /** Processing time of the service, milliseconds. */
  readonly latencyMs: number | null;
  /** Announced end of the endpoint (RFC 8594). */
  readonly sunset: string | null;
};

/**
 * Reads the accounting headers.
 * @param headers by lower-case name
 */
export function readAccounting(headers: Readonly<Record<string, string>>): Accounting {
  const number = (name: string): number | null => {
    const value = headers[name.toLowerCase()];
    return value !== undefined && /^\d{1,15}(?:\.\d{1,9})?$/.test(value.trim())
      ? Math.ceil(Number(value))
      : null;
  };
  const rateLimit = number(headerNames.rateLimitLimit);
  // Some deployments say `X-Concurrency-…`.
  const slots = (name: string): number | null =>
    number(name) ?? number(name.replace('Concurrent', 'Concurrency'));
  const limit = slots(headerNames.concurrentLimit);
  return {
    requestId: headers[headerNames.requestId.toLowerCase()] ?? null,
    rateLimit:
      rateLimit === null ? null : { limit: rateLimit, remaining: number(headerNames.rateLimitRemaining) },
    slots:
      limit === null
        ? null
        : {
            limit,
            used: slots(headerNames.concurrentCurrent),
            free: slots(headerNames.concurrentRemaining),
          },
    creditsCharged: number(headerNames.creditsCharged),
    creditsRemaining: number(headerNames.creditsRemaining),
    latencyMs: number(headerNames.latencyMs),
    sunset: headers[headerNames.sunset.toLowerCase()] ?? null,
  };
}
