/** Codes an answer over the bridge can carry; the window chooses its words and actions by them. */
export const bridgeErrorCodes = [
  'ROUTE_NOT_FOUND',
  'INVALID_INPUT',
  'FORBIDDEN_SENDER',
  'CANCELLED',
  'NOT_FOUND',
  'CONFLICT',
  'INVALID_KEY_FORMAT',
  'UNREACHABLE',
  'CERTIFICATE',
  'NOT_THIS_SERVICE',
  'UNAUTHORIZED',
  'INSUFFICIENT_CREDITS',
  'SERVICE_ERROR',
  'SERVICE_UNAVAILABLE',
  'HISTORY_LOCKED',
  'HISTORY_CORRUPT',
  'HISTORY_NEWER',
  'HISTORY_READ_ONLY',
  'DISK_FULL',
  'HISTORY_UNAVAILABLE',
  'KEYCHAIN_UNAVAILABLE',
  'SHUTTING_DOWN',
  'INTERNAL',
] as const;

export type BridgeErrorCode = (typeof bridgeErrorCodes)[number];

/** One invalid input field: a dotted path and a sentence that names the way out. */
export type FieldProblem = { readonly field: string; readonly message: string };

export type BridgeError = {
  readonly code: BridgeErrorCode;
  /** One clear sentence: what happened, what was kept, what to do. */
  readonly message: string;
  readonly fields?: readonly FieldProblem[];
  readonly retryable: boolean;
  /** The service's request id, where the error came from a call to it. */
  readonly requestId?: string;
};

/** Every answer over the bridge is a value: a thrown error would lose everything but its message on the way. */
export type Envelope<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: BridgeError };
