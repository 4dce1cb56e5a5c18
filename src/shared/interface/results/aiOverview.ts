import { z } from 'zod';
import { looseSchema } from '../../lazySchema.ts';
import {
  type Known,
  linkedPillSchema,
  linkedSourceSchema,
  listOf,
  mapPlaceSchema,
  moneySchema,
  optionalString,
  placeSchema,
  position,
} from './shared.ts';

export const aiOverviewSchema = looseSchema(() => ({
  text: optionalString,
  /** Only with `include.aioverview.markdown`. */
  markdown: optionalString,
  sources: z.array(linkedSourceSchema).optional(),
  citationPills: z.array(linkedPillSchema).optional(),
  relatedLinks: listOf({
    label: z.string(),
    citationPillId: z.int(),
    url: z.string(),
    domain: z.string(),
    description: optionalString,
    redirectLink: optionalString,
  }),
  videos: listOf({
    url: z.string(),
    title: optionalString,
    thumbnail: optionalString,
    source: optionalString,
    platform: optionalString,
    date: optionalString,
    duration: optionalString,
    redirectLink: optionalString,
  }),
  places: z.array(placeSchema).optional(),
  map: z.array(mapPlaceSchema).optional(),
  ads: listOf({
    position,
    title: z.string(),
    url: z.string(),
    type: z.enum(['TEXT', 'SHOPPING']),
    domain: optionalString,
    description: optionalString,
    price: moneySchema.optional(),
    old_price: moneySchema.optional(),
    store: optionalString,
    image: optionalString,
  }),
}));
export type AiOverview = Known<z.infer<typeof aiOverviewSchema>>;
