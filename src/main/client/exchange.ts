import { type Exchange, type ExchangeRequest, exchange, type Transport } from '#client/exchange.ts';
import type { ServiceErrorDetails } from '#client/serviceError.ts';
import type { Clock } from '#platform/clock.ts';
import { ProxyFailure } from '#platform/http/proxies.ts';
import { NotPublicError } from '#platform/http/publicAddress.ts';
import { withoutSecret } from '#platform/withoutSecret.ts';
import { headerNames } from '#shared/interface/headers.ts';

/** The transport of the client library, with restrictions on addresses. */
export type Fetch = (
  url: string,
  init: Parameters<Transport>[1] & {
    /** Connects to public internet addresses only. */
    readonly mustBePublic?: boolean;
  },
) => ReturnType<Transport>;

export type GuardedRequest = ExchangeRequest & {
  /** Sent with the request, and removed from the response. */
  readonly key: string | null;
  /** The URL comes from somebody else: only public addresses are allowed. */
  readonly mustBePublic: boolean;
};

/**
 * One attempt of the client library with the application's rules: which addresses may be called, and no key in
 * stored data.
 * @throws ServiceError
 */
export function guardedExchange(
  { key, mustBePublic, ...request }: GuardedRequest,
  { fetch, clock }: { readonly fetch: Fetch; readonly clock: Clock },
): Promise<Exchange> {
  const authorization = { [headerNames.authorization]: `Bearer ${key}` };
  return exchange(
    { ...request, headers: key === null ? request.headers : { ...request.headers, ...authorization } },
    {
      clock,
      transport: (url, init) => fetch(url, { ...init, mustBePublic }),
      cleaned: (said) => withoutSecret(said, key),
      explained,
    },
  );
}

function explained(error: unknown): ServiceErrorDetails | null {
  if (error instanceof NotPublicError) {
    const message = `Not fetched: ${error.message}. Pages that an answer names come from its service or from the public internet.`;
    return { kind: 'not-this-service', message, reach: 'never-sent', cause: error };
  }
  if (error instanceof ProxyFailure)
    return { kind: 'proxy', message: error.message, reach: 'never-sent', cause: error };
  return null;
}
