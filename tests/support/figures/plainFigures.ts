/**
 * The formulas of the figures over plain answers, written down once more and as plainly as they can be. Suites compare
 * what the program computes, column by column and by segment, with these.
 */
import { rateOf } from '#shared/figures/statistics/wilson.ts';

export type PlainMention = {
  /** 1 for the brand named first. */
  readonly rank: number;
  readonly listRank: number | null;
  /** 0..1. */
  readonly depth: number;
};

export type PlainAnswer = {
  readonly question: string;
  readonly country: string;
  /** Whether its page shows an AI Overview; null if none was asked for. */
  readonly overview: boolean | null;
  /** By brand; null if the answer was not searched. */
  readonly brands: Readonly<Record<string, PlainMention>> | null;
  /** URLs with their domains in the order of the answer, each once; null if it cannot have sources. */
  readonly citations: readonly { readonly url: string; readonly domain: string }[] | null;
};

export type PlainFigure = {
  readonly value: number | null;
  readonly denominator: number;
  /** 95 % interval of a share of answers, questions or countries; otherwise null. */
  readonly low: number | null;
  readonly high: number | null;
};

const share = (having: number, of: number): PlainFigure => ({
  value: of === 0 ? null : having / of,
  denominator: of,
  low: null,
  high: null,
});
const rate = (having: number, of: number): PlainFigure => {
  const { low, high } = rateOf(having, of);
  return { ...share(having, of), low, high };
};
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const average = (values: readonly number[]): PlainFigure => share(sum(values), values.length);
const count = <T>(items: readonly T[], holds: (item: T) => boolean): number => items.filter(holds).length;

function searched(answers: readonly PlainAnswer[], brand: string) {
  const all = answers.flatMap(({ brands, ...answer }) =>
    brands === null ? [] : [{ ...answer, named: Object.keys(brands).length, mention: brands[brand] ?? null }],
  );
  return { all, mentions: all.flatMap(({ mention }) => mention ?? []) };
}

type OfBrand = (answers: readonly PlainAnswer[], brand: string) => PlainFigure;

const reached =
  (unit: 'question' | 'country'): OfBrand =>
  (answers, brand) => {
    const { all } = searched(answers, brand);
    const having = new Set(all.filter(({ mention }) => mention !== null).map((answer) => answer[unit]));
    return rate(having.size, new Set(all.map((answer) => answer[unit])).size);
  };
const withRank =
  (most: number): OfBrand =>
  (answers, brand) => {
    const { all, mentions } = searched(answers, brand);
    const having = count(mentions, ({ rank }) => rank <= most);
    return rate(having, all.length);
  };
const inBand =
  (from: number, before: number): OfBrand =>
  (answers, brand) => {
    const { mentions } = searched(answers, brand);
    const having = count(mentions, ({ depth }) => depth >= from && depth < before);
    return rate(having, mentions.length);
  };

export const plainBrandFigures: Readonly<Record<string, OfBrand>> = {
  visibility: (answers, brand) => {
    const { all, mentions } = searched(answers, brand);
    return rate(mentions.length, all.length);
  },
  'first-mention-rate': withRank(1),
  'top-3-rate': withRank(3),
  'share-of-voice': (answers, brand) => {
    const { all, mentions } = searched(answers, brand);
    return share(mentions.length, sum(all.map(({ named }) => named)));
  },
  'mean-rank': (answers, brand) => average(searched(answers, brand).mentions.map(({ rank }) => rank)),
  'list-rank': (answers, brand) =>
    average(searched(answers, brand).mentions.flatMap(({ listRank }) => listRank ?? [])),
  'prompt-coverage': reached('question'),
  'country-reach': reached('country'),
  depth: (answers, brand) => average(searched(answers, brand).mentions.map(({ depth }) => depth)),
  'depth-top': inBand(0, 0.25),
  'depth-middle': inBand(0.25, 0.75),
  'depth-bottom': inBand(0.75, Number.POSITIVE_INFINITY),
};

type Matches = (citation: { readonly url: string; readonly domain: string }) => boolean;
type OfSources = (answers: readonly PlainAnswer[], matches: Matches) => PlainFigure;

const carrying = (answers: readonly PlainAnswer[], matches: Matches) =>
  answers.flatMap(({ citations, ...answer }) =>
    citations === null ? [] : [{ ...answer, citations, cited: citations.filter(matches) }],
  );

const citing =
  (among: (citations: number) => boolean): OfSources =>
  (answers, matches) => {
    const all = carrying(answers, matches).filter(({ citations }) => among(citations.length));
    const having = count(all, ({ cited }) => cited.length > 0);
    return rate(having, all.length);
  };
const shareOfCitations: OfSources = (answers, matches) => {
  const all = carrying(answers, matches);
  return share(sum(all.map(({ cited }) => cited.length)), sum(all.map(({ citations }) => citations.length)));
};

export const plainPageFigures: Readonly<Record<string, (answers: readonly PlainAnswer[]) => PlainFigure>> = {
  'overview-rate': (answers) => {
    const asked = answers.filter(({ overview }) => overview !== null);
    return rate(
      count(asked, ({ overview }) => overview === true),
      asked.length,
    );
  },
};

/** `answers` in the order of time, of one engine. */
export const plainSourceFigures: Readonly<Record<string, OfSources>> = {
  'source-presence': citing(() => true),
  'citation-rate': citing((citations) => citations > 0),
  'citation-share': shareOfCitations,
  'type-mix': shareOfCitations,
  'mean-source-position': (answers, matches) =>
    average(
      carrying(answers, matches).flatMap(({ citations }) => {
        const first = citations.findIndex(matches);
        return first === -1 ? [] : [first + 1];
      }),
    ),
  'prompt-reach': (answers, matches) => {
    const all = carrying(answers, matches);
    const having = new Set(all.filter(({ cited }) => cited.length > 0).map(({ question }) => question));
    return rate(having.size, new Set(all.map(({ question }) => question)).size);
  },
  concentration: (answers) => {
    const counts = [...domainCounts(answers.flatMap(({ citations }) => citations ?? [])).values()];
    const all = sum(counts);
    return { ...share(sum(counts.map((each) => each ** 2)), all ** 2), denominator: all };
  },
  stability: (answers) => {
    const segments = Map.groupBy(answers, ({ question, country }) => `${question} ${country}`);
    const overlaps = [...segments.values()].flatMap((segment) => {
      const lists = segment.flatMap(({ citations }) => (citations === null ? [] : [domainCounts(citations)]));
      return lists.slice(1).flatMap((now, at) => overlapOf(lists[at] ?? now, now) ?? []);
    });
    const all = average(overlaps);
    return overlaps.length < 20 ? { ...all, value: null } : all;
  },
};

function domainCounts(citations: readonly { readonly domain: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { domain } of citations) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return counts;
}

/** Σ min(share, share); null if either has no citations. */
function overlapOf(one: ReadonlyMap<string, number>, two: ReadonlyMap<string, number>): number | null {
  const [allOne, allTwo] = [sum([...one.values()]), sum([...two.values()])];
  if (allOne === 0 || allTwo === 0) return null;
  return sum([...one].map(([domain, each]) => Math.min(each / allOne, (two.get(domain) ?? 0) / allTwo)));
}
