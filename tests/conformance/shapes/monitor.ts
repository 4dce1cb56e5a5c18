import { expect } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../http.ts';
import { assistantA } from './results/assistantA.ts';
import { assistantB, assistantC, assistantD, assistantE } from './results/assistantsBToE.ts';
import { news, search, searchAi } from './results/search.ts';

/** What the specification says a result of each engine looks like. */
export const resultShapes = {
  'assistant-a': assistantA,
  'assistant-b': assistantB,
  'assistant-c': assistantC,
  'assistant-d': assistantD,
  'assistant-e': assistantE,
  search,
  'search/news': news,
  'search-ai': searchAi,
};
export type Engine = keyof typeof resultShapes;

const envelope = z.strictObject({ success: z.literal(true), result: z.record(z.string(), z.unknown()) });

/** The result of a successful synchronous call, checked against the engine's shape. */
export function resultOf<E extends Engine>(engine: E, answer: Answer): z.infer<(typeof resultShapes)[E]> {
  expect(answer.status, answer.text).toBe(200);
  const { result } = envelope.parse(answer.body);
  return resultIn(engine, result);
}

/** A result as a task carries it, checked against the engine's shape. */
export function resultIn<E extends Engine>(engine: E, result: unknown): z.infer<(typeof resultShapes)[E]> {
  const parsed = resultShapes[engine].safeParse(result);
  if (!parsed.success) {
    throw new Error(`${engine} result: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data as z.infer<(typeof resultShapes)[E]>;
}
