import type { FieldIssue } from './interface.ts';

/** The content of an error response of any form. */
export type ErrorBody = {
  readonly code: string | null;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldIssue[];
};

/**
 * Reads the standard form `{error: {code, message, details}}`, the validation form `{success, error, details:
 * [{field, message}]}` and the plain form `{error: "text"}`. Returns null for anything else, which is not a response
 * of this service.
 */
export function readErrorBody(text: string): ErrorBody | null {
  const body = parse(text);
  if (body === null) return null;
  const { error, details } = body;
  if (typeof error === 'string') {
    const fields = fieldIssues(details);
    return { code: fields.length > 0 ? 'VALIDATION_ERROR' : null, message: error, details: {}, fields };
  }
  const inner = record(error);
  if (inner === null || typeof inner.code !== 'string') return null;
  const innerDetails = inner.details;
  return {
    code: inner.code,
    message: typeof inner.message === 'string' ? inner.message : inner.code,
    details: record(innerDetails) ?? {},
    fields: [...fieldIssues(innerDetails), ...fieldIssues(record(innerDetails)?.errors)],
  };
}

function fieldIssues(value: unknown): FieldIssue[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const item = record(entry);
    const field = item?.field;
    const message = item?.message;
    return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
  });
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return record(JSON.parse(text));
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
