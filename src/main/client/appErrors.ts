import { ServiceError } from '#client/serviceError.ts';
import { engineNotReadyMessage, engineUnavailableMessage } from '#shared/interface/errors.ts';
import { type DescribedFailure, describeFailure } from '#shared/interface/providerFailure.ts';
import type { AppErrorCode } from '#shared/model/appError.ts';
import { AppError } from '#shared/model/appError.ts';

/** Error code and message of a failed call, for the user. */
export function appErrorOf(error: ServiceError): AppError {
  const requestId = error.requestId ?? undefined;
  const code = bridgeCode(error);
  return new AppError(code, sentence(error, code), {
    retryable: error.status === 429 || error.reach === 'never-sent',
    requestId,
    ...(error.fields.length > 0 ? { fields: error.fields } : {}),
    cause: error,
  });
}

export function bridgeCode(error: ServiceError): AppErrorCode {
  switch (error.kind) {
    case 'cancelled':
      return 'CANCELLED';
    case 'certificate':
      return 'CERTIFICATE';
    case 'proxy':
      return 'PROXY';
    case 'not-this-service':
      return 'NOT_THIS_SERVICE';
    case 'connection':
      return error.reach === 'never-sent' ? 'UNREACHABLE' : 'SERVICE_UNAVAILABLE';
    case 'timeout':
      return 'SERVICE_UNAVAILABLE';
    case 'api':
      if (error.status === 401) return 'UNAUTHORIZED';
      if (error.code === 'INSUFFICIENT_CREDITS') return 'INSUFFICIENT_CREDITS';
      if (error.fields.length > 0) return 'INVALID_INPUT';
      return 'SERVICE_ERROR';
  }
}

/** Code stored with a failed cell: the service's own if it returned one. */
export function cellErrorCode(error: ServiceError): string {
  if (error.kind === 'api') return described(error).code ?? `HTTP_${error.status ?? 0}`;
  if (error.kind === 'timeout') return 'TIMEOUT';
  if (error.kind === 'connection') return error.reach === 'never-sent' ? 'UNREACHABLE' : 'CONNECTION_LOST';
  return bridgeCode(error);
}

/** The user's message for a failed call, with advice if there is any. */
export function sentence(error: ServiceError, code: AppErrorCode = bridgeCode(error)): string {
  if (code === 'UNAUTHORIZED')
    return 'The service rejected the key: it is unknown or was revoked. Enter a valid key for this connection.';
  if (code === 'INSUFFICIENT_CREDITS')
    return 'The account does not have enough credits left. Wait for the next cycle, change the plan, or choose another connection.';
  if (error.code === 'RESOURCE_NOT_FOUND' && error.kind === 'api') {
    if ([engineNotReadyMessage, engineUnavailableMessage].some((start) => error.message.startsWith(start)))
      return 'This engine has no provider at the service, or one without a key. Choose one in Settings, Engines, or enter its key there; at another service, its operator does.';
    return 'The service does not offer this engine. Choose another engine, or set its path under “Engine aliases” of the connection.';
  }
  return described(error).message;
}

/** What the service reports about the provider behind the engine, if anything. */
export function described({ code, message, details }: ServiceError): DescribedFailure {
  return describeFailure(code, message, details);
}

/** Converts an error of a use case into one that may cross the bridge; null if it was unexpected. */
export function expectedError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof ServiceError ? appErrorOf(error) : null;
}
