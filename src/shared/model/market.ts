import { z } from 'zod';
import { strictSchema } from '../lazySchema.ts';

/** The market of a question. An absent country means untargeted (news and search-ai allow it). */
export const marketSchema = strictSchema(() => ({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Use a country code of two capital letters, such as DE.')
    .nullable(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Use a state code of two capital letters, such as CA.')
    .optional(),
  language: z.string().min(2).max(35).optional(),
  location: z.string().min(1).max(500).optional(),
  device: z.enum(['desktop', 'mobile', 'ios', 'android']).optional(),
}));

export type Market = z.infer<typeof marketSchema>;

/** Stable text form of a market, its identity in the database and in URLs: `US:CA`, `DE~fr`, `*`. */
export function marketKey(market: Market): string {
  const place =
    market.country === null ? '*' : market.state ? `${market.country}:${market.state}` : market.country;
  const rest = [
    market.language ? `~${market.language}` : '',
    market.location ? `@${market.location}` : '',
    market.device ? `#${market.device}` : '',
  ];
  return place + rest.join('');
}
