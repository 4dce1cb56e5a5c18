import type { Engine } from '#shared/interface/engines.ts';
import { brandHost } from './brands.ts';
import { type Market, marketOf } from './market.ts';
import { entryAt, fraction, hashOf, mix, rankedIndexes, type Seeds } from './seed.ts';
import { countWords, fill, type SlotName, type Slots } from './template.ts';
import { type Topic, topicOf } from './topic.ts';

/** One brand as it stands in one market. */
export type BrandProfile = {
  readonly name: string;
  readonly host: string;
  /** Name of its main product, such as "Veltrano Pro 40"; the brand itself where it sells no things. */
  readonly model: string;
  /** In the market's currency. */
  readonly price: number;
  readonly oldPrice: number | undefined;
  readonly rating: number;
  readonly reviews: number;
  readonly seed: number;
};

/** Everything an answer is made from: who asks what, where and when. */
export type Scene = {
  readonly engine: Engine;
  readonly question: string;
  readonly market: Market;
  readonly topic: Topic;
  readonly topicWords: number;
  readonly seeds: Seeds;
  /** Best first. */
  readonly brands: readonly BrandProfile[];
  readonly nowMs: number;
  readonly year: string;
};

export type SceneRequest = {
  readonly engine: Engine;
  readonly question: string;
  readonly country: string | undefined;
  readonly state: string | undefined;
  readonly language: string | undefined;
  /** Sets a part of the market apart, such as one city of it; "" for the whole. */
  readonly narrowing: string;
  readonly nowMs: number;
  /** Tells two jobs apart; "" makes the answer depend on nothing but question, market and day. */
  readonly nonce: string;
};

const dayMs = 86_400_000;
const brandPurpose = 1;

export async function sceneOf(request: SceneRequest): Promise<Scene> {
  const { engine, question, country, state, language, nowMs } = request;
  const market = await marketOf(country, state, language);
  const topic = await topicOf(question, market.phrases);
  const seeds = seedsOf(request, market);
  return {
    engine,
    question,
    market,
    topic,
    topicWords: Math.max(1, topicWordsOf(topic.name)),
    seeds,
    brands: brandsOf(topic, market, seeds),
    nowMs,
    year: String(new Date(nowMs).getUTCFullYear()),
  };
}

function seedsOf({ engine, question, narrowing, nowMs, nonce }: SceneRequest, market: Market): Seeds {
  const asked = hashOf(engine, question.toLowerCase());
  const whole = mix(
    asked,
    hashOf(market.country, market.state ?? '', market.language, market.targeted ? 1 : 0),
  );
  const place = narrowing === '' ? whole : mix(whole, hashOf(narrowing));
  const day = mix(place, Math.floor(nowMs / dayMs));
  return { question: asked, market: place, day, job: nonce === '' ? day : mix(day, hashOf(nonce)) };
}

/** Slots of one sentence: the answer's own and those that vary from sentence to sentence with the seed. */
export function slotsFor(scene: Scene, seed: number, brand?: BrandProfile, other?: BrandProfile): Slots {
  return (name) => slotValue(scene, name, seed, brand, other);
}

function slotValue(
  scene: Scene,
  name: SlotName,
  seed: number,
  brand: BrandProfile | undefined,
  other: BrandProfile | undefined,
): string {
  const { market, topic } = scene;
  switch (name) {
    case 'topic':
      return topic.name;
    case 'Topic':
      return topic.capitalised;
    case 'brand':
      return brand === undefined ? '' : `**${brand.name}**`;
    case 'other':
      return other === undefined ? '' : `**${other.name}**`;
    case 'price':
      return brand === undefined ? priceLevel(scene, 1) : market.currency.format(brand.price);
    case 'low':
      return priceLevel(scene, 0.55);
    case 'high':
      return priceLevel(scene, 1.7);
    case 'rating':
      return market.decimal(brand?.rating ?? 4.3);
    case 'reviews':
      return market.number(brand?.reviews ?? 480);
    case 'percent':
      return market.percent(Math.round(8 + 22 * fraction(mix(seed, 11))) / 100);
    case 'share':
      return market.percent(Math.round(58 + 35 * fraction(mix(seed, 15))) / 100);
    case 'n':
      return market.number(3 + (mix(seed, 12) % 7));
    case 'months':
      return market.number(entryAt([12, 18, 24, 36], mix(seed, 13)));
    case 'year':
      return scene.year;
    case 'aspect':
      return entryAt(market.phrases.aspects[topic.aspects], mix(seed, 14));
    case 'country':
      return market.countryName;
    case 'subject':
      return topic.name;
  }
}

/** A price of the topic, as a multiple of the middling one. */
export function priceLevel({ market, topic }: Scene, level: number): string {
  return market.currency.format(market.currency.fromDollars(topic.price * level));
}

/** A template filled for names and titles: as `slotsFor`, without the bold marks. */
export function plain(scene: Scene, template: string, seed: number, brand?: BrandProfile): string {
  const text = fill(template, slotsFor(scene, seed, brand));
  return text.includes('**') ? text.replaceAll('**', '') : text;
}

function modelOf(name: string, seed: number): string {
  return `${name} ${entryAt(modelNames, mix(seed, 2))} ${10 * (1 + (mix(seed, 3) % 9))}`;
}

const modelNames = ['One', 'Pro', 'Air', 'Core', 'Flex', 'Max', 'Go', 'Plus', 'Neo', 'Duo'] as const;

/**
 * Reputation belongs to topic and brand and is the same everywhere; the market moves it, and local names have a
 * head start at home. Day and job move it a little.
 */
function brandsOf(topic: Topic, market: Market, seeds: Seeds): BrandProfile[] {
  const names = [...market.brands.regional, ...market.brands.global];
  const local = market.brands.regional.length;
  const reputation = hashOf('reputation', topic.slug);
  const order = rankedIndexes(
    names.length,
    seeds,
    brandPurpose,
    { market: 0.55, day: 0.06, job: 0.14 },
    (index) => 1.2 * fraction(mix(reputation, hashOf(names[index] ?? ''))) + (index < local ? 0.34 : 0),
  );
  return order.slice(0, 9).map((index) => profileOf(names[index] ?? '', topic, market, seeds));
}

function profileOf(name: string, topic: Topic, market: Market, seeds: Seeds): BrandProfile {
  const everywhere = hashOf(topic.slug, name);
  const here = mix(everywhere, seeds.market);
  const level = 0.6 + fraction(mix(everywhere, 1));
  const dollars = topic.price * level * (0.9 + 0.2 * fraction(mix(here, 1)));
  const price = market.currency.fromDollars(dollars);
  const reduced = fraction(mix(here, 2)) < 0.3;
  return {
    name,
    host: brandHost(name),
    model: topic.kind === 'product' ? modelOf(name, everywhere) : name,
    price,
    oldPrice: reduced ? market.currency.fromDollars(dollars * 1.22) : undefined,
    rating: rounded(3.7 + 1.1 * fraction(mix(everywhere, 4)) + 0.15 * fraction(mix(here, 4)), 1),
    reviews: 40 + (mix(everywhere, 5) % 1800) + (mix(here, 5) % 420),
    seed: here,
  };
}

const wordCounts = new Map<string, number>();

function topicWordsOf(name: string): number {
  const known = wordCounts.get(name);
  if (known !== undefined) return known;
  const words = countWords(name);
  if (wordCounts.size > 5_000) wordCounts.clear();
  wordCounts.set(name, words);
  return words;
}

/** @param decimals digits kept behind the point */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
