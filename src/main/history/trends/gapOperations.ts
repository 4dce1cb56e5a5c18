import type { Database } from 'better-sqlite3';
import { isPublishedType } from '#shared/figures/comparison/overview.ts';
import { isNamedAs, isSiteOfDetected, siteNames } from '#shared/figures/comparison/sourceTypes.ts';
import type { BrandColumns } from '#shared/figures/definitions/brandFigures.ts';
import { rateOf } from '#shared/figures/statistics/wilson.ts';
import { type CauseOfGaps, causesOf } from '#shared/figures/trends/gapCauses.ts';
import { createGapFinder, firstGaps, type GapDomain } from '#shared/figures/trends/gaps.ts';
import type { GapCounts, GapTable } from '#shared/figures/trends/gapTable.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import type { GapAnswer, GapCause, GapKey, GapList, GapQuery, GapStatus } from '#shared/model/gap.ts';
import { gapLists, gapStatuses } from '#shared/model/gapLists.ts';
import { siteKey } from '#shared/text/addresses/sites.ts';
import { HistoryFailure, mustHave, noRun } from '../store/failures.ts';
import { type MarketRow, marketColumns, marketOf } from '../store/operations/marketRows.ts';
import { analysisReads, writes } from '../store/operations/operation.ts';
import type { PayloadStore } from '../store/operations/payloads.ts';
import { createProjectFinder } from '../store/operations/projectRows.ts';
import { type AnswerFacts, answerCounts } from './answerFacts.ts';
import {
  createGapDecisions,
  type DecidedGaps,
  decisionOf,
  fingerprintOf,
  type KnownGap,
  keyOf,
} from './gapDecisions.ts';
import { createGapEvidence } from './gapEvidence.ts';
import { type SourceFacts, sitesIn } from './sourceFacts.ts';
import { byCount, type Counted, countBy, mostFrequent } from './trendChoices.ts';
import { createTrendFilter } from './trendFilter.ts';
import type { TrendData } from './trendOperations.ts';
import type { TrendRules } from './trendRules.ts';
import { decidedTypes } from './trendSubject.ts';

type DetectedRivals = {
  /** Names of brands that are not listed: nobody wins a page of theirs either. */
  readonly detected: readonly string[];
};

/** New answers that a list of gaps loads by itself. */
const maxLoaded = 200;

