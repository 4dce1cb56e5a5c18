import { z } from 'zod';
import {
  projectTranslationSchema,
  type TranslatedState,
  type Translation,
  targetLanguageSchema,
  translationChoiceShape,
  translationJobSchema,
  translationQuoteSchema,
  translatorViewSchema,
} from '../../model/translation.ts';
import { mutation, ofProject, query } from '../route.ts';

const jobId = () => z.strictObject({ id: z.string().min(1) });

export const translationRoutes = {
  /** Stored translations, in the order of the ids; answers without one are skipped. Translates nothing. */
  'translations.get': query(
    () => z.strictObject({ ids: z.array(z.string()).max(2000), to: targetLanguageSchema }),
    () => z.object({ translations: z.array(z.custom<Translation>()) }),
  ),
  /** Passages of stored answers, translated: null where no translation of the passage is stored. */
  'translations.passages': query(
    () =>
      z.strictObject({
        passages: z.array(z.strictObject({ observationId: z.string(), text: z.string().max(5000) })).max(500),
        to: targetLanguageSchema,
      }),
    () => z.object({ texts: z.array(z.string().nullable()) }),
  ),
  /** Of each stored answer: its language, and when it was translated. Reads no text. */
  'translations.stored': query(
    () => z.strictObject({ ids: z.array(z.string()).max(20_000), to: targetLanguageSchema }),
    () => z.object({ answers: z.array(z.custom<TranslatedState>()) }),
  ),
  /** What a translation would send and cost; sends no text. */
  'translations.quote': ofProject(
    query(
      () => z.strictObject(translationChoiceShape),
      () => translationQuoteSchema,
    ),
  ),
  /** Starts a job. It ends before an answer that would exceed a limit. */
  'translations.start': ofProject(
    mutation(
      () =>
        z.strictObject({
          ...translationChoiceShape,
          limit: z
            .strictObject({ credits: z.number().min(0).optional(), cost: z.number().min(0).optional() })
            .default({}),
        }),
      () => translationJobSchema,
    ),
  ),
  /** Jobs of this program, newest first. */
  'translations.jobs': query(
    () => z.strictObject({}),
    () => z.object({ jobs: z.array(translationJobSchema) }),
  ),
  /** Waits until a job has ended. A caller that cancels the call cancels the job. */
  'translations.finish': mutation(jobId, () => translationJobSchema),
  /** What is translated is kept. */
  'translations.cancel': mutation(jobId, () => translationJobSchema),
  /** The translators, and what each needs. */
  'translations.translators': query(
    () => z.strictObject({}),
    () => z.object({ translators: z.array(translatorViewSchema) }),
  ),
  /** A key is stored with the address it was entered for and sent to no other. */
  'translations.setKey': mutation(
    () =>
      z.strictObject({
        translator: z.enum(['deepl', 'libretranslate']),
        key: z.string().trim().max(500).nullable(),
      }),
    () => z.object({}),
  ),
  /** Language and translator of a project. */
  'translations.setting': ofProject(
    query(
      () => z.strictObject({}),
      () => projectTranslationSchema.unwrap().nullable(),
    ),
  ),
  'translations.choose': ofProject(
    mutation(
      () => z.strictObject({ setting: projectTranslationSchema.unwrap().nullable() }),
      () => z.object({}),
    ),
  ),
};
