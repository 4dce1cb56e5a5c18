import type { AnswerColumns } from './answerColumns.ts';
import { AnswerSet } from './answerSet.ts';
import type { CompiledFilter, FacetName } from './filters.ts';

export type Counted = {
  /** Places in the columns of the answers that pass every filter, in the columns' order. */
  readonly passing: Int32Array;
  readonly engine: Int32Array;
  readonly country: Int32Array;
  readonly language: Int32Array;
  readonly driver: Int32Array;
  readonly domain: Int32Array;
  readonly run: Int32Array;
  readonly month: Int32Array;
  /** By place in the columns' `asked`, as the facets of projects and of tags see them. */
  readonly askedByProject: Int32Array;
  readonly askedByTag: Int32Array;
  /** The answers that the facet of brands sees. */
  readonly seenByBrand: AnswerSet;
  /** What would pass were it not for a filter by status: everything counted here is an answer. */
  readonly completed: number;
};

const months = 65_536;

/**
 * Each facet counts what would be found if its own filters were not there, so that the alternatives to what is
 * chosen stay in sight.
 *
 * @param matching places in the columns; all of them when null
 */
export function countFacets(
  columns: AnswerColumns,
  matching: Int32Array | null,
  filters: readonly CompiledFilter[],
): Counted {
  let highestRun = 0;
  for (let at = 0; at < columns.size; at++) highestRun = Math.max(highestRun, columns.run[at] ?? 0);
  const { passing, alternatives } = sift(columns, matching, filters);
  const seen = (facet: FacetName): readonly Int32Array[] => [passing, ...(alternatives.get(facet) ?? [])];
  const domain = new Int32Array(columns.highestDomain + 1);
  for (const places of seen('domain')) countDomains(columns, places, domain);
  const seenByBrand = new AnswerSet(columns.size);
  for (const places of seen('brand')) seenByBrand.addAll(places);
  const asked = columns.asked.length;
  return {
    passing,
    engine: tally(columns.engine, seen('engine'), columns.engines.values.length),
    country: tally(columns.country, seen('country'), columns.countries.values.length),
    language: tally(columns.language, seen('language'), columns.languages.values.length),
    driver: tally(columns.driver, seen('driver'), columns.drivers.values.length),
    domain,
    run: tally(columns.run, seen('run'), highestRun + 1),
    month: tally(columns.month, seen('date'), months),
    askedByProject: tally(columns.askedAs, seen('project'), asked),
    askedByTag: tally(columns.askedAs, seen('tag'), asked),
    seenByBrand,
    completed: seen('status').reduce((sum, places) => sum + places.length, 0),
  };
}

/** What passes every filter, and for each facet what would pass without its own. */
function sift(columns: AnswerColumns, matching: Int32Array | null, filters: readonly CompiledFilter[]) {
  const total = matching?.length ?? columns.size;
  const passing = new Int32Array(total);
  const without = new Map<CompiledFilter['group'], number[]>();
  let found = 0;
  for (let place = 0; place < total; place++) {
    const at = matching === null ? place : (matching[place] ?? 0);
    let failing: CompiledFilter['group'] | null = null;
    let out = false;
    for (const filter of filters) {
      if (filter.passes(at)) continue;
      if (failing !== null && failing !== filter.group) {
        out = true;
        break;
      }
      failing = filter.group;
    }
    if (out) continue;
    if (failing === null) passing[found++] = at;
    else {
      const others = without.get(failing);
      if (others === undefined) without.set(failing, [at]);
      else others.push(at);
    }
  }
  const alternatives = new Map<string, readonly Int32Array[]>();
  for (const [group, places] of without) alternatives.set(group, [Int32Array.from(places)]);
  return { passing: passing.subarray(0, found), alternatives };
}

// One column at a time, and by index: walking such arrays with `for of` takes four times as long.

function tally(
  column: Int32Array | Uint16Array | Uint8Array,
  seen: readonly Int32Array[],
  size: number,
): Int32Array {
  const counts = new Int32Array(size);
  for (const places of seen)
    for (let place = 0; place < places.length; place++) {
      const value = column[places[place] ?? 0] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
  return counts;
}

function countDomains({ domains, domainsFrom }: AnswerColumns, places: Int32Array, counts: Int32Array): void {
  for (let place = 0; place < places.length; place++) {
    const at = places[place] ?? 0;
    const end = domainsFrom[at + 1] ?? 0;
    for (let entry = domainsFrom[at] ?? 0; entry < end; entry++) {
      const domain = domains[entry] ?? 0;
      counts[domain] = (counts[domain] ?? 0) + 1;
    }
  }
}

/** Places of the largest counts, largest first; never one that is zero. */
export function largest(counts: Int32Array, most: number): readonly number[] {
  const best: number[] = [];
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place] ?? 0;
    if (count === 0) continue;
    if (best.length === most && count <= (counts[best[most - 1] ?? 0] ?? 0)) continue;
    let at = best.length;
    while (at > 0 && count > (counts[best[at - 1] ?? 0] ?? 0)) at -= 1;
    best.splice(at, 0, place);
    if (best.length > most) best.pop();
  }
  return best;
}