/** Gaps, computed from the caches of trends, and their status. */
export function createGapOperations(db: Database, data: TrendData, payloads: PayloadStore) {
  const { answerFacts, sourceFacts, brandColumns, trendRules } = data;
  const filter = createTrendFilter(db);
  const projectOf = createProjectFinder(db);
  const evidenceOf = createGapEvidence(db, payloads);
  const decisions = createGapDecisions(db);
  const findGaps = createGapFinder();
  const runOf = db.prepare<{ uid: string }, number>('SELECT id FROM runs WHERE uid = @uid').pluck();
  const market = db.prepare<{ key: string }, MarketRow>(
    `SELECT ${marketColumns} FROM markets m WHERE m.key = @key`,
  );
  const chosen = (query: GapQuery, project: number, rules: TrendRules, facts: AnswerFacts) => {
    const compared = rules.brands.filter(({ kind }) => kind !== 'other');
    const found = filter.choose(project, facts, query, trendRules.names(rules, compared));
    if (found === null) throw new HistoryFailure('NOT_FOUND', `No monitor “${query.series}”.`);
    if (query.run === undefined) return found;
    const run = mustHave(runOf.get({ uid: query.run }), noRun(query.run));
    return { ...found, answers: found.answers.filter((answer) => facts.run[answer] === run) };
  };
  return {
    /** Null if many answers have to be loaded first. */
    'gaps.list': analysisReads((query: GapQuery & DetectedRivals): GapAnswer | null => {
      if (!data.load({ sources: true, most: maxLoaded })) return null;
      const project = projectOf({ projectId: query.project });
      const facts = answerFacts.get();
      const rules = trendRules.get(project).current;
      const sources = sitesIn(sourceFacts.get(), rules.sites);
      const { answers, brandedLeftOut } = chosen(query, project, rules, facts);
      const ofKind = (kind: BrandRule['kind']) => rules.brands.filter((brand) => brand.kind === kind);
      const rivals = ofKind('competitor');
      const columnsOf = ({ id }: BrandRule) => brandColumns.get(rules.version, id, [], facts, false);
      const rivalColumns = rivals.map(columnsOf);
      const domains = domainsOf(rules, sources, siteNames(query.detected));
      const gaps = findGaps({
        facts,
        answers,
        own: ofKind('own').map(columnsOf),
        rivals: rivalColumns,
        sources,
        domains,
      });
      const decided = decisions.of(facts, sources.domains, rivals, project);
      const wanted = wantedBy(query, rivals, sources.domains);
      const { listed, counts } = listedOf(query.list, gaps, wanted, decided);
      const evidence = evidenceOf(rules, rivals, facts, sources);
      const shown = firstGaps(gaps, listed, query.most).map((at): KnownGap => {
        const gap = gaps.gap(at);
        const key = keyOf(decided, gap);
        return { gap, key, id: fingerprintOf(key), decision: decisionOf(decided, gap) };
      });
      return {
        gaps: shown.flatMap((each) => {
          const row = market.get({ key: each.key.market });
          const view = evidence(facts.id[each.gap.answer] ?? 0, each);
          return view === null
            ? []
            : [
                {
                  ...viewOf(each, rivals, rules),
                  market: row ? marketOf(row) : { country: null },
                  ...view,
                },
              ];
        }),
        causes:
          query.grouped === true
            ? causesIn(gaps, listed, { facts, rivals, rivalColumns, sources, domains })
            : [],
        total: listed.length,
        counts,
        tallies: talliesOf(gaps, listed, decided),
        answers: answerCounts(facts, answers).answers,
        brandedLeftOut,
        unsearched: brandColumns.unsearched(rules.version, facts, answers),
        missing: missingIn(trendRules.newest(project)),
      };
    }),
    'gaps.mark': writes(
      (input: {
        readonly projectId: string;
        readonly gaps: readonly GapKey[];
        readonly status: GapStatus;
        readonly note?: string;
        readonly nowMs: number;
      }): { marked: number } => {
        const { gaps, status, note = null, nowMs } = input;
        const project = projectOf(input);
        decisions.decide(project, gaps, { status, note, nowMs });
        return { marked: gaps.length };
      },
    ),
  };
}

/**
 * Owner of each domain. Without a domain of yours, it is unknown whether a competitor's site is cited instead
 * of yours.
 */
function domainsOf(
  rules: TrendRules,
  { domains, isPublished }: SourceFacts,
  detected: ReadonlySet<string>,
): readonly GapDomain[] {
  const { own, competitor, brandOf } = rules.sites;
  const types = decidedTypes(rules, domains);
  const rivals = namesOfUnknownSites(rules);
  const owners: GapDomain[] = [];
  for (const [at, name] of domains.entries()) {
    const type = types[at] ?? null;
    if (own.has(name)) owners.push('own');
    else if (competitor.has(name)) owners.push(own.size === 0 ? 'none' : 'rival');
    else if (brandOf(name) !== undefined || isNamedAs(name, rivals) || isSiteOfDetected(name, detected))
      owners.push('none');
    else if (type === null ? isPublished[at] === true : isPublishedType(type)) owners.push('published');
    else owners.push('none');
  }
  return owners;
}

/** What the sites of competitors without a known domain are probably called: nobody wins a page of a rival. */
const namesOfUnknownSites = ({ brands }: TrendRules): ReadonlySet<string> =>
  siteNames(
    brands
      .filter(({ kind, domains }) => kind === 'competitor' && domains.length === 0)
      .flatMap(({ name, aliases }) => [name, ...aliases.map(({ text }) => text)]),
  );

/** Causes of each kind in a list. */
const maxCauses = 100;

type CauseFacts = {
  readonly facts: AnswerFacts;
  readonly rivals: readonly BrandRule[];
  readonly rivalColumns: readonly BrandColumns[];
  readonly sources: SourceFacts;
  readonly domains: readonly GapDomain[];
};

