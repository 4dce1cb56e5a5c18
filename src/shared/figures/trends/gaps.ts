/**
 * Finds gaps: competitors that are named or cited where you are not. A segment is one question at one engine in one
 * market. You are absent since the last run in which any answer included you. Competitors in the runs since then are
 * its gaps; the first run that includes you again closes them.
 */

import type { TrendFacts } from '../../model/trendLines.ts';
import type { BrandColumns } from '../definitions/brandFigures.ts';
import { rateOf } from '../statistics/wilson.ts';
import { type Absence, GapTable, NameSet } from './gapTable.ts';
import type { SourceColumns } from './sourceValues.ts';

/** Owner of a domain. `published`: independent, so neither a brand's own domain nor a shop or company. */
export type GapDomain = 'own' | 'rival' | 'published' | 'none';

export type GapInput = {
  readonly facts: TrendFacts;
  /** Answers that count, ascending in time. */
  readonly answers: ArrayLike<number>;
  /** All of your brands. Any of them counts as you. */
  readonly own: readonly BrandColumns[];
  readonly rivals: readonly BrandColumns[];
  readonly sources: SourceColumns;
  /** By domain number. */
  readonly domains: readonly GapDomain[];
};

/**
 * Finds all gaps, in no order. Kept between calls, it searches only places whose answers changed: while a run is
 * stored, these are few of many. A table holds until the second call after it, which takes its memory.
 */
export function createGapFinder(): (input: GapInput) => GapTable {
  let last: Search | null = null;
  let spare: GapTable | undefined;
  return (input) => {
    const { facts, own, sources, domains } = input;
    const table = new GapTable(input.rivals.length, domains.length, spare);
    const searched = own[0]?.searched;
    const search = searchOf(input, table);
    const before = last !== null && isComparable(last, search) ? last : null;
    const named = new Uint8Array(facts.size);
    const cited = new Uint8Array(facts.size);
    const withRivals = domains.includes('rival');
    for (let place = 0; place < facts.places.length; place++) {
      if (before !== null && hasSameAnswers(before, search, place)) {
        table.copy(before.table, before.gaps[place] ?? 0, before.gaps[place + 1] ?? 0);
      } else if (search.ends[place] !== search.ends[place + 1]) {
        const segment = segmentOf(input, search, place);
        for (const answer of segment.answers) {
          if (isNamed(own, answer)) named[answer] = 1;
          if (withRivals && citesOwn(sources, search.owners, answer)) cited[answer] = 1;
        }
        if (searched !== undefined) addMentions(input, search, absenceIn(segment, searched, named));
        if (withRivals) addRivalSites(input, search, absenceIn(segment, sources.carries, cited));
      }
      search.gaps[place + 1] = table.size;
    }
    spare = last?.table;
    last = search;
    return table;
  };
}

/**
 * The first gaps by the lower bound of the interval of their share, so that gaps with many consistent answers come
 * first. There may be hundreds of thousands, so that most of them are never sorted.
 * @param listed the gaps to choose from, ascending
 */
export function firstGaps(gaps: GapTable, listed: ArrayLike<number>, most: number): readonly number[] {
  const kept: Ranked[] = [];
  /** Lower bounds by number of all answers, then of those with the gap: computed once. */
  const lows: Float64Array[] = [];
  let askedAtMs = 0;
  let end = 0;
  let ofAbsence = new Float64Array(0);
  let last: Ranked | null = null;
  for (let at = 0; at < listed.length; at++) {
    const gap = listed[at] ?? 0;
    if (gap >= end) {
      const number = gaps.absenceOf(gap);
      const absence = gaps.absence(number);
      end = gaps.endOf(number);
      askedAtMs = absence.askedAtMs;
      lows[absence.of] ??= lowsOf(absence.of);
      ofAbsence = lows[absence.of] as Float64Array<ArrayBuffer>;
    }
    const count = gaps.count(gap);
    const low = ofAbsence[count] ?? 0;
    if (last !== null && !isBefore(low, count, askedAtMs, last)) continue;
    kept.push({ gap, low, count, askedAtMs });
    if (kept.length < 2 * most) continue;
    keepFirst(kept, most);
    last = kept[most - 1] ?? null;
  }
  keepFirst(kept, most);
  return kept.map(({ gap }) => gap);
}

