import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import type { CitationMark } from './comparison/answer.ts';
import type { TextSpan } from './comparison/basics.ts';
import { type TranslatorKind, translatorKinds } from './translators.ts';

/** One block of an answer in another language. */
export type TranslatedBlock = {
  /** Id of the block in every comparison (`ComparedBlock`). */
  readonly id: string;
  /** As in `ComparedBlock`; "" if the original is shown. */
  readonly text: string;
  readonly spans: readonly TextSpan[];
  readonly marks: readonly CitationMark[];
  /** Why the original is shown in its place, as a sentence; null if the translation is shown. */
  readonly problem: string | null;
};

/** A stored translation of an answer. Blocks that need none, such as code, are left out. */
export type Translation = {
  readonly observationId: string;
  /** SHA-256 of the stored answer that was translated, in hexadecimal. */
  readonly answerHash: string;
  /** Languages as ISO 639-1: of the answer, and of the translation. */
  readonly source: string;
  readonly target: string;
  readonly translator: TranslatorKind;
  /** What translated, such as a model's name; "" where the translator has only one. */
  readonly model: string;
  /** Version of model, engine or prompt; "" if the translator states none. */
  readonly version: string;
  /** Version of the rules by which blocks are taken apart and checked. */
  readonly rules: string;
  readonly madeAtMs: number;
  /** Characters that were sent. */
  readonly characters: number;
  readonly credits: number | null;
  /** Money, and its ISO 4217 currency. */
  readonly cost: number | null;
  readonly currency: string | null;
  readonly blocks: readonly TranslatedBlock[];
};

/** Whether a stored answer has a translation into a language. */
export type TranslatedState = {
  readonly observationId: string;
  /** ISO 639-1; null if the answer is too short to tell. */
  readonly language: string | null;
  readonly madeAtMs: number | null;
};

/** ISO 639-1 codes that answers can be read in. */
export const targetLanguageSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2}$/, 'Enter a language as two letters, such as en.');

/** What a project reads answers in, and with which translator. */
export const projectTranslationSchema = lazySchema(() =>
  z.object({ to: targetLanguageSchema, with: z.enum(translatorKinds).nullable() }),
);
export type ProjectTranslation = z.infer<typeof projectTranslationSchema>;

/** A price before use. Null where the translator states none. */
export const translationPriceSchema = lazySchema(() =>
  z.object({
    credits: z.number().nullable(),
    cost: z.number().nullable(),
    currency: z.string().nullable(),
    /** A sentence: what the price depends on, or what is left of a quota. */
    note: z.string(),
  }),
);
export type TranslationPrice = z.infer<typeof translationPriceSchema>;

export const translationQuoteSchema = lazySchema(() =>
  z.object({
    to: z.string(),
    with: z.enum(translatorKinds),
    /** What translates, such as "DeepL" or a model's name. */
    label: z.string(),
    /** Answers that would be translated. */
    answers: z.number().int(),
    /** Of them, answers that have a translation already and would be translated again. */
    again: z.number().int(),
    /** Answers left out, because they are translated already or in the language. */
    known: z.number().int(),
    /** Code points that would be sent. */
    characters: z.number().int(),
    price: translationPriceSchema,
    /** Why nothing can be sent, each as a sentence. */
    problems: z.array(z.string()),
  }),
);
export type TranslationQuote = z.infer<typeof translationQuoteSchema>;

export const translationJobSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    to: z.string(),
    with: z.enum(translatorKinds),
    label: z.string(),
    runId: z.string().nullable(),
    state: z.enum(['waiting', 'running', 'completed', 'cancelled', 'limited', 'failed']),
    done: z.number().int(),
    total: z.number().int(),
    /** Blocks translated, and of them those shown in the original with a reason. */
    blocks: z.number().int(),
    refused: z.number().int(),
    characters: z.number().int(),
    credits: z.number().nullable(),
    cost: z.number().nullable(),
    currency: z.string().nullable(),
    /** Why it ended early, as a sentence; null otherwise. */
    reason: z.string().nullable(),
  }),
);
export type TranslationJob = z.infer<typeof translationJobSchema>;

/** Answers translated by one job. */
export const maxTranslated = 20_000;

/** Answers to translate, by one of the first four. */
export const translationChoiceShape = {
  runId: z.string().min(1).optional(),
  ids: z.array(z.string().min(1)).min(1).max(maxTranslated).optional(),
  /** Name or id of a plan: the answers of all its runs. */
  plan: z.string().min(1).optional(),
  /** What a search of the project finds. */
  search: z.string().trim().min(1).max(2000).optional(),
  /** The project's setting, if absent. */
  to: targetLanguageSchema.optional(),
  with: z.enum(translatorKinds).optional(),
  /** Also answers that have a translation into this language already. */
  again: z.boolean().default(false),
};

export const translatorViewSchema = lazySchema(() =>
  z.object({
    kind: z.enum(translatorKinds),
    /** Whether it can be used now. */
    ready: z.boolean(),
    /** What is missing, or what is used, as a sentence. */
    state: z.string(),
  }),
);
export type TranslatorView = z.infer<typeof translatorViewSchema>;