const causesIn = (
  gaps: GapTable,
  listed: Int32Array,
  { facts, rivals, rivalColumns, sources, domains }: CauseFacts,
): readonly GapCause[] =>
  causesOf({
    gaps,
    listed,
    places: facts.places,
    rankOf: (rival, answer) => rivalColumns[rival]?.brand.rank[answer] ?? 0,
    canWin: (domain) => domains[domain] !== 'rival',
    most: maxCauses,
  }).map((cause) => causeView(cause, rivals, sources.domains));

function causeView(
  { rival, domain, ...sums }: CauseOfGaps,
  rivals: readonly BrandRule[],
  domains: readonly string[],
): GapCause {
  const brand = rivals[rival ?? -1];
  const site = domains[domain ?? -1] ?? '';
  return brand === undefined
    ? { kind: 'citation', value: site, label: site, ...sums }
    : { kind: 'mention', value: brand.id, label: brand.name, ...sums };
}

/** What the user has to set before there can be gaps. */
function missingIn({ brands, sites }: TrendRules): GapAnswer['missing'] {
  const has = (kind: BrandRule['kind']) => brands.some((brand) => brand.kind === kind);
  return [
    ...(has('own') ? [] : (['own'] as const)),
    ...(has('competitor') ? [] : (['competitors'] as const)),
    ...(sites.own.size > 0 ? [] : (['own-domains'] as const)),
  ];
}

/** Which gaps a query asks for, by number. */
type Wanted = {
  readonly any: boolean;
  readonly kind: GapQuery['kind'];
  /** Index of a competitor; undefined for any. */
  readonly rival: number | undefined;
  /** Number of a domain, -1 for gaps without one; undefined for any. */
  readonly domain: number | undefined;
  readonly ids: ReadonlySet<string> | undefined;
};

/** Null if no gap can be meant. */
function wantedBy(
  { kind, brand, domain, ids }: GapQuery,
  rivals: readonly BrandRule[],
  domains: readonly string[],
): Wanted | null {
  const rival = rivals.findIndex(({ id, name }) => id === brand || name === brand);
  if (brand !== undefined && rival === -1)
    throw new HistoryFailure(
      'NOT_FOUND',
      `No competitor “${brand}”. Listed: ${rivals.map(({ name }) => name).join(', ') || 'none'}.`,
    );
  const cited = domain ? domains.indexOf(siteKey(domain)) : -1;
  if (domain && cited === -1) return null;
  return {
    any: kind === undefined && brand === undefined && domain === undefined && ids === undefined,
    kind,
    rival: brand === undefined ? undefined : rival,
    domain: domain === undefined ? undefined : cited,
    ids: ids && new Set(ids),
  };
}

function isWanted(
  { kind, rival, domain, ids }: Wanted,
  gaps: GapTable,
  gap: number,
  decided: DecidedGaps,
): boolean {
  if (kind !== undefined && (gaps.rival(gap) === -1 ? 'citation' : 'mention') !== kind) return false;
  if (rival !== undefined && !gaps.names(gap, rival)) return false;
  if (domain !== undefined && gaps.domain(gap) !== domain) return false;
  return ids === undefined || ids.has(fingerprintOf(keyOf(decided, gaps.gap(gap))));
}

