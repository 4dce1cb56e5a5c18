import { z } from 'zod';
import { objectSchema } from '../lazySchema.ts';

/** Every code an error envelope can carry. */
export const errorCodes = [
  'BAD_REQUEST',
  'MISSING_API_KEY',
  'INVALID_API_KEY_FORMAT',
  'INVALID_OR_EXPIRED_API_KEY',
  'INSUFFICIENT_CREDITS',
  'RESOURCE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RESOURCE_CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMIT_EXCEEDED',
  'CONCURRENT_LIMIT_EXCEEDED',
  'QUEUE_LIMIT_EXCEEDED',
  'REQUEST_CANCELED',
  'INTERNAL_SERVER_ERROR',
  'EXTERNAL_SERVICE_ERROR',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const statusOfCode: Readonly<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  MISSING_API_KEY: 401,
  INVALID_API_KEY_FORMAT: 401,
  INVALID_OR_EXPIRED_API_KEY: 401,
  INSUFFICIENT_CREDITS: 403,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RESOURCE_CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMIT_EXCEEDED: 429,
  CONCURRENT_LIMIT_EXCEEDED: 429,
  QUEUE_LIMIT_EXCEEDED: 429,
  REQUEST_CANCELED: 499,
  INTERNAL_SERVER_ERROR: 500,
  EXTERNAL_SERVICE_ERROR: 502,
};

/** Codes a rejected item of a batch can carry, inside a 200 response. */
export const batchItemErrorCodes = [
  'VALIDATION_ERROR',
  'RESOURCE_ALREADY_EXISTS',
  'INSUFFICIENT_CREDITS',
] as const;
export type BatchItemErrorCode = (typeof batchItemErrorCodes)[number];

/** The message of a 500 after the last automatic attempt, to the letter. */
export const maximumRetriesMessage = 'Maximum retries exceeded';

export type FieldIssue = {
  /** Dotted path of the field, such as `include.markdown`; "" when the body itself is wrong. */
  readonly field: string;
  readonly message: string;
};

export const fieldIssueSchema = objectSchema(() => ({ field: z.string(), message: z.string() }));

export const concurrentLimitDetailsSchema = objectSchema(() => ({ limit: z.int() }));
export const queueLimitDetailsSchema = objectSchema(() => ({
  queuedCount: z.int(),
  batchSize: z.int(),
  maxQueueSize: z.int(),
  remainingCapacity: z.int(),
}));

/** Standard error body. `code` stays an open string: a client must survive a code it does not know. */
export const errorEnvelopeSchema = objectSchema(() => ({
  success: z.literal(false).optional(),
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
    timestamp: z.iso.datetime(),
  }),
}));
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** Body of a request that failed validation. */
export const validationErrorSchema = objectSchema(() => ({
  success: z.literal(false),
  error: z.string(),
  details: z.array(fieldIssueSchema),
}));
export type ValidationErrorBody = z.infer<typeof validationErrorSchema>;

/** @param at moment of the error, milliseconds since the epoch */
export function errorEnvelope(
  code: ErrorCode,
  message: string,
  at: number,
  details?: Readonly<Record<string, unknown>>,
): ErrorEnvelope {
  const timestamp = new Date(at).toISOString();
  return {
    success: false,
    error: details === undefined ? { code, message, timestamp } : { code, message, details, timestamp },
  };
}

export function validationError(issues: readonly FieldIssue[]): ValidationErrorBody {
  return { success: false, error: 'The request is not valid', details: [...issues] };
}

/** Message of an engine that has no provider at the service; other services use their own. */
export const engineUnavailableMessage = 'This engine is not available at present';
/** Of a call to an engine that has no provider, or one that is not ready, as without a key. */
export const engineNotReadyMessage = 'This engine is not yet available';
