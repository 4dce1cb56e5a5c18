/**
 * Finds gaps: competitors that are named or cited where you are not. A segment is one question at one engine in one
 * market. You are absent since the last run in which any answer included you. Competitors in the runs since then are
 * its gaps; the first run that includes you again closes them.
 */
import { rateOf } from '../wilson.ts';
import type { BrandColumns } from './brandValues.ts';
import { type Absence, GapTable, NameSet } from './gapTable.ts';
import type { SourceColumns } from './sourceValues.ts';
import type { TrendFacts } from './trendModel.ts';

export const gapKinds = ['mention', 'citation'] as const;

/** The user's status of a gap. */
export const gapStatuses = ['open', 'done', 'ignored'] as const;
/** Lists of gaps by status, and the closed ones. */
export const gapLists = ['open', 'done', 'ignored', 'closed', 'all'] as const;

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

/** Finds all gaps, in no order. */
export function gapsOf(input: GapInput): GapTable {
  const { facts, answers, own, sources, domains } = input;
  const table = new GapTable(input.rivals.length, domains.length);
  const searched = own[0]?.searched;
  const named = new Uint8Array(facts.size);
  const cited = new Uint8Array(facts.size);
  const published = Uint8Array.from(domains, (owner) => (owner === 'published' ? 1 : 0));
  const withRivals = domains.includes('rival');
  for (const { brand } of own)
    for (let answer = 0; answer < facts.size; answer++) if ((brand.rank[answer] ?? 0) > 0) named[answer] = 1;
  for (let at = 0; withRivals && at < answers.length; at++) {
    const answer = answers[at] ?? 0;
    eachDomain(input, answer, (domain) => {
      if (domains[domain] === 'own') cited[answer] = 1;
    });
  }
  for (const segment of segmentsOf(input)) {
    if (searched !== undefined) addMentions(input, table, absenceIn(segment, searched, named), published);
    if (withRivals) addRivalSites(input, table, absenceIn(segment, sources.carries, cited));
  }
  return table;
}

/**
 * The first gaps by the lower bound of the interval of their share, so that gaps with many consistent answers come
 * first. There may be hundreds of thousands, so that most of them are never sorted.
 * @param listed the gaps to choose from
 */
export function firstGaps(gaps: GapTable, listed: readonly number[], most: number): readonly number[] {
  type Ranked = { readonly gap: number; readonly low: number };
  const order = (one: Ranked, two: Ranked): number =>
    two.low - one.low ||
    gaps.count(two.gap) - gaps.count(one.gap) ||
    gaps.absence(two.gap).askedAtMs - gaps.absence(one.gap).askedAtMs;
  /** By number of all answers, then of those with the gap. */
  const lows: number[][] = [];
  const lowOf = (gap: number): number => {
    const { of } = gaps.absence(gap);
    const count = gaps.count(gap);
    lows[of] ??= [];
    const known = lows[of] as number[];
    known[count] ??= rateOf(count, of).low ?? 0;
    return known[count];
  };
  const kept: Ranked[] = [];
  let last: Ranked | undefined;
  const cut = (): void => {
    kept.sort(order);
    if (kept.length > most) kept.length = most;
    last = kept[most - 1];
  };
  for (const gap of listed) {
    const low = lowOf(gap);
    if (last !== undefined && (low < last.low || order(last, { gap, low }) <= 0)) continue;
    kept.push({ gap, low });
    if (kept.length >= 2 * most) cut();
  }
  cut();
  return kept.map(({ gap }) => gap);
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

function* segmentsOf({ facts, answers }: GapInput): Generator<Segment> {
  const count = facts.places.length;
  // Sorted by counting. `ends` moves from the first answer of a place to the first one of the next place.
  const ends = new Int32Array(count + 1);
  for (let at = 0; at < answers.length; at++) {
    const next = (facts.place[answers[at] ?? 0] ?? 0) + 1;
    ends[next] = (ends[next] ?? 0) + 1;
  }
  for (let place = 1; place <= count; place++) ends[place] = (ends[place] ?? 0) + (ends[place - 1] ?? 0);
  const byPlace = new Int32Array(answers.length);
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at] ?? 0;
    const place = facts.place[answer] ?? 0;
    const end = ends[place] ?? 0;
    byPlace[end] = answer;
    ends[place] = end + 1;
  }
  for (let place = 0; place < count; place++) {
    const here = byPlace.subarray(place === 0 ? 0 : ends[place - 1], ends[place]);
    if (here.length > 0) yield { place, answers: here, starts: groupByRun(here, facts.run), times: facts.at };
  }
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

