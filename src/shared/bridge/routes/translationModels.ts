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
  'translationModels.state': query(nothing).returns<TranslationModels>(),
  /** What the address in the settings offers: reads its list, no model. */
  'translationModels.offered': query(nothing).returns<{
    readonly address: string;
    readonly licence: string;
    readonly models: readonly OfferedModel[];
  }>(),
  /** Begins a download, or continues one that was cut. */
  'translationModels.download': mutation(() => modelDirectionSchema).returns<
    Readonly<Record<string, never>>
  >(),
  /** What was received is kept until it is continued or removed. */
  'translationModels.cancel': mutation(() => modelDirectionSchema).returns<Readonly<Record<string, never>>>(),
  'translationModels.remove': mutation(() => modelDirectionSchema).returns<Readonly<Record<string, never>>>(),
};
