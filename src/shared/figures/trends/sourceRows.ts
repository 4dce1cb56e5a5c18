/** The cited domains or pages of the answers of a project. */
import type { Rate } from '../../model/comparison/comparison.ts';
import type { TrendFacts, TrendLine, TrendValues } from '../../model/trendLines.ts';
import { sourcePresence } from '../definitions/sourceFigures.ts';
import { rateOf, shareOf } from '../statistics/wilson.ts';
import type { Buckets } from './buckets.ts';
import { type CellSums, sumsOf } from './pooling.ts';
import type { SourceColumns } from './sourceValues.ts';
import { controlledLines, deltaOf } from './trend.ts';

export type SourceInput = {
  readonly facts: TrendFacts;
  readonly sources: SourceColumns;
  /** The item of each URL, by URL number: its domain, itself, or -1 to leave it out. */
  readonly itemOfUrl: Int32Array;
  readonly items: number;
  /** 1 for the URLs of your sites, by URL number. */
  readonly own: Uint8Array;
  /** Answers of the period, ascending in time. */
  readonly answers: Int32Array;
  /** Answers of the compared period; null without one. */
  readonly compared: Int32Array | null;
  readonly buckets: Buckets;
  readonly most: number;
};

export type SourceFigures = {
  readonly item: number;
  /** Definitions of source presence and citation share, summed for all items at once. */
  readonly presence: Rate;
  readonly share: Rate;
  readonly instead: Rate;
  readonly change: TrendLine['delta'] | null;
  readonly trend: readonly (number | null)[];
  /** Answers that cite it, ascending in time. */
  readonly answers: Int32Array;
};

export type SourceRows = {
  readonly rows: readonly SourceFigures[];
  readonly total: number;
  readonly answers: number;
  readonly citations: number;
  readonly own: Rate;
};

/** Those cited in most answers first. */
export function sourceFigures(input: SourceInput): SourceRows {
  const counts = countsOf(input, input.answers);
  const order = [...counts.answers.keys()]
    .filter((item) => (counts.answers[item] ?? 0) > 0)
    .sort(
      (one, two) =>
        (counts.answers[two] ?? 0) - (counts.answers[one] ?? 0) ||
        (counts.citations[two] ?? 0) - (counts.citations[one] ?? 0) ||
        one - two,
    );
  const shown = order.slice(0, input.most);
  const lists = answersCiting(input, input.answers, shown);
  const changes = changesOf(input, shown, lists);
  const carrying = bucketSums(input, input.answers);
  return {
    rows: shown.map((item, at) => {
      const list = lists[at] ?? new Int32Array(0);
      const cited = bucketSums(input, list);
      return {
        item,
        presence: rateOf(counts.answers[item] ?? 0, counts.carrying),
        share: shareOf(counts.citations[item] ?? 0, counts.all),
        instead: shareOf(counts.instead[item] ?? 0, counts.answers[item] ?? 0),
        change: changes[at]?.delta ?? null,
        trend: carrying.map((of, bucket) => (of === 0 ? null : shareOf(cited[bucket] ?? 0, of).value)),
        answers: list,
      };
    }),
    total: order.length,
    answers: counts.carrying,
    citations: counts.all,
    own: rateOf(counts.own, counts.carrying),
  };
}

type SourceCounts = {
  /** By item: answers that cite it, its citations, and answers that cite it and not your sites. */
  readonly answers: Uint32Array;
  readonly citations: Uint32Array;
  readonly instead: Uint32Array;
  /** Answers that can cite, their citations, and answers that cite your sites. */
  carrying: number;
  all: number;
  own: number;
};

function countsOf({ sources, itemOfUrl, items, own }: SourceInput, answers: Int32Array): SourceCounts {
  const { from, url, carries } = sources;
  const counts: SourceCounts = {
    answers: new Uint32Array(items),
    citations: new Uint32Array(items),
    instead: new Uint32Array(items),
    carrying: 0,
    all: 0,
    own: 0,
  };
  /** The last answer that was counted for an item. */
  const seen = new Int32Array(items).fill(-1);
  for (const answer of answers) {
    if (carries[answer] !== 1) continue;
    const start = from[answer] ?? 0;
    const end = from[answer + 1] ?? 0;
    let citesOwn = false;
    for (let at = start; at < end; at++) if (own[url[at] ?? 0] === 1) citesOwn = true;
    counts.carrying += 1;
    counts.all += end - start;
    if (citesOwn) counts.own += 1;
    for (let at = start; at < end; at++) {
      const item = itemOfUrl[url[at] ?? 0] ?? -1;
      if (item === -1) continue;
      counts.citations[item] = (counts.citations[item] ?? 0) + 1;
      if (seen[item] === answer) continue;
      seen[item] = answer;
      counts.answers[item] = (counts.answers[item] ?? 0) + 1;
      if (!citesOwn) counts.instead[item] = (counts.instead[item] ?? 0) + 1;
    }
  }
  return counts;
}

/** The answers that cite each of these items. */
function answersCiting(
  { sources: { from, url, carries }, itemOfUrl, items }: SourceInput,
  answers: Int32Array,
  shown: readonly number[],
): readonly Int32Array[] {
  const place = new Int32Array(items).fill(-1);
  for (const [at, item] of shown.entries()) place[item] = at;
  const lists = shown.map((): number[] => []);
  for (const answer of answers) {
    if (carries[answer] !== 1) continue;
    const end = from[answer + 1] ?? 0;
    for (let at = from[answer] ?? 0; at < end; at++) {
      const list = lists[place[itemOfUrl[url[at] ?? 0] ?? -1] ?? -1];
      if (list !== undefined && list.at(-1) !== answer) list.push(answer);
    }
  }
  return lists.map((list) => Int32Array.from(list));
}

/** Answers that can cite, by bucket. */
function bucketSums({ buckets, sources: { carries } }: SourceInput, answers: Int32Array): readonly number[] {
  const sums = buckets.buckets.map(() => 0);
  for (const answer of answers) {
    const bucket = buckets.of(answer);
    if (bucket >= 0 && carries[answer] === 1) sums[bucket] = (sums[bucket] ?? 0) + 1;
  }
  return sums;
}

/** The change of presence from the compared period, over the cells that both have. */
function changesOf(
  input: SourceInput,
  shown: readonly number[],
  lists: readonly Int32Array[],
): readonly TrendLine[] {
  const { facts, sources, answers, compared } = input;
  if (compared === null) return [];
  const can: TrendValues = {
    numerator: new Float64Array(facts.size),
    denominator: Float64Array.from(sources.carries.subarray(0, facts.size)),
    rules: 0,
  };
  const [before, now] = [sumsOf(facts, can, compared), sumsOf(facts, can, answers)];
  const earlier = answersCiting(input, compared, shown);
  const ranges = [[{ by: can, answers: compared }], [{ by: can, answers }]] as const;
  return controlledLines(
    shown.map((item, at) => ({
      key: String(item),
      label: '',
      delta: deltaOf(
        sourcePresence,
        facts,
        withNumerator(before, earlier[at] ?? new Int32Array(0)),
        withNumerator(now, lists[at] ?? new Int32Array(0)),
        ranges,
      ),
    })),
  );
}

/** The sums with these answers counted. */
function withNumerator(sums: CellSums, answers: Int32Array): CellSums {
  const numerator = new Float64Array(sums.numerator.length);
  for (const answer of answers) {
    const cell = sums.places.cellOf[sums.facts.place[answer] ?? 0] ?? 0;
    numerator[cell] = (numerator[cell] ?? 0) + 1;
  }
  return { ...sums, numerator };
}
