/** The contribution of each answer to a source metric (formulas: sourceMetrics, timeMetrics). */
import { weightedOverlap } from '../setMeasures.ts';
import { valuesOf } from './brandValues.ts';
import type { TrendFacts, TrendValues } from './trendModel.ts';

/** The citations of every answer; a URL counts once per answer. */
export type SourceColumns = {
  /** The citations of answer i are at `from[i]` to `from[i + 1]` (exclusive). */
  readonly from: Uint32Array;
  /** Number of the normalized URL. */
  readonly url: Int32Array;
  /** Position stated by the engine, from 1. */
  readonly position: Uint16Array;
  /** 1 if the answer can contain sources. Otherwise its sources are unknown, not missing. */
  readonly carries: Uint8Array;
  /** Number of the registrable domain, by URL number. */
  readonly domainOfUrl: readonly number[];
};

/**
 * @param wanted 1 for the URLs that the metric counts, by URL number: those of a domain or of a type
 * @param answers that count, ascending in time; stability compares each with the previous one of its cell
 */
export function sourceValues(
  metric: string,
  columns: SourceColumns,
  facts: TrendFacts,
  wanted: Uint8Array,
  answers: Int32Array,
  rules: number,
): TrendValues {
  const { from, url, position, carries, domainOfUrl } = columns;
  const total = (answer: number): number => (from[answer + 1] ?? 0) - (from[answer] ?? 0);
  const matching = (answer: number): number => {
    let count = 0;
    const end = from[answer + 1] ?? 0;
    for (let at = from[answer] ?? 0; at < end; at++) count += wanted[url[at] ?? 0] ?? 0;
    return count;
  };
  const firstPosition = (answer: number): number => {
    let first = 0;
    const end = from[answer + 1] ?? 0;
    for (let at = from[answer] ?? 0; at < end; at++) {
      const place = position[at] ?? 0;
      if (wanted[url[at] ?? 0] === 1 && (first === 0 || place < first)) first = place;
    }
    return first;
  };
  const domains = (answer: number, visit: (domain: number) => void): void => {
    const end = from[answer + 1] ?? 0;
    for (let at = from[answer] ?? 0; at < end; at++) visit(domainOfUrl[url[at] ?? 0] ?? 0);
  };
  const values = (add: (answer: number) => readonly [number, number]): TrendValues =>
    valuesOf(facts.size, rules, (answer) => (carries[answer] === 1 ? add(answer) : [0, 0]));
  switch (metric) {
    case 'source-presence':
    case 'prompt-reach':
      return values((answer) => [Math.min(1, matching(answer)), 1]);
    case 'citation-rate':
      return values((answer) => [Math.min(1, matching(answer)), Math.min(1, total(answer))]);
    case 'citation-share':
    case 'type-mix':
      return values((answer) => [matching(answer), total(answer)]);
    case 'mean-source-position':
      return values((answer) => [firstPosition(answer), Math.min(1, matching(answer))]);
    case 'concentration':
      return { ...values((answer) => [total(answer), total(answer)]), counts: domains };
    case 'stability':
      return overlaps(facts, answers, rules, (answer) => carries[answer] === 1, domains);
    default:
      throw new Error(`${metric} is no metric of sources`);
  }
}

function overlaps(
  facts: TrendFacts,
  answers: Int32Array,
  rules: number,
  known: (answer: number) => boolean,
  domains: (answer: number, visit: (domain: number) => void) => void,
): TrendValues {
  const numerator = new Float64Array(facts.size);
  const denominator = new Float64Array(facts.size);
  const last = new Map<number, ReadonlyMap<number, number>>();
  for (const answer of answers) {
    const place = facts.places[facts.place[answer] ?? 0];
    if (place === undefined || !known(answer)) continue;
    const counts = new Map<number, number>();
    domains(answer, (domain) => counts.set(domain, (counts.get(domain) ?? 0) + 1));
    const before = last.get(place.cell);
    last.set(place.cell, counts);
    const overlap = before === undefined ? null : weightedOverlap(before, counts);
    if (overlap === null) continue;
    numerator[answer] = overlap;
    denominator[answer] = 1;
  }
  return { numerator, denominator, rules };
}
