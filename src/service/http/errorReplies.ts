import type { FastifyReply } from 'fastify';
import {
  type ErrorCode,
  errorEnvelope,
  type FieldIssue,
  statusOfCode,
  validationError,
} from '#shared/interface/errors.ts';

export const jsonType = 'application/json; charset=utf-8';

export type ApiError = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** Sends the standard error envelope with the status of the code. */
export function sendError(reply: FastifyReply, error: ApiError, nowMs: number): FastifyReply {
  const body = JSON.stringify(errorEnvelope(error.code, error.message, nowMs, error.details));
  return reply.code(statusOfCode[error.code]).type(jsonType).send(body);
}

/** Sends the validation error shape; 400 on monitor and reference routes, 422 on the asynchronous ones. */
export function sendInvalid(
  reply: FastifyReply,
  status: 400 | 422,
  issues: readonly FieldIssue[],
): FastifyReply {
  return reply
    .code(status)
    .type(jsonType)
    .send(JSON.stringify(validationError(issues)));
}

export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.code(200).type(jsonType).send(JSON.stringify(body));
}

export function notFound(id: string): ApiError {
  return { code: 'RESOURCE_NOT_FOUND', message: 'There is nothing at this address', details: { id } };
}

export function sendMethodNotAllowed(
  reply: FastifyReply,
  method: string,
  allowed: string,
  nowMs: number,
): FastifyReply {
  const message = `This address does not answer ${method}: use ${allowed}`;
  return sendError(reply.header('allow', allowed), { code: 'METHOD_NOT_ALLOWED', message }, nowMs);
}

export const unreadable: ApiError = { code: 'BAD_REQUEST', message: 'The request could not be read' };

export const keyErrors = {
  missing: {
    code: 'MISSING_API_KEY',
    message: 'Send your key as "Authorization: Bearer sk_…"',
  },
  malformed: {
    code: 'INVALID_API_KEY_FORMAT',
    message: 'The key does not have the form sk_ and 40 letters or digits',
  },
  unknown: {
    code: 'INVALID_OR_EXPIRED_API_KEY',
    message: 'The key is unknown or was revoked',
  },
} as const satisfies Record<string, ApiError>;
