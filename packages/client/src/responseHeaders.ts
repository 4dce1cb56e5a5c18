import { headerNames } from './interface.ts';

/** Accounting that travels in headers; null where a response carries none (or something unreadable). */
export type Accounting = {
  readonly requestId: string | null;
  readonly rateLimit: { readonly limit: number; readonly remaining: number | null } | null;
  readonly slots: {
    readonly limit: number;
    readonly used: number | null;
    readonly free: number | null;
  } | null;
  readonly creditsCharged: number | null;
  readonly creditsRemaining: number | null;
  /** The service's own processing time, milliseconds. */
  readonly latencyMs: number | null;
  /** When the endpoint stops answering, as announced (RFC 8594). */
  readonly sunset: string | null;
};

/** @param headers by lower-case name */
export function readAccounting(headers: Readonly<Record<string, string>>): Accounting {
  const number = (name: string): number | null => {
    const value = headers[name.toLowerCase()];
    return value !== undefined && /^\d{1,15}$/.test(value.trim()) ? Number(value) : null;
  };
  const rateLimit = number(headerNames.rateLimitLimit);
  const limit = number(headerNames.concurrentLimit);
  return {
    requestId: headers[headerNames.requestId.toLowerCase()] ?? null,
    rateLimit:
      rateLimit === null ? null : { limit: rateLimit, remaining: number(headerNames.rateLimitRemaining) },
    slots:
      limit === null
        ? null
        : {
            limit,
            used: number(headerNames.concurrentCurrent),
            free: number(headerNames.concurrentRemaining),
          },
    creditsCharged: number(headerNames.creditsCharged),
    creditsRemaining: number(headerNames.creditsRemaining),
    latencyMs: number(headerNames.latencyMs),
    sunset: headers[headerNames.sunset.toLowerCase()] ?? null,
  };
}
