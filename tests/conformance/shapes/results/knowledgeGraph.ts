import { z } from 'zod';
import { maybe, text } from './shared.ts';

const redirectLink = maybe;
const linked = { link: maybe, redirectLink };
const list = <T extends z.ZodRawShape>(shape: T) => z.array(z.strictObject(shape)).min(1).optional();

/** Ratings and prices are strings here; every item with a link may have a redirectLink. */
export const knowledgeGraph = z.strictObject({
  title: text,
  type: maybe,
  kgmid: maybe,
  description: maybe,
  imageUrl: maybe,
  website: maybe,
  menu: maybe,
  trailer: maybe,
  source: z.strictObject({ name: maybe, ...linked }).optional(),
  attributes: list({ key: text, value: text }),
  profiles: list({ name: text, ...linked }),
  peopleAlsoSearchFor: list({ name: text, ...linked }),
  thingsToKnow: list({ label: text, subtitle: maybe }),
  ratings: list({ platform: text, rating: text, ...linked }),
  streamingOptions: list({ platform: text, ...linked }),
  webRatings: list({ platform: text, rating: text, ...linked, votes: maybe }),
  statsCard: z
    .strictObject({
      context: maybe,
      stats: z.array(z.strictObject({ label: text, value: text })),
    })
    .optional(),
  socialPosts: list({ platform: text, text, ...linked, date: maybe }),
  notableAlumni: list({ name: text, ...linked }),
  contact: list({ label: text, url: text, redirectLink }),
  weather: z.strictObject({ temperature: text, condition: maybe }).optional(),
  rating: z.strictObject({ rating: text, count: z.unknown() }).optional(),
  admission: list({ provider: text, price: text, ...linked, badge: maybe }),
  artworks: list({ title: text, ...linked, author: maybe }),
  has3dModel: z.boolean().optional(),
  hotelOptions: list({ provider: text, price: text, ...linked, note: maybe }),
  trendingProducts: list({ title: text, price: maybe, ...linked }),
  merchantVideos: list({ title: text, ...linked, platform: maybe, duration: maybe }),
  listenOn: list({ platform: text, ...linked }),
  redirectLink,
});
