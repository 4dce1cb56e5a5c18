import { z } from 'zod';

export const text = z.string();
export const whole = z.int().min(0);
export const position = z.int().min(1);
export const link = z.url();
/** Present or absent, never null, unless a table says so. */
export const maybe = text.optional();

/** Members this service adds to a result; additions are allowed, clients ignore what they do not know. */
export const additions = { provenance: z.record(z.string(), z.unknown()).optional() };

export const source = z.strictObject({
  position,
  url: link,
  label: text,
  description: maybe,
});

export const searchSource = source.extend({ redirectLink: link.optional() });

export const pill = z.strictObject({
  label: text,
  citationPillId: position,
  url: link,
  domain: text,
  description: maybe,
  position,
});

export const searchPill = pill.extend({ position: position.optional(), redirectLink: link.optional() });

export const money = z.strictObject({ value: z.number().optional(), currency: maybe, raw: maybe });

export const place = z.strictObject({
  title: text,
  index: whole,
  thumbnail: maybe,
  rating: z.number().optional(),
  reviews: whole.optional(),
  type: maybe,
  address: maybe,
  status: maybe,
  placeId: maybe,
  phone: maybe,
  website: maybe,
  link: maybe,
  priceLevel: maybe,
});

export const mapPlace = place.extend({
  placeId: text,
  link: text,
  gpsCoordinates: z.strictObject({ latitude: z.number(), longitude: z.number() }),
});

/** Link members of the flags every assistant has. */
export const flagMembers = {
  html: link.optional(),
  markdown: maybe,
  rawResponse: z.array(z.unknown()).optional(),
};