type Ranked = {
  readonly gap: number;
  readonly low: number;
  readonly count: number;
  readonly askedAtMs: number;
};

const lowsOf = (of: number): Float64Array =>
  Float64Array.from({ length: of + 1 }, (_, count) => rateOf(count, of).low ?? 0);

/** Whether a gap comes before another; of equal ones, the first that was found does. */
function isBefore(low: number, count: number, askedAtMs: number, other: Ranked): boolean {
  if (low !== other.low) return low > other.low;
  if (count !== other.count) return count > other.count;
  return askedAtMs > other.askedAtMs;
}

const byRank = (one: Ranked, two: Ranked): number =>
  two.low - one.low || two.count - one.count || two.askedAtMs - one.askedAtMs;

function keepFirst(kept: Ranked[], most: number): void {
  kept.sort(byRank);
  if (kept.length > most) kept.length = most;
}

/** Answers of one question at one engine in one market. */
type Segment = {
  readonly place: number;
  /** The answers of each run together, runs and answers ascending in time. */
  readonly answers: Int32Array;
  /** Index of the first answer of each run. */
  readonly starts: readonly number[];
  /** Times of all answers. */
  readonly times: Float64Array;
};

/** A search for gaps: what it depends on, and what it found. Kept without the columns, which are large. */
type Search = {
  readonly places: GapInput['facts']['places'];
  readonly domainOfUrl: GapInput['sources']['domainOfUrl'];
  /** Version of the brand rules; undefined without brands. */
  readonly rules: number | undefined;
  /** Numbers of your brands and of competitors. */
  readonly brands: readonly [own: number, rivals: number];
  /** 1 for independent domains, 2 for those of competitors, 3 for yours; by number. */
  readonly owners: Uint8Array;
  /** The answers place by place, ascending in time. Of place `p` from `ends[p]` up to `ends[p + 1]`. */
  readonly byPlace: Int32Array;
  readonly ends: Int32Array;
  /** 1 for those that were searched for brands. */
  readonly searched: Uint8Array;
  readonly table: GapTable;
  /** Gaps of place `p` in the table: from `gaps[p]` up to `gaps[p + 1]`. */
  readonly gaps: Int32Array;
};

function searchOf(input: GapInput, table: GapTable): Search {
  const { facts, answers, own, rivals, domains } = input;
  const { places } = facts;
  const count = places.length;
  // Sorted by counting. While filling, `next` moves from the first answer of a place to the first one of the next place.
  const ends = new Int32Array(count + 1);
  for (let at = 0; at < answers.length; at++) {
    const place = (facts.place[answers[at] ?? 0] ?? 0) + 1;
    ends[place] = (ends[place] ?? 0) + 1;
  }
  for (let place = 1; place <= count; place++) ends[place] = (ends[place] ?? 0) + (ends[place - 1] ?? 0);
  const next = ends.slice();
  const byPlace = new Int32Array(answers.length);
  const searched = new Uint8Array(answers.length);
  const known = own[0]?.searched;
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at] ?? 0;
    const place = facts.place[answer] ?? 0;
    const to = next[place] ?? 0;
    byPlace[to] = answer;
    searched[to] = known?.[answer] ?? 0;
    next[place] = to + 1;
  }
  const owners = new Uint8Array(domains.length);
  for (const [domain, owner] of domains.entries()) owners[domain] = ownerNumbers[owner];
  return {
    places,
    domainOfUrl: input.sources.domainOfUrl,
    rules: (own[0] ?? rivals[0])?.rules,
    brands: [own.length, rivals.length],
    owners,
    byPlace,
    ends,
    searched,
    table,
    gaps: new Int32Array(count + 1),
  };
}

