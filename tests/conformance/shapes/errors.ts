import { expect } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../http.ts';

/** ISO 8601 in UTC with milliseconds, as every time of the interface is written. */
export const instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

const standard = z.strictObject({
  success: z.literal(false).optional(),
  error: z.strictObject({
    code: z.string().regex(/^[A-Z][A-Z_]+$/),
    message: z.string().min(1),
    details: z.record(z.string(), z.unknown()).optional(),
    timestamp: instant,
  }),
});
export type StandardError = z.infer<typeof standard>['error'];

const validation = z.strictObject({
  success: z.literal(false),
  error: z.string().min(1),
  details: z.array(z.strictObject({ field: z.string(), message: z.string().min(1) })).min(1),
});

/** Asserts the standard error envelope with this status and code, and gives the error. */
export function expectError(answer: Answer, status: number, code: string): StandardError {
  const parsed = standard.safeParse(answer.body);
  if (!parsed.success) throw new Error(`not the error envelope (${answer.status}): ${answer.text}`);
  expect({ status: answer.status, code: parsed.data.error.code }).toEqual({ status, code });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  return parsed.data.error;
}

/** Asserts the validation shape with this status, naming exactly these fields once each. */
export function expectInvalid(answer: Answer, status: 400 | 422, ...fields: string[]): void {
  const parsed = validation.safeParse(answer.body);
  if (!parsed.success) throw new Error(`not the validation shape (${answer.status}): ${answer.text}`);
  const named = parsed.data.details.map((detail) => detail.field);
  expect({ status: answer.status, fields: named.toSorted() }).toEqual({ status, fields: fields.toSorted() });
}

/** Asserts the validation shape with this status, whatever the fields are called. */
export function expectInvalidBody(answer: Answer, status: 400 | 422): void {
  expect(answer.status, answer.text).toBe(status);
  const { data } = validation.safeParse(answer.body);
  const fields = data?.details.map(({ field }) => field);
  expect(fields, answer.text).toBeDefined();
  expect(fields, 'every field once').toEqual([...new Set(fields)]);
}
