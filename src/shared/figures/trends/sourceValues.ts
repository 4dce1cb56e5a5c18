/** The contribution of each answer to a figure of sources. */
import type { Citations, TrendFacts, TrendValues } from '../../model/trendLines.ts';
import type { AnswerFigure } from '../definitions/answerFigure.ts';
import type { CitedColumns } from '../definitions/sourceFigures.ts';
import { weightedOverlap } from '../statistics/setMeasures.ts';
import { emptyValues } from './brandValues.ts';

export type SourceColumns = Citations & {
  /** Position stated by the engine, from 1. */
  readonly position: Uint16Array;
  /** 1 if the answer can contain sources. Otherwise its sources are unknown, not missing. */
  readonly carries: Uint8Array;
};

/**
 * @param wanted 1 for the URLs that the figure counts, by URL number: those of a domain or of a type
 * @param answers that count, ascending in time; stability compares each with the previous one of its cell
 */
export function sourceValues(
  { compute }: AnswerFigure<CitedColumns>,
  columns: SourceColumns,
  facts: TrendFacts,
  wanted: Uint8Array,
  answers: Int32Array,
  rules: number,
): TrendValues {
  const { over, under, pooling } = compute;
  const cited =
    pooling === 'transitions' ? overlaps(columns, facts, answers) : citedIn(columns, facts.size, wanted);
  const values = emptyValues(facts.size, rules);
  const { numerator, denominator } = values;
  for (let answer = 0; answer < facts.size; answer++) {
    if (columns.carries[answer] !== 1) continue;
    numerator[answer] = over(cited, answer);
    denominator[answer] = under(cited, answer);
  }
  return pooling === 'concentration' ? { ...values, items: columns } : values;
}

/** Counts the citations of every answer that can contain sources, and the wanted ones among them. */
function citedIn(
  { from, url, position, carries }: SourceColumns,
  size: number,
  wanted: Uint8Array,
): CitedColumns {
  const total = new Uint32Array(size);
  const matching = new Uint32Array(size);
  const first = new Uint32Array(size);
  for (let answer = 0; answer < size; answer++) {
    if (carries[answer] !== 1) continue;
    const start = from[answer] ?? 0;
    const end = from[answer + 1] ?? 0;
    let count = 0;
    let best = 0;
    for (let at = start; at < end; at++) {
      if (wanted[url[at] ?? 0] !== 1) continue;
      count += 1;
      const place = position[at] ?? 0;
      if (best === 0 || place < best) best = place;
    }
    total[answer] = end - start;
    matching[answer] = count;
    first[answer] = best;
  }
  return { total, matching, first };
}

/** The weighted overlap of every answer's domains with those of the previous answer of its cell. */
function overlaps(
  { from, url, domainOfUrl, carries }: SourceColumns,
  facts: TrendFacts,
  answers: Int32Array,
): CitedColumns {
  const overlap = new Float64Array(facts.size);
  const compared = new Uint8Array(facts.size);
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
    const found = before === undefined ? null : weightedOverlap(before, counts);
    if (found === null) continue;
    overlap[answer] = found;
    compared[answer] = 1;
  }
  return { total: compared, matching: overlap, first: compared };
}
