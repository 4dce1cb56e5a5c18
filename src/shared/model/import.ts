import { z } from 'zod';
import { marketSchema } from './market.ts';
import { inProject } from './projectScope.ts';
import { engineSchema } from './run.ts';

/** The connection that stands for "fetched elsewhere" in runs of imported results. */
export const importedConnectionId = 'imported';
export const importInputSchema = z.strictObject({
  /** The import this call goes on with; null begins one. */
  importId: z.string().nullable(),
  /** JSON texts with the file, and the place in it, they come from; at most 200 and a few megabytes in one call. */
  texts: z
    .array(
      z.strictObject({
        file: z.string().min(1).max(4096),
        place: z.string().max(100),
        text: z.string(),
        /** When a result that does not say when it came is taken to have come. */
        modifiedAtMs: z.number().min(0),
      }),
    )
    .max(200),
  /** Fills in what the results themselves do not say. */
  defaults: z
    .strictObject({
      engine: engineSchema.optional(),
      question: z.string().max(10_000).optional(),
      market: marketSchema.optional(),
    })
    .default({}),
  /** `more`: further calls follow. `complete`: nothing does. `broken-off`: nothing does, though there is more. */
  following: z.enum(['more', 'complete', 'broken-off']),
  ...inProject,
});
export const importOutcomeSchema = z.object({
  file: z.string(),
  place: z.string(),
  /** `known`: it was in the history before. */
  state: z.enum(['added', 'known', 'refused']),
  /** Stored answer and its run; null when it was refused. */
  id: z.string().nullable(),
  runId: z.string().nullable(),
  engine: engineSchema.nullable(),
  country: z.string().nullable(),
  /** One sentence that says what is wrong; null unless it was refused. */
  message: z.string().nullable(),
});
export type ImportInput = z.output<typeof importInputSchema>;
export type ImportText = ImportInput['texts'][number];
export type ImportDefaults = ImportInput['defaults'];
export type ImportedOutcome = z.infer<typeof importOutcomeSchema>;
