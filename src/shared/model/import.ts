import { z } from 'zod';
import type { Engine } from '../interface/engines.ts';
import { strictSchema } from '../lazySchema.ts';
import { marketSchema } from './market.ts';
import { inProject } from './projectScope.ts';
import { engineSchema } from './run.ts';

/** The connection of runs of imported results. */
export const importedConnectionId = 'imported';
export const importInputSchema = strictSchema(() => ({
  /** The import that this call continues; null starts one. */
  importId: z.string().nullable(),
  /** JSON texts with their file and position; at most 200 and a few megabytes per call. */
  texts: z
    .array(
      z.strictObject({
        file: z.string().min(1).max(4096),
        place: z.string().max(100),
        text: z.string(),
        /** Time assumed for results that state none. */
        modifiedAtMs: z.number().min(0),
      }),
    )
    .max(200),
  /** Values for what the results do not state. */
  defaults: z
    .strictObject({
      engine: engineSchema.optional(),
      question: z.string().max(10_000).optional(),
      market: marketSchema.optional(),
    })
    .default({}),
  /**
   * `more`: further calls follow. `complete`: none follow. `broken-off`: none follow, although there is more.
   */
  following: z.enum(['more', 'complete', 'broken-off']),
  ...inProject,
}));
export type ImportedOutcome = {
  readonly file: string;
  readonly place: string;
  /** `known`: it was already in the history. */
  readonly state: 'added' | 'known' | 'refused';
  /** Stored answer and its run; null if it was refused. */
  readonly id: string | null;
  readonly runId: string | null;
  readonly engine: Engine | null;
  readonly country: string | null;
  /** One sentence with the reason; null unless it was refused. */
  readonly message: string | null;
};
export type ImportInput = z.output<typeof importInputSchema>;
export type ImportText = ImportInput['texts'][number];
export type ImportDefaults = ImportInput['defaults'];
