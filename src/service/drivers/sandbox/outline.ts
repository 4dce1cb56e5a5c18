import { fitting, unfitting } from './fitting.ts';
import { type BrandProfile, type Scene, slotsFor } from './scene.ts';
import { entryAt, mix, rankedIndexes } from './seed.ts';
import { fill, wordsIn } from './template.ts';

/** Which sentences an answer has, before they are put in order and written. Bold marks are Markdown's. */
export type Outline = {
  readonly intro: readonly string[];
  readonly brands: readonly {
    readonly brand: BrandProfile;
    readonly tag: string;
    readonly sentences: readonly string[];
  }[];
  readonly context: readonly string[];
  readonly advice: readonly string[];
  readonly pitfalls: readonly string[];
  readonly prices: readonly string[];
  readonly verdict: readonly string[];
};

type Bank = 'intro' | 'context' | 'advice' | 'pitfalls' | 'prices' | 'verdict';

const purposes: Readonly<Record<Bank, number>> = {
  intro: 21,
  context: 22,
  advice: 23,
  pitfalls: 24,
  prices: 25,
  verdict: 26,
};
const sentenceWeights = { market: 0.3, day: 0.03, job: 0.1 };
const aboutPurpose = 40;
const wordsPerTableRow = 8;
/** Below this an answer is a few plain paragraphs, without headings and table. */
export const fullLayoutWords = 150;

/**
 * Chooses sentences until the answer has about `words` words. Which sentences come first in each bank depends on
 * the question and a little on market and job, so that answers of one language share much of their wording.
 */
export function outlineOf(scene: Scene, words: number, withBrands: boolean): Outline {
  const brandCount = withBrands ? Math.min(8, Math.max(1, Math.round(words / 85))) : 0;
  const twoIntros = words >= 220;
  const picker = sentencePicker(scene, withBrands, brandCount, twoIntros ? 1 : 0);
  const chosen: Record<Bank, string[]> = {
    intro: [],
    context: [],
    advice: [],
    pitfalls: [],
    prices: [],
    verdict: [],
  };
  const listed = scene.brands.slice(0, brandCount).map((brand, index) => ({
    brand,
    tag: picker.tag(brand, index),
    sentences: [] as string[],
  }));
  let total = 0;
  const add = (bank: Bank): boolean => {
    const sentence = picker.next(bank, chosen[bank].length);
    if (sentence === undefined) return false;
    chosen[bank].push(sentence.text);
    total += sentence.words;
    return true;
  };
  const addAbout = (index: number): boolean => {
    const entry = listed[index];
    if (entry === undefined) return false;
    const sentence = picker.about(entry.brand, index, entry.sentences.length);
    if (sentence === undefined) return false;
    if (entry.sentences.length === 0) total += 4;
    entry.sentences.push(sentence.text);
    total += sentence.words;
    return true;
  };

  if (words >= 35 || !withBrands) add('intro');
  if (twoIntros) add('intro');
  for (let index = 0; index < listed.length && total < words - 8; index += 1) addAbout(index);
  if (words >= fullLayoutWords) {
    add('verdict');
    total += 20 + listed.length * wordsPerTableRow;
    for (const bank of ['advice', 'advice', 'advice', 'context'] as const) if (total < words) add(bank);
  }
  grow(words, () => total, add, addAbout, listed.length);
  return { ...chosen, brands: listed.filter((entry) => entry.sentences.length > 0) };
}

/** Adds from every bank in turn until the words are reached or the banks are empty. */
function grow(
  words: number,
  total: () => number,
  add: (bank: Bank) => boolean,
  addAbout: (index: number) => boolean,
  brandCount: number,
): void {
  const round: readonly (() => boolean)[] = [
    ...Array.from({ length: Math.min(3, brandCount) }, (_, index) => () => addAbout(index)),
    () => add('context'),
    () => add('advice'),
    ...Array.from({ length: Math.max(0, brandCount - 3) }, (_, index) => () => addAbout(index + 3)),
    () => add('pitfalls'),
    () => add('prices'),
    () => add('intro'),
    () => add('context'),
    () => add('pitfalls'),
  ];
  let added = true;
  while (added && total() < words - 8) {
    added = false;
    for (const step of round) {
      if (total() >= words - 8) return;
      added = step() || added;
    }
  }
}

type Sentence = { readonly text: string; readonly words: number };

/**
 * @param brandCount how many brands the answer lists; an opening that counts the options says this number
 * @param topicBy index of the opening sentence by which the topic of the question must have been named
 */
