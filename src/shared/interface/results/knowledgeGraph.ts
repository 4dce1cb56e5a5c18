import { z } from 'zod';
import { lazySchema } from '../../lazySchema.ts';
import { type Known, optionalString } from './shared.ts';

const redirectLink = optionalString;
const namedLinks = lazySchema(() =>
  z.array(z.looseObject({ name: z.string(), link: optionalString, redirectLink })).optional(),
);
const platformLinks = lazySchema(() =>
  z.array(z.looseObject({ platform: z.string(), link: optionalString, redirectLink })).optional(),
);

/** The panel beside the results. Ratings and prices are strings here, as shown. */
export const knowledgeGraphSchema = lazySchema(() =>
  z.looseObject({
    title: optionalString,
    type: optionalString,
    kgmid: optionalString,
    description: optionalString,
    imageUrl: optionalString,
    website: optionalString,
    menu: optionalString,
    trailer: optionalString,
    source: z.looseObject({ name: optionalString, link: optionalString, redirectLink }).optional(),
    attributes: z.array(z.looseObject({ key: z.string(), value: z.string() })).optional(),
    profiles: namedLinks,
    peopleAlsoSearchFor: namedLinks,
    thingsToKnow: z.array(z.looseObject({ label: z.string(), subtitle: optionalString })).optional(),
    ratings: z
      .array(
        z.looseObject({ platform: z.string(), rating: optionalString, link: optionalString, redirectLink }),
      )
      .optional(),
    streamingOptions: platformLinks,
    webRatings: z
      .array(
        z.looseObject({
          platform: z.string(),
          rating: optionalString,
          link: optionalString,
          votes: optionalString,
          redirectLink,
        }),
      )
      .optional(),
    statsCard: z
      .looseObject({
        context: optionalString,
        stats: z.array(z.looseObject({ label: z.string(), value: z.string() })).optional(),
      })
      .optional(),
    socialPosts: z
      .array(
        z.looseObject({
          platform: z.string(),
          text: optionalString,
          link: optionalString,
          date: optionalString,
          redirectLink,
        }),
      )
      .optional(),
    notableAlumni: namedLinks,
    contact: z.array(z.looseObject({ label: z.string(), url: optionalString, redirectLink })).optional(),
    weather: z.looseObject({ temperature: optionalString, condition: optionalString }).optional(),
    rating: z.looseObject({ rating: optionalString, count: optionalString }).optional(),
    admission: z
      .array(
        z.looseObject({
          provider: z.string(),
          price: optionalString,
          link: optionalString,
          badge: optionalString,
          redirectLink,
        }),
      )
      .optional(),
    artworks: z
      .array(z.looseObject({ title: z.string(), link: optionalString, author: optionalString, redirectLink }))
      .optional(),
    has3dModel: z.boolean().optional(),
    hotelOptions: z
      .array(
        z.looseObject({
          provider: z.string(),
          price: optionalString,
          link: optionalString,
          note: optionalString,
          redirectLink,
        }),
      )
      .optional(),
    trendingProducts: z
      .array(z.looseObject({ title: z.string(), price: optionalString, link: optionalString, redirectLink }))
      .optional(),
    merchantVideos: z
      .array(
        z.looseObject({
          title: z.string(),
          link: optionalString,
          platform: optionalString,
          duration: optionalString,
          redirectLink,
        }),
      )
      .optional(),
    listenOn: platformLinks,
    redirectLink,
  }),
);
export type KnowledgeGraph = Known<z.infer<typeof knowledgeGraphSchema>>;
