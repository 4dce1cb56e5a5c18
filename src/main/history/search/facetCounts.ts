import { AnswerBitmap } from './answerBitmap.ts';
import type { AnswerColumns } from './answerColumns.ts';
import type { CompiledFilter, FacetName } from './filters.ts';

export type Counted = {
  /** Column indexes of the answers that pass every filter, in column order. */
  readonly passing: Int32Array;
  readonly engine: Int32Array;
  readonly country: Int32Array;
  readonly language: Int32Array;
  readonly driver: Int32Array;
  readonly surface: Int32Array;
  readonly domain: Int32Array;
  readonly run: Int32Array;
  readonly month: Int32Array;
  /** By index into the columns' `asked`, for the facets of projects and tags. */
  readonly askedByProject: Int32Array;
  readonly askedByTag: Int32Array;
  /** The same as `passing`. */
  readonly found: AnswerBitmap;
  /** The answers for the brand facet. */
  readonly seenByBrand: AnswerBitmap;
  /** What would pass without the status filter: everything counted here is an answer. */
  readonly completed: number;
};

const months = 65_536;

type Facet = 'engine' | 'country' | 'language' | 'driver' | 'surface' | 'domain' | 'run' | 'month' | 'asked';
/** Counts by number. */
type Counts = Readonly<Record<Facet, Int32Array>>;
type CachedCounts = { readonly columns: AnswerColumns; readonly size: number; readonly counts: Counts };

/**
 * Each facet counts what would match without its own filters, so that alternatives to the selection stay
 * visible. If most answers match, the others are counted and subtracted from the totals, which are cached
 * between searches.
 */
export function createFacetCounter() {
  let all: CachedCounts | null = null;
  const countsOfAll = (columns: AnswerColumns): Counts => {
    if (all?.columns === columns && all.size === columns.size) return all.counts;
    const goesOn = all?.columns === columns ? all : null;
    const added = Int32Array.from(
      { length: columns.size - (goesOn?.size ?? 0) },
      (_, at) => at + (goesOn?.size ?? 0),
    );
    const counts = countsOver(columns, (facet, count) => {
      const known = goesOn?.counts[facet];
      if (known) count.set(known);
      tally(columns, facet, added, count, 1);
    });
    all = { columns, size: columns.size, counts };
    return counts;
  };

  /** @param matching column indexes; all if null */
  return (
    columns: AnswerColumns,
    matching: Int32Array | null,
    filters: readonly CompiledFilter[],
  ): Counted => {
    const { passing, alternatives } = sift(columns, matching, filters);
    const found = new AnswerBitmap(columns.size);
    found.addAll(passing);
    const others =
      passing.length > columns.size / 2 ? placesOutside(found, columns.size, passing.length) : null;
    const total = others && countsOfAll(columns);
    const counts = countsOver(columns, (facet, count) => {
      if (total === null) tally(columns, facet, passing, count, 1);
      else {
        count.set(total[facet]);
        tally(columns, facet, others ?? noPlaces, count, -1);
      }
    });
    const seenBesides = (name: FacetName, facet: Facet): Int32Array => {
      const besides = alternatives.get(name);
      if (!besides) return counts[facet];
      const count = counts[facet].slice();
      tally(columns, facet, besides, count, 1);
      return count;
    };
    return {
      passing,
      engine: seenBesides('engine', 'engine'),
      country: seenBesides('country', 'country'),
      language: seenBesides('language', 'language'),
      driver: seenBesides('driver', 'driver'),
      surface: seenBesides('surface', 'surface'),
      domain: seenBesides('domain', 'domain'),
      run: seenBesides('run', 'run'),
      month: seenBesides('date', 'month'),
      askedByProject: seenBesides('project', 'asked'),
      askedByTag: seenBesides('tag', 'asked'),
      found,
      seenByBrand: withAll(found, alternatives.get('brand'), columns.size),
      completed: passing.length + (alternatives.get('status')?.length ?? 0),
    };
  };
}

const noPlaces = new Int32Array(0);

function countsOver(columns: AnswerColumns, fill: (facet: Facet, count: Int32Array) => void): Counts {
  const filled = (facet: Facet, size: number): Int32Array => {
    const count = new Int32Array(size);
    fill(facet, count);
    return count;
  };
  return {
    engine: filled('engine', columns.engines.values.length),
    country: filled('country', columns.countries.values.length),
    language: filled('language', columns.languages.values.length),
    driver: filled('driver', columns.drivers.values.length),
    surface: filled('surface', columns.surfaces.values.length),
    domain: filled('domain', columns.highestDomain + 1),
    run: filled('run', columns.highestRun + 1),
    month: filled('month', months),
    asked: filled('asked', columns.asked.length),
  };
}

/** Ascending indexes that are not in the set of `inside` elements. */
function placesOutside(set: AnswerBitmap, size: number, inside: number): Int32Array {
  const places = new Int32Array(size - inside);
  let found = 0;
  for (let at = 0; at < size; at++) if (!set.has(at)) places[found++] = at;
  return places;
}

function withAll(set: AnswerBitmap, places: Int32Array | undefined, size: number): AnswerBitmap {
  if (!places) return set;
  const both = new AnswerBitmap(size);
  both.join(set);
  both.addAll(places);
  return both;
}

/** What passes every filter, and for each facet what would pass without its own. */
function sift(columns: AnswerColumns, matching: Int32Array | null, filters: readonly CompiledFilter[]) {
  if (matching !== null && filters.length === 0)
    return { passing: matching, alternatives: new Map<string, Int32Array>() };
  const total = matching?.length ?? columns.size;
  const passing = new Int32Array(total);
  const without = new Map<CompiledFilter['group'], { readonly places: Int32Array; found: number }>();
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
      let others = without.get(failing);
      if (others === undefined) {
        others = { places: new Int32Array(total - place), found: 0 };
        without.set(failing, others);
      }
      others.places[others.found++] = at;
    }
  }
  const alternatives = new Map<string, Int32Array>();
  for (const [group, { places, found: size }] of without) alternatives.set(group, places.subarray(0, size));
  return { passing: passing.subarray(0, found), alternatives };
}

// One column at a time, and by index: `for of` over such arrays takes four times as long.

/** Adds or subtracts the counts at these indexes. */
function tally(
  columns: AnswerColumns,
  facet: Facet,
  places: Int32Array,
  counts: Int32Array,
  step: 1 | -1,
): void {
  if (facet === 'domain') {
    tallyDomains(columns, places, counts, step);
    return;
  }
  const column = facet === 'asked' ? columns.askedAs : columns[facet];
  for (let place = 0; place < places.length; place++) {
    const value = column[places[place] ?? 0] ?? 0;
    counts[value] = (counts[value] ?? 0) + step;
  }
}

function tallyDomains(
  { domains, domainsFrom }: AnswerColumns,
  places: Int32Array,
  counts: Int32Array,
  step: 1 | -1,
): void {
  for (let place = 0; place < places.length; place++) {
    const at = places[place] ?? 0;
    const end = domainsFrom[at + 1] ?? 0;
    for (let entry = domainsFrom[at] ?? 0; entry < end; entry++) {
      const domain = domains[entry] ?? 0;
      counts[domain] = (counts[domain] ?? 0) + step;
    }
  }
}

/** Indexes of the largest counts, largest first; never one that is zero. */
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
