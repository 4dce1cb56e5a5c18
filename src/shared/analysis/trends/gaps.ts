/**
 * Finds gaps: competitors that are named or cited where you are not. A segment is one question at one engine in one
 * market. You are absent since the last run in which any answer included you. Competitors in the runs since then are
 * its gaps; the first run that includes you again closes them.
 */
import { rateOf } from '../wilson.ts';
import type { BrandColumns } from './brandValues.ts';
import type { SourceColumns } from './sourceValues.ts';
import type { TrendFacts } from './trendModel.ts';

export const gapKinds = ['mention', 'citation'] as const;
export type GapKind = (typeof gapKinds)[number];

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

export type Gap = {
  readonly kind: GapKind;
  /** Index into `places` of the facts. */
  readonly place: number;
  /** Index of the named competitor; null in a citation gap. */
  readonly rival: number | null;
  /** Number of the cited domain; null in a mention gap. */
  readonly domain: number | null;
  /** Indexes of the competitors named where the domain is cited. */
  readonly named: readonly number[];
  /** Answers without you that name the competitor or cite the domain, of all answers without you. */
  readonly count: number;
  readonly of: number;
  /** The same counts in runs. */
  readonly runs: number;
  readonly ofRuns: number;
  /** First run without you. */
  readonly sinceMs: number;
  /** First run that includes you again; null while the gap is open. */
  readonly closedAtMs: number | null;
  /** Last run of the segment. */
  readonly askedAtMs: number;
  /** The latest answer with the gap. */
  readonly answer: number;
};

/** Finds all gaps, in no order. */
export function gapsOf(input: GapInput): readonly Gap[] {
  const withRivals = input.domains.includes('rival');
  const found: Gap[] = [];
  for (const [place, runs] of segmentsOf(input)) {
    for (const gap of gapsInMentions(input, place, runs)) found.push(gap);
    if (withRivals) for (const gap of gapsToRivals(input, place, runs)) found.push(gap);
  }
  return found;
}

/**
 * The first gaps by the lower bound of the interval of their share, so that gaps with many consistent answers come
 * first. There may be hundreds of thousands, so that most of them are never sorted.
 */
export function firstGaps(gaps: readonly Gap[], most: number): readonly Gap[] {
  type Ranked = { readonly gap: Gap; readonly low: number };
  const order = (one: Ranked, two: Ranked): number =>
    two.low - one.low || two.gap.count - one.gap.count || two.gap.askedAtMs - one.gap.askedAtMs;
  const lows = new Map<number, number>();
  const lowOf = ({ count, of }: Gap): number => {
    const rate = of * 2 ** 26 + count;
    const low = lows.get(rate) ?? rateOf(count, of).low ?? 0;
    lows.set(rate, low);
    return low;
  };
  const kept: Ranked[] = [];
  let last: Ranked | undefined;
  const cut = (): void => {
    kept.sort(order);
    if (kept.length > most) kept.length = most;
    last = kept[most - 1];
  };
  for (const gap of gaps) {
    const ranked = { gap, low: lowOf(gap) };
    if (last !== undefined && order(last, ranked) <= 0) continue;
    kept.push(ranked);
    if (kept.length >= 2 * most) cut();
  }
  cut();
  return kept.map(({ gap }) => gap);
}

/** Answers of one run in one segment, ascending in time. */
type Run = { readonly answers: readonly number[]; readonly atMs: number };

function segmentsOf({ facts, answers }: GapInput): readonly (readonly [number, readonly Run[]])[] {
  type Growing = { readonly run: number; readonly answers: number[]; readonly atMs: number };
  const segments = new Map<number, { latest: Growing; readonly runs: Map<number, Growing> }>();
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at] ?? 0;
    const place = facts.place[answer] ?? 0;
    const run = facts.run[answer] ?? 0;
    const segment = segments.get(place);
    // Usually the latest run, because answers ascend in time.
    const known = segment?.latest.run === run ? segment.latest : segment?.runs.get(run);
    if (known !== undefined) {
      known.answers.push(answer);
      continue;
    }
    const latest: Growing = { run, answers: [answer], atMs: facts.at[answer] ?? 0 };
    if (segment === undefined) segments.set(place, { latest, runs: new Map([[run, latest]]) });
    else {
      segment.latest = latest;
      segment.runs.set(run, latest);
    }
  }
  return [...segments].map(([place, { runs }]) => [place, [...runs.values()]]);
}

/** Consecutive runs without you: the latest ones, or those before you were included again. */
type Absence = {
  readonly runs: readonly Run[];
  readonly of: number;
  readonly ofRuns: number;
  readonly sinceMs: number;
  readonly closedAtMs: number | null;
  readonly askedAtMs: number;
};

/**
 * The latest absence in the runs.
 * @param known answers that can tell
 * @param present whether an answer includes you
 */
function absenceIn(
  runs: readonly Run[],
  known: (answer: number) => boolean,
  present: (answer: number) => boolean,
): Absence | null {
  const without: Run[] = [];
  let closedAtMs: number | null = null;
  let askedAtMs: number | null = null;
  // From the latest run backwards. Earlier absences are not reported.
  for (let at = runs.length - 1; at >= 0; at--) {
    const { answers: all, atMs } = runs[at] as Run;
    const answers = all.filter(known);
    if (answers.length === 0) continue;
    askedAtMs ??= atMs;
    if (!answers.some(present)) without.push({ answers, atMs });
    else if (without.length > 0) break;
    else closedAtMs = atMs;
  }
  if (without.length === 0) return null;
  without.reverse();
  return {
    runs: without,
    of: without.reduce((sum, { answers }) => sum + answers.length, 0),
    ofRuns: without.length,
    sinceMs: without[0]?.atMs ?? 0,
    closedAtMs,
    askedAtMs: askedAtMs ?? 0,
  };
}

