import { z } from 'zod';
import type { Engine } from '../engines.ts';
import { type AssistantAResult, assistantAResultSchema } from './assistantA.ts';
import { type AssistantBResult, assistantBResultSchema } from './assistantB.ts';
import { type AssistantCResult, assistantCResultSchema } from './assistantC.ts';
import { type AssistantDResult, assistantDResultSchema } from './assistantD.ts';
import { type AssistantEResult, assistantEResultSchema } from './assistantE.ts';
import {
  type SearchNewsResult,
  type SearchResult,
  searchNewsResultSchema,
  searchResultSchema,
} from './search.ts';
import { type SearchAiResult, searchAiResultSchema } from './searchAi.ts';

/** The result of each engine: `result` of a synchronous call, `response` of a completed task. */
export interface MonitorResults {
  readonly 'assistant-a': AssistantAResult;
  readonly 'assistant-b': AssistantBResult;
  readonly 'assistant-c': AssistantCResult;
  readonly 'assistant-d': AssistantDResult;
  readonly 'assistant-e': AssistantEResult;
  readonly search: SearchResult;
  readonly 'search/news': SearchNewsResult;
  readonly 'search-ai': SearchAiResult;
}
export type MonitorResultOf<E extends Engine> = MonitorResults[E];

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
