import { z } from 'zod';
import type { Engine } from '../engines.ts';
import { assistantAResultSchema } from './assistantA.ts';
import { assistantBResultSchema } from './assistantB.ts';
import { assistantCResultSchema } from './assistantC.ts';
import { assistantDResultSchema } from './assistantD.ts';
import { assistantEResultSchema } from './assistantE.ts';
import { searchNewsResultSchema, searchResultSchema } from './search.ts';
import { searchAiResultSchema } from './searchAi.ts';

/** The result of each engine: `result` of a synchronous call, `response` of a completed task. */
export const resultSchemas = {
  'assistant-a': assistantAResultSchema,
  'assistant-b': assistantBResultSchema,
  'assistant-c': assistantCResultSchema,
  'assistant-d': assistantDResultSchema,
  'assistant-e': assistantEResultSchema,
  search: searchResultSchema,
  'search/news': searchNewsResultSchema,
  'search-ai': searchAiResultSchema,
} as const;

/** Body of a successful synchronous monitor call. */
export function monitorResponseSchema<E extends Engine>(engine: E) {
  return z.looseObject({ success: z.literal(true), result: resultSchemas[engine] });
}
