import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { marketSchema } from './market.ts';
import { engineSchema } from './run.ts';

/**
 * How an answer ended. `cut`: a limit ended it; `refused`: the model declined; `blocked`: a filter stopped it.
 */
export const answerStops = ['complete', 'cut', 'refused', 'blocked'] as const;
export type AnswerStop = (typeof answerStops)[number];

/** Provider data about an answer, from `result.provenance`; null if not stated. */
export const provenanceSchema = lazySchema(() =>
  z.object({
    /** The surface asked: one of `surfaces`. */
    surface: z.string().nullable(),
    stop: z.enum(answerStops).nullable(),
    /** The provider's own term for `stop`. */
    stopReason: z.string().nullable(),
    /** The provider's charge for the answer, in `costCurrency` (ISO 4217). */
    cost: z.number().nullable(),
    costCurrency: z.string().nullable(),
    /** `stated` with the answer, or `computed` from a dated price list. */
    costSource: z.enum(['stated', 'computed']).nullable(),
    /** The provider's request id, for its support and billing. */
    providerRequestId: z.string().nullable(),
    /** The instruction sent before the question (persona). */
    persona: z.string().nullable(),
  }),
);
export type Provenance = z.infer<typeof provenanceSchema>;

export const sourceViewSchema = lazySchema(() =>
  z.object({
    position: z.number().int(),
    url: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    /** Host without `www.`; the destination's host if a redirect was resolved. */
    domain: z.string(),
    redirectLink: z.string().nullable(),
  }),
);
/** The data of a column: small enough for 250 of them at once. */
export const observationViewSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    runId: z.string(),
    cellId: z.string(),
    engine: engineSchema,
    question: z.string(),
    /** The wording, if it was not the main text. */
    wording: z.string().optional(),
    market: marketSchema,
    marketKey: z.string(),
    sample: z.number().int(),
    receivedAtMs: z.number(),
    /** The stored data is unreadable (`damagedAnswer`): there is no text, source or search then. */
    damaged: z.boolean().optional(),
    text: z.string(),
    /** Markdown if the engine returned it; otherwise null, and `text` is shown. */
    markdown: z.string().nullable(),
    language: z.string().nullable(),
    sources: z.array(sourceViewSchema),
    searchQueries: z.array(z.string()),
    servedShape: z.string().nullable(),
    driver: z.string().nullable(),
    model: z.string().nullable(),
    countryHonoured: z.string().nullable(),
    ...provenanceSchema.unwrap().shape,
    imported: z.boolean(),
    creditsCharged: z.number().int().nullable(),
    latencyMs: z.number().nullable(),
    requestId: z.string().nullable(),
  }),
);
/** The user's notes and labels; never part of the received data. */
export const noteSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    text: z.string(),
    writtenAtMs: z.number(),
    editedAtMs: z.number().nullable(),
  }),
);
export const observationDetailSchema = lazySchema(() =>
  observationViewSchema.unwrap().extend({
    request: z.record(z.string(), z.unknown()),
    responseHeaders: z.record(z.string(), z.string()),
    /** The full result as received. */
    result: z.record(z.string(), z.unknown()),
    payloadSha256: z.string(),
    /** Ids of stored HTML pages; the hosts serve them in a sandboxed frame. */
    pages: z.array(z.object({ id: z.string(), url: z.string(), bytes: z.number().int().nullable() })),
    /** Oldest first. */
    notes: z.array(noteSchema),
    /** In alphabetical order. */
    labels: z.array(z.string()),
  }),
);
export type ObservationView = z.infer<typeof observationViewSchema>;
export type ObservationDetail = z.infer<typeof observationDetailSchema>;
export type SourceView = z.infer<typeof sourceViewSchema>;

export const noteText = z.string().trim().min(1, 'Enter text, or delete the note.').max(10_000);
/** A short label in any script. Stored in lower case, so that a label has one spelling. */
export const labelSchema = z
  .string()
  .trim()
  .transform((label) => label.normalize('NFC').toLowerCase())
  .refine(
    (label) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]{0,39}$/u.test(label),
    'A label is one word of letters, digits, "-", "_" and ".", at most 40 characters.',
  );