const ownerNumbers = { none: 0, published: 1, rival: 2, own: 3 } as const satisfies Record<GapDomain, number>;

/** Whether numbers of answers, places, domains and competitors mean the same in both, and domains have the same owners. */
function isComparable(one: Search, two: Search): boolean {
  return (
    one.places === two.places &&
    one.domainOfUrl === two.domainOfUrl &&
    one.rules === two.rules &&
    one.brands.every((count, kind) => count === two.brands[kind]) &&
    beginsWith(two.owners, one.owners)
  );
}

function beginsWith(list: Uint8Array, beginning: Uint8Array): boolean {
  if (beginning.length > list.length) return false;
  for (let at = 0; at < beginning.length; at++) if (list[at] !== beginning[at]) return false;
  return true;
}

function hasSameAnswers(one: Search, two: Search, place: number): boolean {
  const [from, start] = [one.ends[place] ?? -1, two.ends[place] ?? 0];
  const length = (one.ends[place + 1] ?? -1) - from;
  if (from === -1 || length !== (two.ends[place + 1] ?? 0) - start) return false;
  for (let at = 0; at < length; at++)
    if (
      one.byPlace[from + at] !== two.byPlace[start + at] ||
      one.searched[from + at] !== two.searched[start + at]
    )
      return false;
  return true;
}

function segmentOf({ facts }: GapInput, { byPlace, ends }: Search, place: number): Segment {
  const answers = byPlace.slice(ends[place], ends[place + 1]);
  return { place, answers, starts: groupByRun(answers, facts.run), times: facts.at };
}

/**
 * Sorts answers of one place by the first answer of their run.
 * @returns index of the first answer of each run
 */
function groupByRun(answers: Int32Array, run: Int32Array): readonly number[] {
  const starts = startsIn(answers, run);
  const runAt = (start: number): number => run[answers[start] ?? 0] ?? 0;
  if (starts.every((start, at) => at === 0 || runAt(start) > runAt(starts[at - 1] ?? 0))) return starts;
  const order = new Map<number, number>();
  for (const start of starts) if (!order.has(runAt(start))) order.set(runAt(start), order.size);
  if (order.size === starts.length) return starts;
  const orderOf = (answer: number): number => order.get(run[answer] ?? 0) ?? 0;
  answers.set([...answers].sort((one, two) => orderOf(one) - orderOf(two)));
  return startsIn(answers, run);
}

function startsIn(answers: Int32Array, run: Int32Array): readonly number[] {
  const starts: number[] = [];
  for (let at = 0, last = -1; at < answers.length; at++) {
    const next = run[answers[at] ?? 0] ?? 0;
    if (next !== last) starts.push(at);
    last = next;
  }
  return starts;
}

function isNamed(brands: readonly BrandColumns[], answer: number): boolean {
  for (const { brand } of brands) if ((brand.rank[answer] ?? 0) > 0) return true;
  return false;
}

function citesOwn({ from, url, domainOfUrl }: SourceColumns, owners: Uint8Array, answer: number): boolean {
  const end = from[answer + 1] ?? 0;
  for (let at = from[answer] ?? 0; at < end; at++)
    if (owners[domainOfUrl[url[at] ?? 0] ?? 0] === ownerNumbers.own) return true;
  return false;
}

/** The latest absence of a segment. */
type LatestAbsence = {
  readonly absence: Absence;
  /** The answers without you, ascending in time, and a number for the run of each. */
  readonly answers: readonly number[];
  readonly runs: readonly number[];
};

/**
 * @param known 1 for answers that can tell
 * @param present 1 for answers that include you
 */
