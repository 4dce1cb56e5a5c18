import type { AnswerColumns } from './answerColumns.ts';
import { AnswerSet } from './answerSet.ts';
import type { CompiledFilter, FacetName } from './filters.ts';

export type Counted = {
  /** Places in the columns of the answers that pass every filter, in the columns' order. */
  readonly passing: Int32Array;
  readonly engine: Float64Array;
  readonly country: Float64Array;
  readonly language: Float64Array;
  readonly driver: Float64Array;
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
 * One walk over the matching answers. Each facet counts what would be found if its own filters were not there, so
 * that the alternatives to what is chosen stay in sight.
 *
 * @param matching places in the columns; all of them when null
 */
export function countFacets(
  columns: AnswerColumns,
  matching: Int32Array | null,
  filters: readonly CompiledFilter[],
): Counted {
  const total = matching?.length ?? columns.size;
  const passing = new Int32Array(total);
  let highestRun = 0;
  for (let at = 0; at < columns.size; at++) highestRun = Math.max(highestRun, columns.run[at] ?? 0);
  const engine = new Float64Array(columns.engines.values.length);
  const country = new Float64Array(columns.countries.values.length);
  const language = new Float64Array(columns.languages.values.length);
  const driver = new Float64Array(columns.drivers.values.length);
  const domain = new Int32Array(columns.highestDomain + 1);
  const run = new Int32Array(highestRun + 1);
  const month = new Int32Array(months);
  const askedByProject = new Int32Array(columns.asked.length);
  const askedByTag = new Int32Array(columns.asked.length);
  const seenByBrand = new AnswerSet(columns.size);
  const { domains, domainsFrom } = columns;
  let found = 0;
  let completed = 0;

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
    const counts = (facet: FacetName): boolean => failing === null || failing === facet;
    if (counts('status')) completed += 1;
    if (counts('engine')) add(engine, columns.engine[at]);
    if (counts('country')) add(country, columns.country[at]);
    if (counts('language')) add(language, columns.language[at]);
    if (counts('driver')) add(driver, columns.driver[at]);
    if (counts('run')) add(run, columns.run[at]);
    if (counts('project')) add(askedByProject, columns.askedAs[at]);
    if (counts('tag')) add(askedByTag, columns.askedAs[at]);
    if (counts('brand')) seenByBrand.add(at);
    if (counts('date')) add(month, columns.month[at]);
    if (counts('domain')) {
      const end = domainsFrom[at + 1] ?? 0;
      for (let entry = domainsFrom[at] ?? 0; entry < end; entry++) add(domain, domains[entry]);
    }
  }
  return {
    passing: passing.subarray(0, found),
    engine,
    country,
    language,
    driver,
    domain,
    run,
    month,
    askedByProject,
    askedByTag,
    seenByBrand,
    completed,
  };
}

function add(counts: Float64Array | Int32Array, at: number | undefined): void {
  const place = at ?? 0;
  counts[place] = (counts[place] ?? 0) + 1;
}

/** Places of the largest counts, largest first; never one that is zero. */
export function largest(counts: Float64Array | Int32Array, most: number): readonly number[] {
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