/** The latest absence of a segment, and its runs. */
type Found = Absence & {
  /** Visits the answers without you, ascending in time, with a number for their run. */
  readonly each: (visit: (answer: number, run: number) => void) => void;
};

/**
 * @param known 1 for answers that can tell
 * @param present 1 for answers that include you
 */
function absenceIn(
  { place, answers, starts, times }: Segment,
  known: Uint8Array,
  present: Uint8Array,
): Found | null {
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
  return {
    ...{ place, of, ofRuns, sinceMs, closedAtMs, askedAtMs: askedAtMs ?? 0 },
    each: (visit) => {
      for (let run = from; run < end; run++) {
        const beyond = starts[run + 1] ?? answers.length;
        for (let turn = starts[run] ?? 0; turn < beyond; turn++) {
          const answer = answers[turn] ?? 0;
          if (known[answer] === 1) visit(answer, run);
        }
      }
    },
  };
}

/**
 * Competitors named where you are not, and the independent domains cited with them.
 * @param published 1 for independent domains, by number
 */
function addMentions(
  { rivals, sources }: GapInput,
  table: GapTable,
  found: Found | null,
  published: Uint8Array,
): void {
  if (found === null) return;
  const { each, ...absence } = found;
  const before = table.size;
  table.start(absence);
  let [of, ofRuns, lastRun] = [0, 0, -1];
  const named = new NameSet(rivals.length);
  each((answer, run) => {
    for (let rival = 0; rival < rivals.length; rival++)
      if ((rivals[rival]?.brand.rank[answer] ?? 0) > 0) table.countRival(rival, answer, run);
    if (sources.carries[answer] !== 1) return;
    of += 1;
    if (run !== lastRun) ofRuns += 1;
    lastRun = run;
  });
  if (table.size === before) return;
  table.start({ ...absence, of, ofRuns });
  each((answer, run) => {
    named.clear();
    for (let rival = 0; rival < rivals.length; rival++)
      if ((rivals[rival]?.brand.rank[answer] ?? 0) > 0) named.add(rival);
    const end = sources.from[answer + 1] ?? 0;
    for (let at = sources.from[answer] ?? 0; at < end; at++) {
      const domain = sources.domainOfUrl[sources.url[at] ?? 0] ?? 0;
      if (published[domain] === 1) table.countDomain(domain, answer, run, named);
    }
  });
  table.dropUnnamed();
}

/** Competitors' domains cited where no page of yours is cited. */
function addRivalSites(input: GapInput, table: GapTable, found: Found | null): void {
  if (found === null) return;
  const { each, ...absence } = found;
  table.start(absence);
  each((answer, run) =>
    eachDomain(input, answer, (domain) => {
      if (input.domains[domain] === 'rival') table.countDomain(domain, answer, run);
    }),
  );
}

/** Visits the domains an answer cites, with repetition. */
function eachDomain({ sources }: GapInput, answer: number, visit: (domain: number) => void): void {
  const end = sources.from[answer + 1] ?? 0;
  for (let at = sources.from[answer] ?? 0; at < end; at++)
    visit(sources.domainOfUrl[sources.url[at] ?? 0] ?? 0);
}
