import { z } from 'zod';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { createSandboxDriver } from '#service/drivers/sandbox/sandboxDriver.ts';
import { type Engine, questionField } from '#shared/interface/engines.ts';
import type { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';

export const question = 'Which folding bike locks do people trust?';
export const day = Date.UTC(2026, 10, 21, 9);
export const driver = createSandboxDriver({ latencyMs: 0 });

export type Ask = {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly question?: string;
  readonly jobId?: string;
  readonly attempt?: number;
  readonly nowMs?: number;
  readonly signal?: AbortSignal;
};

/** Asks the sandbox through the request rules of the interface, as the service does. */
export async function ask(engine: Engine, country: string, options: Ask = {}): Promise<DriverOutcome> {
  const body = { [questionField(engine)]: options.question ?? question, country, ...options.fields };
  return driver.answer({
    ...driverJob(engine, body),
    jobId: options.jobId ?? '',
    attempt: options.attempt ?? 1,
    nowMs: options.nowMs ?? day,
    signal: options.signal ?? new AbortController().signal,
  });
}

export async function answerTo<E extends Engine>(
  engine: E,
  country: string,
  options: Ask = {},
): Promise<z.infer<(typeof resultSchemas)[E]>> {
  const outcome = await ask(engine, country, options);
  if (outcome.kind !== 'answer') throw new Error(`expected an answer, got ${outcome.kind}`);
  return outcome.result as unknown as z.infer<(typeof resultSchemas)[E]>;
}

/** Paths of members that a schema does not name; loose schemas let them pass on purpose, the sandbox must not. */
export function unnamedMembers(schema: z.core.$ZodType, value: unknown, path = ''): string[] {
  if (value === undefined || value === null) return [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unnamedMembers(schema.unwrap(), value, path);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => unnamedMembers(schema.element, item, `${path}[${index}]`));
  }
  if (schema instanceof z.ZodObject && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, member]) => {
      const field: z.core.$ZodType | undefined = schema.shape[key];
      return field === undefined ? [`${path}.${key}`] : unnamedMembers(field, member, `${path}.${key}`);
    });
  }
  return [];
}
