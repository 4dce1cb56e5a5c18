import { z } from 'zod';
import {
  modelDirectionSchema,
  type OfferedModel,
  type TranslationModels,
} from '../../model/translationModels.ts';
import { mutation, query } from '../route.ts';

const nothing = () => z.strictObject({});

export const translationModelRoutes = {
  /** Stored models, and downloads of this program. Asks no server. */
  'translationModels.state': query(nothing, () => z.custom<TranslationModels>()),
  /** What the address in the settings offers: reads its list, no model. */
  'translationModels.offered': query(nothing, () =>
    z.object({ address: z.string(), licence: z.string(), models: z.array(z.custom<OfferedModel>()) }),
  ),
  /** Begins a download, or continues one that was cut. */
  'translationModels.download': mutation(
    () => modelDirectionSchema,
    () => z.object({}),
  ),
  /** What was received is kept until it is continued or removed. */
  'translationModels.cancel': mutation(
    () => modelDirectionSchema,
    () => z.object({}),
  ),
  'translationModels.remove': mutation(
    () => modelDirectionSchema,
    () => z.object({}),
  ),
};
