import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';

export const trashedRunSchema = lazySchema(() =>
  z.object({
    runId: z.string(),
    question: z.string(),
    projectName: z.string(),
    /** Answers that the run has. */
    answers: z.number().int(),
    createdAtMs: z.number(),
    trashedAtMs: z.number(),
  }),
);

export type TrashedRun = Readonly<z.infer<ReturnType<typeof trashedRunSchema.unwrap>>>;