type Count = { count: number; runs: number; run: number; answer: number; readonly named: number[] };

/** Counts an answer and its run for an item, each once, however often the answer has it. */
function counted(counts: Map<number, Count>, item: number, answer: number, run: number): Count {
  let count = counts.get(item);
  if (count === undefined) {
    count = { count: 0, runs: 0, run: -1, answer: -1, named: [] };
    counts.set(item, count);
  }
  if (count.answer !== answer) count.count += 1;
  if (count.run !== run) count.runs += 1;
  count.run = run;
  count.answer = answer;
  return count;
}

/** Number of answers and runs that have each item, by item number. */
function countsIn(
  { runs }: Absence,
  items: (answer: number, visit: (item: number) => void) => void,
): ReadonlyMap<number, Count> {
  const counts = new Map<number, Count>();
  runs.forEach(({ answers }, run) => {
    for (const answer of answers) items(answer, (item) => counted(counts, item, answer, run));
  });
  return counts;
}

const names = ({ brand }: BrandColumns, answer: number): boolean => (brand.rank[answer] ?? 0) > 0;

/** Visits the domains an answer cites, with repetition. */
function eachDomain({ sources }: GapInput, answer: number, visit: (domain: number) => void): void {
  const end = sources.from[answer + 1] ?? 0;
  for (let at = sources.from[answer] ?? 0; at < end; at++)
    visit(sources.domainOfUrl[sources.url[at] ?? 0] ?? 0);
}

/** Competitors named where you are not, and the independent domains cited with them. */
function gapsInMentions(input: GapInput, place: number, runs: readonly Run[]): readonly Gap[] {
  const { own, rivals, sources, domains } = input;
  const searched = own[0]?.searched;
  if (searched === undefined) return [];
  const absence = absenceIn(
    runs,
    (answer) => searched[answer] === 1,
    (answer) => own.some((brand) => names(brand, answer)),
  );
  if (absence === null) return [];
  const mentions = countsIn(absence, (answer, visit) => {
    rivals.forEach((rival, at) => {
      if (names(rival, answer)) visit(at);
    });
  });
  if (mentions.size === 0) return [];
  const cited = new Map<number, Count>();
  absence.runs.forEach(({ answers }, run) => {
    for (const answer of answers) {
      const here: number[] = [];
      for (const at of mentions.keys()) if (names(rivals[at] as BrandColumns, answer)) here.push(at);
      eachDomain(input, answer, (domain) => {
        if (domains[domain] !== 'published') return;
        const { named } = counted(cited, domain, answer, run);
        for (const rival of here) if (!named.includes(rival)) named.push(rival);
      });
    }
  });
  const carrying = absence.runs.map(({ answers }) =>
    answers.filter((answer) => sources.carries[answer] === 1),
  );
  const ofSources = carrying.reduce((sum, answers) => sum + answers.length, 0);
  const ofSourcesRuns = carrying.filter(({ length }) => length > 0).length;
  const citing = { ...absence, of: ofSources, ofRuns: ofSourcesRuns };
  const gaps: Gap[] = [];
  for (const [rival, count] of mentions)
    gaps.push(gapFrom('mention', place, absence, count, { rival, named: [rival] }));
  for (const [domain, count] of cited) {
    if (count.named.length === 0) continue;
    count.named.sort((one, two) => one - two);
    gaps.push(gapFrom('citation', place, citing, count, { domain, named: count.named }));
  }
  return gaps;
}

/** Competitors' domains cited where no page of yours is cited. */
function gapsToRivals(input: GapInput, place: number, runs: readonly Run[]): readonly Gap[] {
  const { sources, domains } = input;
  const cites = (answer: number, whose: GapDomain): boolean => {
    let found = false;
    eachDomain(input, answer, (domain) => {
      if (domains[domain] === whose) found = true;
    });
    return found;
  };
  const absence = absenceIn(
    runs,
    (answer) => sources.carries[answer] === 1,
    (answer) => cites(answer, 'own'),
  );
  if (absence === null) return [];
  const cited = countsIn(absence, (answer, visit) =>
    eachDomain(input, answer, (domain) => {
      if (domains[domain] === 'rival') visit(domain);
    }),
  );
  return [...cited].map(([domain, count]) =>
    gapFrom('citation', place, absence, count, { domain, named: [] }),
  );
}

function gapFrom(
  kind: GapKind,
  place: number,
  { of, ofRuns, sinceMs, closedAtMs, askedAtMs }: Absence,
  count: Count,
  what: { readonly rival?: number; readonly domain?: number; readonly named: readonly number[] },
): Gap {
  return {
    kind,
    place,
    rival: what.rival ?? null,
    domain: what.domain ?? null,
    named: what.named,
    count: count.count,
    of,
    runs: count.runs,
    ofRuns,
    sinceMs,
    closedAtMs,
    askedAtMs,
    answer: count.answer,
  };
}