function sentencePicker(scene: Scene, withBrands: boolean, brandCount: number, topicBy: number) {
  const { market, seeds, topicWords, brands } = scene;
  const { phrases } = market;
  const { kind } = scene.topic;
  const unfit = unfitting('about', kind);
  const banks: Readonly<Record<Bank, readonly string[]>> = {
    intro: phrases.intro,
    context: fitting('context', kind, phrases),
    advice: fitting('advice', kind, phrases),
    pitfalls: fitting('pitfalls', kind, phrases),
    prices: fitting('prices', kind, phrases).filter(
      (sentence) => withBrands || !sentence.includes('{brand}'),
    ),
    verdict: withBrands ? phrases.verdict : phrases.plainVerdict,
  };
  const orderByBank = new Map<Bank, readonly number[]>();
  const orderOf = (bank: Bank): readonly number[] => {
    let order = orderByBank.get(bank);
    if (order === undefined) {
      order = rankedIndexes(banks[bank].length, seeds, purposes[bank], sentenceWeights);
      if (bank === 'intro') order = withTopicBy(order, banks.intro, topicBy);
      orderByBank.set(bank, order);
    }
    return order;
  };
  const written = (template: string, seed: number, brand?: BrandProfile, other?: BrandProfile): Sentence => ({
    text: fill(template, slotsFor(scene, seed, brand, other)),
    words: wordsIn(template, topicWords),
  });
  const opening = (template: string, seed: number): Sentence => {
    const slots = slotsFor(scene, seed);
    const count = market.number(brandCount > 1 ? brandCount : 4);
    return {
      text: fill(template, (name) => (name === 'n' ? count : slots(name))),
      words: wordsIn(template, topicWords),
    };
  };
  const timesSaid = new Map<number, number>();
  const saidByRank: Set<number>[] = [];
  const saidOf = (rank: number): Set<number> => {
    const said = saidByRank[rank] ?? new Set<number>();
    saidByRank[rank] = said;
    return said;
  };
  /** From `start` on, the sentence fewest brands have, among those this brand does not have yet. */
  const leastSaid = (start: number, count: number, said: ReadonlySet<number>): number => {
    let best = count;
    let fewest = Number.POSITIVE_INFINITY;
    for (let step = 0; step < count; step += 1) {
      const index = (start + step) % count;
      const times = timesSaid.get(index) ?? 0;
      if (unfit.has(index) || said.has(index) || times >= fewest) continue;
      best = index;
      fewest = times;
    }
    return best;
  };
  return {
    next: (bank: Bank, taken: number): Sentence | undefined => {
      const index = orderOf(bank)[taken];
      if (index === undefined) return undefined;
      const seed = valueSeed(scene, purposes[bank] * 64 + index);
      if (bank === 'intro') return opening(entryAt(banks.intro, index), seed);
      return written(entryAt(banks[bank], index), seed, brands[0], brands[1]);
    },
    /** The sentence said least so far, so that two brands do not read alike; the critical one comes late. */
    about: (brand: BrandProfile, rank: number, taken: number): Sentence | undefined => {
      const critical = phrases.about.length - 1;
      if (taken > critical - unfit.size) return undefined;
      const said = saidOf(rank);
      const shift = brand.seed % 4 === 0 ? 1 : 0;
      const start = mix(seeds.question, aboutPurpose) + rank * 3 + taken * 5 + shift;
      const criticalNow =
        taken >= 2 &&
        rank > 0 &&
        !unfit.has(critical) &&
        !said.has(critical) &&
        (brand.seed % 5 < 2 || taken === critical);
      const index = criticalNow ? critical : leastSaid(start, critical, said);
      said.add(index);
      timesSaid.set(index, (timesSaid.get(index) ?? 0) + 1);
      return written(
        entryAt(phrases.about, index),
        mix(brand.seed, index),
        brand,
        brands[(rank + 1) % brands.length],
      );
    },
    tag: (brand: BrandProfile, rank: number): string => {
      const tags = phrases.tags;
      const index = rank < 2 ? rank : 2 + (mix(seeds.question, 70 + rank) % (tags.length - 2));
      return fill(entryAt(tags, index), slotsFor(scene, brand.seed, brand));
    },
  };
}

/** Moves the first sentence that names the topic up to `place`, unless one stands there or before already. */
function withTopicBy(
  order: readonly number[],
  sentences: readonly string[],
  place: number,
): readonly number[] {
  const at = order.findIndex((index) => /\{[Tt]opic\}/.test(sentences[index] ?? ''));
  const index = order[at];
  if (index === undefined || at <= place) return order;
  const rest = order.filter((other) => other !== index);
  return [...rest.slice(0, place), index, ...rest.slice(place)];
}

/** Numbers in general sentences belong to the market and stay when it is asked again. */
function valueSeed(scene: Scene, purpose: number): number {
  return mix(scene.seeds.market, purpose);
}
