import type { FieldIssue } from './interface.ts';

/**
 * Why a call failed.
 * - `api`: the service, or a gateway in front of it, responded with an error status
 * - `timeout`: the attempt timed out
 * - `connection`: the service could not be reached, or the connection was lost
 * - `certificate`: the certificate of the service is not trusted
 * - `proxy`: the proxy did not forward the request
 * - `not-this-service`: another server responds at this address
 * - `cancelled`: the caller aborted the signal
 */
export const serviceErrorKinds = [
  'api',
  'timeout',
  'connection',
  'certificate',
  'proxy',
  'not-this-service',
  'cancelled',
] as const;
/** Why a call failed, see `serviceErrorKinds`. */
export type ServiceErrorKind = (typeof serviceErrorKinds)[number];

/**
 * Whether the request reached the service.
 * - `never-sent`: it did not, so nothing was charged
 * - `answered`: the service responded with the outcome
 * - `unknown`: it may have, so the request may still be running and be charged
 */
export type Reach = 'never-sent' | 'unknown' | 'answered';

/** The response does not match the interface. */
export const notThisServiceMessage =
  'The response is not from an Answer Monitoring Service. Check the address.';

/** Arguments of `ServiceError`. */
export type ServiceErrorDetails = {
  readonly kind: ServiceErrorKind;
  readonly message: string;
  readonly reach: Reach;
  readonly status?: number;
  readonly code?: string;
  readonly requestId?: string;
  readonly body?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly fields?: readonly FieldIssue[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
};

/** Error of a failed call, thrown after all retries that its kind allows. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly reach: Reach;
  readonly status: number | null;
  /** Error code of the service, such as one of `errorCodes`; null if there is none. */
  readonly code: string | null;
  /** Request id in the response, otherwise the one that was sent. */
  readonly requestId: string | null;
  /** Response body as text; null without a response. */
  readonly body: string | null;
  /** Further details of the error response. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Invalid fields of the request. */
  readonly fields: readonly FieldIssue[];
  /** Response headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(details: ServiceErrorDetails) {
    super(details.message, { cause: details.cause });
    this.kind = details.kind;
    this.reach = details.reach;
    this.status = details.status ?? null;
    this.code = details.code ?? null;
    this.requestId = details.requestId ?? null;
    this.body = details.body ?? null;
    this.details = details.details ?? {};
    this.fields = details.fields ?? [];
    this.headers = details.headers ?? {};
  }
}

/** An option that cannot be used. Nothing was sent. */
export class OptionError extends ServiceError {
  override readonly name = 'OptionError';
  /** Name of the option, such as `baseUrl`. */
  readonly option: string;

  constructor(option: string, rule: string) {
    super({ kind: 'connection', reach: 'never-sent', message: `${option} ${rule}` });
    this.option = option;
  }
}
