import type { FieldIssue } from './interface.ts';

/**
 * - `api`: the service (or a gateway before it) answered with an error status;
 * - `timeout`: the attempt's time was up; `connection`: it could not be reached or the connection dropped;
 * - `certificate`: it cannot prove who it is; `proxy`: what stands in between let nothing through; `not-this-service`: something else answers at the address;
 * - `cancelled`: the caller gave up.
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
export type ServiceErrorKind = (typeof serviceErrorKinds)[number];

/**
 * How far the request got: `never-sent` when it was not read and nothing can have run, `answered` when the service itself said how
 * it ended, `unknown` when it may be running still, and may be charged.
 */
export type Reach = 'never-sent' | 'unknown' | 'answered';

export type ServiceErrorDetails = {
  readonly kind: ServiceErrorKind;
  readonly message: string;
  readonly reach: Reach;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly body?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly fields?: readonly FieldIssue[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cause?: unknown;
};

/** The failure that a call gave up on, after the retries that its kind allows. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly reach: Reach;
  readonly status: number | null;
  /** The service's own code; null where it gave none. */
  readonly code: string | null;
  /** The id that was sent or that the service answered with. */
  readonly requestId: string | null;
  /** The answer as text, where there was one. */
  readonly body: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldIssue[];
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