/** The gaps of a list, and how many each list has. */
function listedOf(
  list: GapList,
  gaps: GapTable,
  wanted: Wanted | null,
  decided: DecidedGaps,
): { readonly listed: Int32Array; readonly counts: Readonly<Record<GapList, number>> } {
  // Counted by number first: there may be hundreds of thousands of gaps.
  const states = gapStatuses.flatMap((status) => [
    { status, closed: false },
    { status, closed: true },
  ]);
  const inList = states.map(({ status, closed }) => isListed(list, status, closed));
  const found = states.map(() => 0);
  const listed = new Int32Array(gaps.size);
  let size = 0;
  for (let gap = 0, absence = 0; wanted !== null && gap < gaps.size; absence++) {
    const end = gaps.endOf(absence);
    const { place, closedAtMs } = gaps.absence(absence);
    const closed = closedAtMs === null ? 0 : 1;
    const undecided = decided.isDecided[place] !== true;
    for (; gap < end; gap++) {
      if (!wanted.any && !isWanted(wanted, gaps, gap, decided)) continue;
      const status = undecided ? 0 : statusOf(decided, gaps, gap);
      const state = 2 * status + closed;
      found[state] = (found[state] ?? 0) + 1;
      if (inList[state] === true) listed[size++] = gap;
    }
  }
  const counts = { open: 0, done: 0, ignored: 0, closed: 0, all: 0 };
  for (const [state, { status, closed }] of states.entries())
    for (const each of gapLists) if (isListed(each, status, closed)) counts[each] += found[state] ?? 0;
  return { listed: listed.subarray(0, size), counts };
}

/** Index of the user's status of a gap. */
function statusOf(decided: DecidedGaps, gaps: GapTable, gap: number): number {
  const decision = decisionOf(decided, gaps.gap(gap));
  return decision === undefined ? 0 : gapStatuses.indexOf(decision.status);
}

function isListed(list: GapList, status: GapStatus, closed: boolean): boolean {
  if (list === 'all') return true;
  if (list === 'open') return status === 'open' && !closed;
  if (list === 'closed') return status !== 'ignored' && closed;
  return status === list;
}

function talliesOf(
  gaps: GapTable,
  listed: Int32Array,
  { places, domains, rivals, textOf }: DecidedGaps,
): GapAnswer['tallies'] {
  // Counted by number first: there are many more gaps than places, domains and competitors.
  const counts: GapCounts = {
    places: new Uint32Array(places.length),
    domains: new Uint32Array(domains.length),
    rivals: new Uint32Array(rivals.length),
  };
  gaps.tally(listed, counts);
  const citations = counts.domains.reduce((sum, count) => sum + count, 0);
  const questions = countBy(places, counts.places, 'question');
  return {
    kinds: shown(mostFrequent(['mention', 'citation'], [listed.length - citations, citations], 2)),
    markets: ranked(countBy(places, counts.places, 'market')),
    engines: ranked(countBy(places, counts.places, 'engine')),
    questions: ranked([...questions].map(([id, count]) => [textOf(id), count])),
    brands: shown(
      rivals
        .map(({ id, name }, at) => ({ value: id, label: name, count: counts.rivals[at] ?? 0 }))
        .sort(byCount)
        .slice(0, maxTallied),
    ),
    domains: shown(mostFrequent(domains, counts.domains, maxTallied)),
  };
}

/** Longer lists are searched instead of read. */
const maxTallied = 300;

const ranked = (counts: Iterable<readonly [string, number]>): Counted[] =>
  shown(
    [...counts]
      .map(([value, count]) => ({ value, label: value, count }))
      .sort(byCount)
      .slice(0, maxTallied),
  );

const shown = (counted: readonly Counted[]): Counted[] =>
  counted.filter(({ value, count }) => value !== '' && count > 0);

function viewOf({ gap, key, id, decision }: KnownGap, rivals: readonly BrandRule[], rules: TrendRules) {
  const { count, of, runs, ofRuns, sinceMs, closedAtMs, askedAtMs } = gap;
  const { low, high } = rateOf(count, of);
  const brandOf = (brand: BrandRule | undefined) =>
    brand === undefined ? null : { id: brand.id, name: brand.name };
  const owner = rules.sites.brandOf(key.domain);
  return {
    id,
    key,
    engine: key.engine as Engine,
    brand: brandOf(gap.rival === null ? owner : rivals[gap.rival]),
    named: gap.named.flatMap((at) => brandOf(rivals[at]) ?? []),
    ...{ count, of, low, high, runs, ofRuns, sinceMs, closedAtMs, askedAtMs },
    status: decision?.status ?? 'open',
    note: decision?.note ?? '',
    decidedAtMs: decision?.decidedAtMs ?? null,
  };
}