function absenceIn(
  { place, answers, starts, times }: Segment,
  known: Uint8Array,
  present: Uint8Array,
): LatestAbsence | null {
  let [of, ofRuns, sinceMs] = [0, 0, 0];
  let closedAtMs: number | null = null;
  let askedAtMs: number | null = null;
  let [from, end] = [0, 0];
  // From the latest run backwards. Earlier absences are not reported.
  for (let run = starts.length - 1; run >= 0; run--) {
    const start = starts[run] ?? 0;
    const beyond = starts[run + 1] ?? answers.length;
    let tells = 0;
    let without = true;
    for (let turn = start; turn < beyond; turn++) {
      const answer = answers[turn] ?? 0;
      if (known[answer] !== 1) continue;
      tells += 1;
      if (present[answer] === 1) without = false;
    }
    if (tells === 0) continue;
    const atMs = times[answers[start] ?? 0] ?? 0;
    askedAtMs ??= atMs;
    if (without) {
      if (ofRuns === 0) end = run + 1;
      from = run;
      of += tells;
      ofRuns += 1;
      sinceMs = atMs;
    } else if (ofRuns > 0) break;
    else closedAtMs = atMs;
  }
  if (ofRuns === 0) return null;
  const found: number[] = [];
  const runs: number[] = [];
  for (let run = from; run < end; run++) {
    const beyond = starts[run + 1] ?? answers.length;
    for (let turn = starts[run] ?? 0; turn < beyond; turn++) {
      const answer = answers[turn] ?? 0;
      if (known[answer] !== 1) continue;
      found.push(answer);
      runs.push(run);
    }
  }
  const absence = { place, of, ofRuns, sinceMs, closedAtMs, askedAtMs: askedAtMs ?? 0 };
  return { absence, answers: found, runs };
}

/** Competitors named where you are not, and the independent domains cited with them. */
function addMentions(
  { rivals, sources }: GapInput,
  { owners, table }: Search,
  found: LatestAbsence | null,
): void {
  if (found === null) return;
  const { absence, answers, runs } = found;
  const before = table.size;
  table.start(absence);
  let [of, ofRuns, lastRun] = [0, 0, -1];
  for (const [at, answer] of answers.entries()) {
    const run = runs[at] ?? 0;
    for (let rival = 0; rival < rivals.length; rival++)
      if ((rivals[rival]?.brand.rank[answer] ?? 0) > 0) table.countRival(rival, answer, run);
    if (sources.carries[answer] !== 1) continue;
    of += 1;
    if (run !== lastRun) ofRuns += 1;
    lastRun = run;
  }
  if (table.size === before) return;
  table.start({ ...absence, of, ofRuns });
  const named = new NameSet(rivals.length);
  for (const [at, answer] of answers.entries()) {
    named.clear();
    for (let rival = 0; rival < rivals.length; rival++)
      if ((rivals[rival]?.brand.rank[answer] ?? 0) > 0) named.add(rival);
    countDomains(table, sources, owners, ownerNumbers.published, answer, runs[at] ?? 0, named);
  }
  table.dropUnnamed();
}

/** Competitors' domains cited where no page of yours is cited. */
function addRivalSites({ sources }: GapInput, { owners, table }: Search, found: LatestAbsence | null): void {
  if (found === null) return;
  table.start(found.absence);
  for (const [at, answer] of found.answers.entries())
    countDomains(table, sources, owners, ownerNumbers.rival, answer, found.runs[at] ?? 0);
}

/** Counts the domains of an owner that an answer cites. */
function countDomains(
  table: GapTable,
  { from, url, domainOfUrl }: SourceColumns,
  owners: Uint8Array,
  owner: number,
  answer: number,
  run: number,
  named?: NameSet,
): void {
  const end = from[answer + 1] ?? 0;
  for (let at = from[answer] ?? 0; at < end; at++) {
    const domain = domainOfUrl[url[at] ?? 0] ?? 0;
    if (owners[domain] === owner) table.countDomain(domain, answer, run, named);
  }
}
