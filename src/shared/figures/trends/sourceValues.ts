/** The contribution of each answer to a source metric (formulas: sourceMetrics, timeMetrics). */

import type { Citations, TrendFacts, TrendValues } from '../../model/trendLines.ts';
import { weightedOverlap } from '../statistics/setMeasures.ts';
import { emptyValues } from './brandValues.ts';

export type SourceColumns = Citations & {
  /** Position stated by the engine, from 1. */
  readonly position: Uint16Array;
  /** 1 if the answer can contain sources. Otherwise its sources are unknown, not missing. */
  readonly carries: Uint8Array;
};

/** What an answer adds to a metric. */
type Part = 'one' | 'cites' | 'matches' | 'citations' | 'matching' | 'first-position';

const parts: Readonly<Record<string, readonly [numerator: Part, denominator: Part]>> = {
  'source-presence': ['matches', 'one'],
  'prompt-reach': ['matches', 'one'],
  'citation-rate': ['matches', 'cites'],
  'citation-share': ['matching', 'citations'],
  'type-mix': ['matching', 'citations'],
  'mean-source-position': ['first-position', 'matches'],
  concentration: ['citations', 'citations'],
};

/**
 * @param wanted 1 for the URLs that the metric counts, by URL number: those of a domain or of a type
 * @param answers that count, ascending in time; stability compares each with the previous one of its cell
 * @throws Error if the metric is not a metric of sources
 */
export function sourceValues(
  metric: string,
  columns: SourceColumns,
  facts: TrendFacts,
  wanted: Uint8Array,
  answers: Int32Array,
  rules: number,
): TrendValues {
  if (metric === 'stability') return overlaps(columns, facts, answers, rules);
  const counted = parts[metric];
  if (counted === undefined) throw new Error(`${metric} is no metric of sources`);
  const values = emptyValues(facts.size, rules);
  const [over, under] = counted;
  fill(values.numerator, over, columns, facts.size, wanted);
  fill(values.denominator, under, columns, facts.size, wanted);
  return metric === 'concentration' ? { ...values, items: columns } : values;
}

/** Counts a part of every answer that can contain sources. */
function fill(
  column: Float64Array,
  part: Part,
  columns: SourceColumns,
  size: number,
  wanted: Uint8Array,
): void {
  const { from, carries } = columns;
  for (let answer = 0; answer < size; answer++) {
    if (carries[answer] !== 1) continue;
    const total = (from[answer + 1] ?? 0) - (from[answer] ?? 0);
    if (part === 'one') column[answer] = 1;
    else if (part === 'citations') column[answer] = total;
    else if (part === 'cites') column[answer] = Math.min(1, total);
    else if (part === 'first-position') column[answer] = firstPosition(columns, answer, wanted);
    else {
      const count = matching(columns, answer, wanted);
      column[answer] = part === 'matches' ? Math.min(1, count) : count;
    }
  }
}

function matching({ from, url }: SourceColumns, answer: number, wanted: Uint8Array): number {
  let count = 0;
  const end = from[answer + 1] ?? 0;
  for (let at = from[answer] ?? 0; at < end; at++) count += wanted[url[at] ?? 0] ?? 0;
  return count;
}

function firstPosition({ from, url, position }: SourceColumns, answer: number, wanted: Uint8Array): number {
  let first = 0;
  const end = from[answer + 1] ?? 0;
  for (let at = from[answer] ?? 0; at < end; at++) {
    const place = position[at] ?? 0;
    if (wanted[url[at] ?? 0] === 1 && (first === 0 || place < first)) first = place;
  }
  return first;
}

function overlaps(
  { from, url, domainOfUrl, carries }: SourceColumns,
  facts: TrendFacts,
  answers: Int32Array,
  rules: number,
): TrendValues {
  const values = emptyValues(facts.size, rules);
  const last = new Map<number, ReadonlyMap<number, number>>();
  for (const answer of answers) {
    const place = facts.places[facts.place[answer] ?? 0];
    if (place === undefined || carries[answer] !== 1) continue;
    const counts = new Map<number, number>();
    const end = from[answer + 1] ?? 0;
    for (let at = from[answer] ?? 0; at < end; at++) {
      const domain = domainOfUrl[url[at] ?? 0] ?? 0;
      counts.set(domain, (counts.get(domain) ?? 0) + 1);
    }
    const before = last.get(place.cell);
    last.set(place.cell, counts);
    const overlap = before === undefined ? null : weightedOverlap(before, counts);
    if (overlap === null) continue;
    values.numerator[answer] = overlap;
    values.denominator[answer] = 1;
  }
  return values;
}
