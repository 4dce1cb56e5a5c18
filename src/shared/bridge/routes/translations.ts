import { z } from 'zod';
import {
  type ProjectTranslation,
  projectTranslationSchema,
  type TranslatedState,
  type Translation,
  type TranslationJob,
  type TranslationQuote,
  type TranslatorView,
  targetLanguageSchema,
  translationChoiceShape,
} from '../../model/translation.ts';
import {
  modelDirectionSchema,
  type OfferedModel,
  type TranslationModels,
} from '../../model/translationModels.ts';
import { mutation, type Nothing, nothing, ofProject, query } from '../route.ts';

const jobId = () => z.strictObject({ id: z.string().min(1) });

export const translationRoutes = {
  /** Stored translations, in the order of the ids; answers without one are skipped. Translates nothing. */
  'translations.get': query(() => ({
    ids: z.array(z.string()).max(2000),
    to: targetLanguageSchema,
  })).returns<{ readonly translations: readonly Translation[] }>(),
  /** Passages of stored answers, translated: null where no translation of the passage is stored. */
  'translations.passages': query(() => ({
    passages: z.array(z.strictObject({ observationId: z.string(), text: z.string().max(5000) })).max(500),
    to: targetLanguageSchema,
  })).returns<{ readonly texts: readonly (string | null)[] }>(),
  /** Of each stored answer: its language, and when it was translated. Reads no text. */
  'translations.stored': query(() => ({
    ids: z.array(z.string()).max(20_000),
    to: targetLanguageSchema,
  })).returns<{ readonly answers: readonly TranslatedState[] }>(),
  /** What a translation would send and cost; sends no text. */
  'translations.quote': ofProject(
    query(() => z.strictObject(translationChoiceShape)).returns<TranslationQuote>(),
  ),
  /** Starts a job. It ends before an answer that would exceed a limit. */
  'translations.start': ofProject(
    mutation(() => ({
      ...translationChoiceShape,
      limit: z
        .strictObject({ credits: z.number().min(0).optional(), cost: z.number().min(0).optional() })
        .default({}),
    })).returns<TranslationJob>(),
  ),
  /** Jobs of this program, newest first. */
  'translations.jobs': query(nothing).returns<{ readonly jobs: readonly TranslationJob[] }>(),
  /** Waits until a job has ended. A caller that cancels the call cancels the job. */
  'translations.finish': mutation(jobId).returns<TranslationJob>(),
  /** What is translated is kept. */
  'translations.cancel': mutation(jobId).returns<TranslationJob>(),
  /** The translators, and what each needs. */
  'translations.translators': query(nothing).returns<{ readonly translators: readonly TranslatorView[] }>(),
  /** A key is stored with the address it was entered for and sent to no other. */
  'translations.setKey': mutation(() => ({
    translator: z.enum(['deepl', 'libretranslate']),
    key: z.string().trim().max(500).nullable(),
  })).returns<Nothing>(),
  /** Language and translator of a project. */
  'translations.setting': ofProject(query(nothing).returns<ProjectTranslation | null>()),
  'translations.choose': ofProject(
    mutation(() => ({ setting: projectTranslationSchema.unwrap().nullable() })).returns<Nothing>(),
  ),
  /** Stored models, and downloads of this program. Asks no server. */
  'translationModels.state': query(nothing).returns<TranslationModels>(),
  /** What the address in the settings offers: reads its list, no model. */
  'translationModels.offered': query(nothing).returns<{
    readonly address: string;
    readonly licence: string;
    readonly models: readonly OfferedModel[];
  }>(),
  /** Begins a download, or continues one that was cut. */
  'translationModels.download': mutation(() => modelDirectionSchema).returns<Nothing>(),
  /** What was received is kept until it is continued or removed. */
  'translationModels.cancel': mutation(() => modelDirectionSchema).returns<Nothing>(),
  'translationModels.remove': mutation(() => modelDirectionSchema).returns<Nothing>(),
};
