import { z } from 'zod';
import { objectSchema } from '../lazySchema.ts';
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
export const projectTranslationSchema = objectSchema(() => ({
  to: targetLanguageSchema,
  with: z.enum(translatorKinds).nullable(),
}));
export type ProjectTranslation = z.infer<typeof projectTranslationSchema>;

/** A price before use. Null where the translator states none. */
export type TranslationPrice = {
  readonly credits: number | null;
  readonly cost: number | null;
  readonly currency: string | null;
  /** A sentence: what the price depends on, or what is left of a quota. */
  readonly note: string;
};

export type TranslationQuote = {
  readonly to: string;
  readonly with: TranslatorKind;
  /** What translates, such as "DeepL" or a model's name. */
  readonly label: string;
  /** Answers that would be translated. */
  readonly answers: number;
  /** Of them, answers that have a translation already and would be translated again. */
  readonly again: number;
  /** Answers left out, because they are translated already or in the language. */
  readonly known: number;
  /** Code points that would be sent. */
  readonly characters: number;
  readonly price: TranslationPrice;
  /** Why nothing can be sent, each as a sentence. */
  readonly problems: readonly string[];
};

export type TranslationJob = Pick<TranslationQuote, 'to' | 'with' | 'label'> &
  Pick<Translation, 'characters' | 'credits' | 'cost' | 'currency'> & {
    readonly id: string;
    readonly runId: string | null;
    readonly state: 'waiting' | 'running' | 'completed' | 'cancelled' | 'limited' | 'failed';
    readonly done: number;
    readonly total: number;
    /** Blocks translated, and of them those shown in the original with a reason. */
    readonly blocks: number;
    readonly refused: number;
    /** Why it ended early, as a sentence; null otherwise. */
    readonly reason: string | null;
  };

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

export type TranslatorView = {
  readonly kind: TranslatorKind;
  /** Whether it can be used now. */
  readonly ready: boolean;
  /** What is missing, or what is used, as a sentence. */
  readonly state: string;
};
