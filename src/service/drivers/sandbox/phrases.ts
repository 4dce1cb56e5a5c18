import { z } from 'zod';
import { knownTopics } from './knownTopics.ts';
import { unknownSlots } from './template.ts';

const text = z
  .string()
  .min(1)
  .refine((value) => value.trim() === value, 'must not begin or end with white space');

/** A text with slots; see `slotNames`. */
const template = text
  .refine((value) => !/[*|]/.test(value), 'must not hold the marks * and |')
  .refine((value) => unknownSlots(value).length === 0, {
    error: ({ input }) => `has slots that nothing fills: ${unknownSlots(String(input)).join(', ')}`,
  });

/** Lists have the same length in every language: the same place holds the same sentence in each. */
const list = (length: number) => z.array(template).length(length).readonly();

/**
 * Everything the sandbox says in one language, as its file in `resources/sandbox` holds it. Phrases are written so
 * that every slot may hold any value without being inflected.
 */
export const phrasesSchema = z
  .strictObject({
    /** BCP 47. */
    tag: text,
    /** Noun phrase around the words of a question whose topic has no name; slot `{subject}`. */
    subject: template,
    /** What an answer weighs, by kind of topic. */
    aspects: z
      .strictObject({
        product: list(5),
        software: list(5),
        money: list(5),
        place: list(5),
        lock: list(5),
        shoe: list(5),
      })
      .readonly(),
    headings: z
      .strictObject({
        ranking: list(3),
        comparison: template,
        context: template,
        advice: template,
        pitfalls: template,
        prices: template,
        verdict: template,
      })
      .readonly(),
    /** Opening sentences, without brands. */
    intro: list(5),
    /** Sentences about the market, without brands; they serve as snippets too. */
    context: list(8),
    rankingLead: list(3),
    /** Short labels behind a brand in a list. */
    tags: list(8),
    /** Sentences about one brand; the last is the critical one. */
    about: list(12),
    advice: list(7),
    pitfalls: list(5),
    prices: list(4),
    verdict: list(4),
    /** Closing sentences without brands. */
    plainVerdict: list(2),
    /** Column heads: option, price, rating, strength. */
    table: z.tuple([template, template, template, template]).readonly(),
    strengths: list(8),
    /** Each under 160 characters. */
    refusals: z.array(template.max(159)).length(2).readonly(),
    /** Titles of web pages. */
    titles: list(8),
    /** Titles of a brand's own pages. */
    brandTitles: list(2),
    forumTitles: list(2),
    queries: list(6),
    questions: list(5),
    related: list(6),
    headlines: list(6),
    posts: list(4),
    /** Romanised stems of local web sites. */
    sites: z
      .array(z.string().regex(/^[a-z][a-z-]{3,20}$/))
      .length(10)
      .readonly(),
    /** Names of local news outlets. */
    outlets: list(4),
    shop: z
      .strictObject({
        inStock: template,
        freeShipping: template,
        lowestPrice: template,
        delivery: template,
        isNew: template,
        sale: template,
        adTitles: list(3),
        adBodies: list(2),
      })
      .readonly(),
    places: z
      .strictObject({ kind: template, open: template, hours: template, names: list(4), streets: list(4) })
      .readonly(),
    panel: z
      .strictObject({
        kind: template,
        description: template,
        priceRange: template,
        popular: template,
        average: template,
      })
      .readonly(),
  })
  .readonly();
export type Phrases = z.output<typeof phrasesSchema>;

/** By language tag the names of the known topics, in the order of `knownTopics`: plural noun phrases. */
export const topicNamesSchema = z.record(
  z.string(),
  z
    .array(text.regex(/^[^{}*|]+$/))
    .length(knownTopics.length)
    .readonly(),
);
export type TopicNames = Readonly<z.output<typeof topicNamesSchema>>;
