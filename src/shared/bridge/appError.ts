import type { BridgeError, BridgeErrorCode, FieldProblem } from './envelope.ts';

/** An expected failure of a use case, carried to the window or the terminal as it is. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: BridgeErrorCode;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly retryable: boolean;
  readonly requestId: string | undefined;

  constructor(
    code: BridgeErrorCode,
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

  /** The form that crosses a process border. */
  toWire(): BridgeError {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.fields ? { fields: this.fields } : {}),
      ...(this.requestId ? { requestId: this.requestId } : {}),
    };
  }
}
