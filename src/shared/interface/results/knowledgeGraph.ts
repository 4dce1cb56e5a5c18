import { z } from 'zod';
import { lazySchema, looseSchema } from '../../lazySchema.ts';
import { type Known, listOf, optionalString, partOf } from './shared.ts';

const redirectLink = optionalString;
const link = optionalString;
/** What may be there: a list of entries that lead to a page. */
const linked = <Entry extends z.core.$ZodLooseShape>(entry: Entry) => listOf({ ...entry, redirectLink });
const namedLinks = lazySchema(() => linked({ name: z.string(), link }));
const platformLinks = lazySchema(() => linked({ platform: z.string(), link }));

/** The panel beside the results. Ratings and prices are strings here, as shown. */
export const knowledgeGraphSchema = looseSchema(() => ({
  title: optionalString,
  type: optionalString,
  kgmid: optionalString,
  description: optionalString,
  imageUrl: optionalString,
  website: optionalString,
  menu: optionalString,
  trailer: optionalString,
  source: partOf({ name: optionalString, link: optionalString, redirectLink }),
  attributes: listOf({ key: z.string(), value: z.string() }),
  profiles: namedLinks,
  peopleAlsoSearchFor: namedLinks,
  thingsToKnow: listOf({ label: z.string(), subtitle: optionalString }),
  ratings: linked({ platform: z.string(), rating: optionalString, link }),
  streamingOptions: platformLinks,
  webRatings: linked({ platform: z.string(), rating: optionalString, link, votes: optionalString }),
  statsCard: partOf({
    context: optionalString,
    stats: listOf({ label: z.string(), value: z.string() }),
  }),
  socialPosts: linked({ platform: z.string(), text: optionalString, link, date: optionalString }),
  notableAlumni: namedLinks,
  contact: linked({ label: z.string(), url: optionalString }),
  weather: partOf({ temperature: optionalString, condition: optionalString }),
  rating: partOf({ rating: optionalString, count: optionalString }),
  admission: linked({ provider: z.string(), price: optionalString, link, badge: optionalString }),
  artworks: linked({ title: z.string(), link, author: optionalString }),
  has3dModel: z.boolean().optional(),
  hotelOptions: linked({ provider: z.string(), price: optionalString, link, note: optionalString }),
  trendingProducts: linked({ title: z.string(), price: optionalString, link }),
  merchantVideos: linked({ title: z.string(), link, platform: optionalString, duration: optionalString }),
  listenOn: platformLinks,
  redirectLink,
}));
export type KnowledgeGraph = Known<z.infer<typeof knowledgeGraphSchema>>;
