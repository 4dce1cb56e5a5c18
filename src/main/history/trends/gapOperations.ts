import type { Database } from 'better-sqlite3';
import type { BrandRule } from '#shared/analysis/model.ts';
import { isPublishedType } from '#shared/analysis/overview.ts';
import {
  createGapFinder,
  firstGaps,
  type GapDomain,
  gapLists,
  gapStatuses,
} from '#shared/analysis/trends/gaps.ts';
import type { GapTable } from '#shared/analysis/trends/gapTable.ts';
import { registrableDomain } from '#shared/analysis/urls.ts';
import { rateOf } from '#shared/analysis/wilson.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { GapAnswer, GapKey, GapList, GapQuery, GapStatus } from '#shared/model/gap.ts';
import { HistoryFailure } from '../store/failures.ts';
import { type MarketRow, marketColumns, marketOf } from '../store/operations/marketRows.ts';
import { reads, writes } from '../store/operations/operation.ts';
import type { PayloadStore } from '../store/operations/payloads.ts';
import { createProjectFinder } from '../store/operations/projectRows.ts';
import type { AnswerFacts } from './answerFacts.ts';
import { createGapDecisions, type DecidedGaps, fingerprintOf, type KnownGap } from './gapDecisions.ts';
import { createGapEvidence } from './gapEvidence.ts';
import type { SourceFacts } from './sourceFacts.ts';
import { createTrendFilter } from './trendFilter.ts';
import type { TrendData } from './trendOperations.ts';
import type { TrendRules } from './trendRules.ts';
import { decidedTypes } from './trendSubject.ts';

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
    const run = runOf.get({ uid: query.run });
    if (run === undefined)
      throw new HistoryFailure('NOT_FOUND', `No run ${query.run} in the history. It may have been deleted.`);
    return { ...found, answers: found.answers.filter((answer) => facts.run[answer] === run) };
  };
  return {
    'gaps.list': reads(
      (query: GapQuery): GapAnswer => {
        const project = projectOf({ projectId: query.project });
        const facts = answerFacts.get();
        const sources = sourceFacts.get();
        const rules = trendRules.get(project).current;
        const { answers, brandedLeftOut } = chosen(query, project, rules, facts);
        const ofKind = (kind: BrandRule['kind']) => rules.brands.filter((brand) => brand.kind === kind);
        const rivals = ofKind('competitor');
        const columnsOf = ({ id }: BrandRule) => brandColumns.get(rules.version, id, [], facts, false);
        const gaps = findGaps({
          facts,
          answers,
          own: ofKind('own').map(columnsOf),
          rivals: rivals.map(columnsOf),
          sources,
          domains: domainsOf(rules, sources),
        });
        const decided = decisions.of(facts, sources.domains, rivals, project);
        const matches = matching(query, gaps, rivals, sources.domains, decided);
        const { listed, counts } = listedOf(query.list, gaps, matches, decided);
        const evidence = evidenceOf(rules, rivals, facts, sources);
        const shown = firstGaps(gaps, listed, query.most).map((at): KnownGap => {
          const gap = gaps.gap(at);
          const key = decided.keyOf(gap);
          return { gap, key, id: fingerprintOf(key), decision: decided.decisionOf(gaps, at) };
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
          total: listed.length,
          counts,
          tallies: talliesOf(gaps, listed, facts, sources.domains, rivals, decided.textOf),
          answers: answers.length,
          brandedLeftOut,
          unsearched: brandColumns.missing(rules.version, facts, answers).unsearched,
          missing: missingIn(trendRules.newest(project)),
        };
      },
      { thread: 'analysis' },
    ),
    'gaps.mark': writes(
      (input: {
        readonly projectId: string;
        readonly gaps: readonly GapKey[];
        readonly status: GapStatus;
        readonly note?: string | undefined;
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
function domainsOf(rules: TrendRules, sources: SourceFacts): readonly GapDomain[] {
  const [own, competitor, listed] = [
    rules.ownDomains,
    rules.competitorDomains,
    rules.brands.flatMap(({ domains }) => domains),
  ].map((domains) => new Set([...domains].map(registrableDomain)));
  const decided = decidedTypes(rules);
  /** Null where it depends on the type of its pages. */
  const byName = (name: string): GapDomain | null => {
    if (own?.has(name)) return 'own';
    if (competitor?.has(name)) return own?.size === 0 ? 'none' : 'rival';
    if (listed?.has(name)) return 'none';
    const type = decided(name);
    return type === null ? null : isPublishedType(type) ? 'published' : 'none';
  };
  const found = sources.domains.map(byName);
  sources.domainOfUrl.forEach((domain, url) => {
    if (found[domain] === null && isPublishedType(sources.typeOfUrl[url] ?? 'other'))
      found[domain] = 'published';
  });
  return found.map((owner) => owner ?? 'none');
}

/** What the user has to set before there can be gaps. */
function missingIn({ brands, ownDomains }: TrendRules): GapAnswer['missing'] {
  const has = (kind: BrandRule['kind']) => brands.some((brand) => brand.kind === kind);
  return [
    ...(has('own') ? [] : (['own'] as const)),
    ...(has('competitor') ? [] : (['competitors'] as const)),
    ...(ownDomains.size > 0 ? [] : (['own-domains'] as const)),
  ];
}

function matching(
  { kind, brand, domain, ids }: GapQuery,
  gaps: GapTable,
  rivals: readonly BrandRule[],
  domains: readonly string[],
  { keyOf }: DecidedGaps,
): (gap: number) => boolean {
  const named = rivals.findIndex(({ id, name }) => id === brand || name === brand);
  if (brand !== undefined && named === -1)
    throw new HistoryFailure(
      'NOT_FOUND',
      `No competitor “${brand}”. Listed: ${rivals.map(({ name }) => name).join(', ') || 'none'}.`,
    );
  const wanted = ids === undefined ? null : new Set(ids);
  const cited = domain === undefined || domain === '' ? -1 : domains.indexOf(domain);
  if (cited === -1 && domain) return () => false;
  return (gap) =>
    (kind === undefined || (gaps.rival(gap) === -1 ? 'citation' : 'mention') === kind) &&
    (brand === undefined || gaps.names(gap, named)) &&
    (domain === undefined || gaps.domain(gap) === cited) &&
    (wanted === null || wanted.has(fingerprintOf(keyOf(gaps.gap(gap)))));
}

/** The gaps of a list, and how many each list has. */
function listedOf(
  list: GapList,
  gaps: GapTable,
  matches: (gap: number) => boolean,
  { decisionOf }: DecidedGaps,
): { readonly listed: Int32Array; readonly counts: Readonly<Record<GapList, number>> } {
  // Counted by number first: there may be hundreds of thousands of gaps.
  const states = gapStatuses.flatMap((status) => [
    { status, closed: false },
    { status, closed: true },
  ]);
  const isWanted = states.map(({ status, closed }) => isListed(list, status, closed));
  const found = states.map(() => 0);
  const listed = new Int32Array(gaps.size);
  let size = 0;
  for (let gap = 0; gap < gaps.size; gap++) {
    if (!matches(gap)) continue;
    const decision = decisionOf(gaps, gap);
    const status = decision === undefined ? 0 : gapStatuses.indexOf(decision.status);
    const state = 2 * status + (gaps.isClosed(gap) ? 1 : 0);
    found[state] = (found[state] ?? 0) + 1;
    if (isWanted[state] === true) listed[size++] = gap;
  }
  const counts = { open: 0, done: 0, ignored: 0, closed: 0, all: 0 };
  for (const [state, { status, closed }] of states.entries())
    for (const each of gapLists) if (isListed(each, status, closed)) counts[each] += found[state] ?? 0;
  return { listed: listed.subarray(0, size), counts };
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
  { places }: AnswerFacts,
  domains: readonly string[],
  rivals: readonly BrandRule[],
  textOf: (question: number) => string,
): GapAnswer['tallies'] {
  // Counted by number first: there are many more gaps than places, domains and competitors.
  const [ofPlace, ofDomain, ofRival] = [places, domains, rivals].map(
    ({ length }) => new Uint32Array(length),
  ) as [Uint32Array, Uint32Array, Uint32Array];
  const add = (counts: Uint32Array, at: number): void => {
    counts[at] = (counts[at] ?? 0) + 1;
  };
  const addNamed = (rival: number): void => add(ofRival, rival);
  let citations = 0;
  for (let at = 0; at < listed.length; at++) {
    const gap = listed[at] ?? 0;
    add(ofPlace, gaps.place(gap));
    gaps.eachNamed(gap, addNamed);
    const domain = gaps.domain(gap);
    if (domain === -1) continue;
    citations += 1;
    add(ofDomain, domain);
  }
  const tally = <T>(
    things: readonly T[],
    counts: ArrayLike<number>,
    nameOf: (thing: T) => string,
    labelOf = (value: string) => value,
  ) => {
    const sums = new Map<string, number>();
    things.forEach((thing, at) => {
      const count = counts[at] ?? 0;
      const value = count === 0 ? '' : nameOf(thing);
      if (value !== '') sums.set(value, (sums.get(value) ?? 0) + count);
    });
    return [...sums]
      .map(([value, count]) => ({ value, label: labelOf(value), count }))
      .sort((one, two) => two.count - one.count || (one.value < two.value ? -1 : 1))
      .slice(0, 300);
  };
  const itself = (value: string) => value;
  return {
    kinds: tally(['mention', 'citation'], [listed.length - citations, citations], itself),
    markets: tally(places, ofPlace, ({ market }) => market),
    engines: tally(places, ofPlace, ({ engine }) => engine),
    questions: tally(places, ofPlace, ({ question }) => textOf(question)),
    brands: tally(
      rivals,
      ofRival,
      ({ id }) => id,
      (id) => rivals.find((rival) => rival.id === id)?.name ?? id,
    ),
    domains: tally(domains, ofDomain, itself),
  };
}

function viewOf({ gap, key, id, decision }: KnownGap, rivals: readonly BrandRule[], rules: TrendRules) {
  const { count, of, runs, ofRuns, sinceMs, closedAtMs, askedAtMs } = gap;
  const { low, high } = rateOf(count, of);
  const brandOf = (brand: BrandRule | undefined) =>
    brand === undefined ? null : { id: brand.id, name: brand.name };
  const owner = rules.brands.find(
    ({ domains }) => key.domain !== '' && domains.some((domain) => registrableDomain(domain) === key.domain),
  );
  return {
    id,
    key,
    engine: key.engine as Engine,
    brand: brandOf(gap.rival === null ? owner : rivals[gap.rival]),
    named: gap.named.flatMap((at) => brandOf(rivals[at]) ?? []),
    ...{ count, of, low, high, runs, ofRuns, sinceMs, closedAtMs, askedAtMs },
    status: decision?.status ?? 'open',
    note: decision?.note ?? '',
    decidedAtMs: decision?.decided_at_ms ?? null,
  };
}
