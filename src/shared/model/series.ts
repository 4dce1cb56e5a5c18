import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { marketSchema } from './market.ts';
import { engineSchema } from './run.ts';

/** One answer of a series, without its text. */
export const seriesAnswerSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    runId: z.string(),
    receivedAtMs: z.number(),
    /** The wording, if it was not the main text. */
    wording: z.string().optional(),
    sample: z.number().int(),
    /** Language of the answer. */
    language: z.string().nullable(),
    /** Characters of the answer. */
    textChars: z.number().int(),
    sourceCount: z.number().int(),
    driver: z.string().nullable(),
    model: z.string().nullable(),
    servedShape: z.string().nullable(),
    imported: z.boolean(),
    creditsCharged: z.number().int().nullable(),
    /** Of the monitor that asked. */
    monitorId: z.string().nullable(),
    labels: z.array(z.string()),
    /** Domains it cites, in its order. */
    domains: z.array(z.string()),
    /** Ids of the listed brands it names, by rank; null if it was not searched with the current rules (yet). */
    brands: z.array(z.string()).nullable(),
  }),
);
export const seriesSchema = lazySchema(() =>
  z.object({
    question: z.string(),
    engine: engineSchema,
    market: marketSchema,
    marketKey: z.string(),
    /** Monitors whose runs are included; an answer may belong to none. */
    monitors: z.array(z.object({ id: z.string(), name: z.string(), answers: z.number().int() })),
    /** Oldest first; only the newest ones if there are too many. */
    answers: z.array(seriesAnswerSchema),
    total: z.number().int(),
    /** Names of the brands. */
    brands: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
);
export type Series = z.infer<typeof seriesSchema>;
export type SeriesAnswer = z.infer<typeof seriesAnswerSchema>;
