import type { TopicClass } from './knownTopics.ts';

/** Banks whose sentences stand in the same order in every language, so that they can be named by their place. */
export type OrderedBank = 'about' | 'context' | 'advice' | 'pitfalls' | 'prices' | 'strengths';

/** Sentences about warranties, spare parts, returns and the like, which suit nothing but things from a shop. */
const aboutThings: Readonly<Record<OrderedBank, readonly number[]>> = {
  about: [1, 4, 10, 11],
  context: [3, 4, 7],
  advice: [3, 5],
  pitfalls: [0, 4],
  prices: [],
  strengths: [0, 5],
};

/** What does not suit places one goes to either. */
const notAboutPlaces: Readonly<Record<OrderedBank, readonly number[]>> = {
  about: [6, 8],
  context: [],
  advice: [4],
  pitfalls: [2, 3],
  prices: [3],
  strengths: [2, 4],
};

const none: ReadonlySet<number> = new Set();
const sets = new Map<string, ReadonlySet<number>>();

/** Places in a bank that do not suit the kind of topic. */
export function unfitting(bank: OrderedBank, kind: TopicClass): ReadonlySet<number> {
  if (kind === 'product') return none;
  const key = `${bank} ${kind}`;
  let unfit = sets.get(key);
  if (unfit === undefined) {
    unfit = new Set(kind === 'place' ? [...aboutThings[bank], ...notAboutPlaces[bank]] : aboutThings[bank]);
    sets.set(key, unfit);
  }
  return unfit;
}

const fits = new Map<string, readonly string[]>();

/** The sentences of a bank that suit the kind of topic. */
export function fitting(
  bank: OrderedBank,
  kind: TopicClass,
  phrases: { readonly tag: string } & Readonly<Record<OrderedBank, readonly string[]>>,
): readonly string[] {
  if (kind === 'product') return phrases[bank];
  const key = `${phrases.tag} ${bank} ${kind}`;
  let fit = fits.get(key);
  if (fit === undefined) {
    const unfit = unfitting(bank, kind);
    fit = phrases[bank].filter((_, index) => !unfit.has(index));
    fits.set(key, fit);
  }
  return fit;
}
