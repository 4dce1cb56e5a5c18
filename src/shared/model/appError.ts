/** Codes of expected failures; the window chooses its messages and actions by them. */
export const appErrorCodes = [
  'ROUTE_NOT_FOUND',
  'INVALID_INPUT',
  'CONFIRMATION_REQUIRED',
  'FORBIDDEN_SENDER',
  'CANCELLED',
  'NOT_FOUND',
  'CONFLICT',
  'INVALID_KEY_FORMAT',
  'UNREACHABLE',
  'CERTIFICATE',
  'PROXY',
  'NOT_THIS_SERVICE',
  'UNAUTHORIZED',
  'KEY_FOR_OTHER_ADDRESS',
  'INSUFFICIENT_CREDITS',
  'SERVICE_ERROR',
  'SERVICE_UNAVAILABLE',
  'ANSWER_DAMAGED',
  'HISTORY_LOCKED',
  'HISTORY_CORRUPT',
  'HISTORY_NEWER',
  'HISTORY_OLDER',
  'HISTORY_READ_ONLY',
  'DISK_FULL',
  'HISTORY_UNAVAILABLE',
  'KEYCHAIN_UNAVAILABLE',
  'SHUTTING_DOWN',
  'INTERNAL',
] as const;

export type AppErrorCode = (typeof appErrorCodes)[number];

/** One invalid input field: a dotted path and a sentence that says how to fix it. */
export type FieldProblem = { readonly field: string; readonly message: string };

export type AppErrorBody = {
  readonly code: AppErrorCode;
  /** One clear sentence: what happened, what was kept, what to do. */
  readonly message: string;
  readonly fields?: readonly FieldProblem[];
  readonly retryable: boolean;
  /** The service's request id, if the error came from a call to it. */
  readonly requestId?: string;
};

/** An expected failure of a use case, passed unchanged to the window or the terminal. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AppErrorCode;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly retryable: boolean;
  readonly requestId: string | undefined;

  constructor(
    code: AppErrorCode,
    message: string,
    details: {
      readonly fields?: readonly FieldProblem[];
      readonly retryable?: boolean;
      readonly requestId?: string;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.retryable = details.retryable ?? false;
    this.requestId = details.requestId;
  }

  /** The form that crosses a process boundary. */
  toWire(): AppErrorBody {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.fields ? { fields: this.fields } : {}),
      ...(this.requestId ? { requestId: this.requestId } : {}),
    };
  }
}

/** The error of one input field. */
export const invalidInput = (field: string, message: string): AppError =>
  new AppError('INVALID_INPUT', message, { fields: [{ field, message }] });

/** Why reads of many answers skip a damaged one. */
export const damagedAnswer = {
  code: 'ANSWER_DAMAGED',
  message: 'This stored answer is damaged and cannot be read. A backup may still have it.',
} as const;
