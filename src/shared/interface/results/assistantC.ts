import { z } from 'zod';
import { looseSchema } from '../../lazySchema.ts';
import { type Known, optionalString, rawResponseSchema, sourceSchema } from './shared.ts';

export const assistantCResultSchema = looseSchema(() => ({
  text: z.string(),
  /** Posts on social platforms are ordinary sources with `creator`, `preview` and `image` filled. */
  sources: z.array(
    sourceSchema.unwrap().extend({
      preview: optionalString,
      searchEngineText: optionalString,
      siteName: optionalString,
      metadataTitle: optionalString,
      creator: optionalString,
      image: optionalString,
      favicon: optionalString,
    }),
  ),
  searchQueries: z.array(z.string()).optional(),
  model: z.string().nullable().optional(),
  markdown: optionalString,
  /** URL of the saved page. */
  html: optionalString,
  rawResponse: rawResponseSchema.optional(),
}));
export type AssistantCResult = Known<z.infer<typeof assistantCResultSchema>>;
