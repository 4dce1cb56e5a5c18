import type { Database } from 'better-sqlite3';
import type { BrandRule } from '#shared/analysis/model.ts';
import { isPublishedType } from '#shared/analysis/overview.ts';
import { type GapDomain, gapsOf } from '#shared/analysis/trends/gaps.ts';
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
import { createGapDecisions, type KnownGap } from './gapDecisions.ts';
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
        const gaps = gapsOf({
          facts,
          answers,
          own: ofKind('own').map(columnsOf),
          rivals: rivals.map(columnsOf),
          sources,
          domains: domainsOf(rules, sources),
        });
        const known = decisions.known(gaps, facts, sources.domains, rivals, project);
        const wanted = known.filter(matching(query, rivals));
        const listed = wanted.filter((each) => listsOf(each).includes(query.list));
        const evidence = evidenceOf(rivals);
        const shown = listed.slice(0, query.most);
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
          counts: countsOf(wanted),
          tallies: talliesOf(listed, rivals),
          answers: answers.length,
          brandedLeftOut,
          unsearched: brandColumns.missing(rules.version, facts, answers).unsearched,
          missing: [
            ...(ofKind('own').length === 0 ? (['own'] as const) : []),
            ...(rivals.length === 0 ? (['competitors'] as const) : []),
            ...(rules.ownDomains.size === 0 ? (['own-domains'] as const) : []),
          ],
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

function matching(
  { kind, brand, domain, ids }: GapQuery,
  rivals: readonly BrandRule[],
): (known: KnownGap) => boolean {
  const named = rivals.findIndex(({ id, name }) => id === brand || name === brand);
  if (brand !== undefined && named === -1)
    throw new HistoryFailure(
      'NOT_FOUND',
      `No competitor “${brand}”. Listed: ${rivals.map(({ name }) => name).join(', ') || 'none'}.`,
    );
  return ({ gap, key, id }) =>
    (ids === undefined || ids.includes(id)) &&
    (kind === undefined || gap.kind === kind) &&
    (brand === undefined || gap.named.includes(named)) &&
    (domain === undefined || key.domain === domain);
}

/** The lists that contain a gap. */
function listsOf({ gap, decision }: KnownGap): readonly GapList[] {
  const status = decision?.status ?? 'open';
  if (status === 'ignored') return ['ignored', 'all'];
  if (gap.closedAtMs !== null) return status === 'done' ? ['done', 'closed', 'all'] : ['closed', 'all'];
  return [status, 'all'];
}

function countsOf(known: readonly KnownGap[]): GapAnswer['counts'] {
  const counts = { open: 0, done: 0, ignored: 0, closed: 0, all: 0 };
  for (const each of known) for (const list of listsOf(each)) counts[list] += 1;
  return counts;
}

function talliesOf(listed: readonly KnownGap[], rivals: readonly BrandRule[]): GapAnswer['tallies'] {
  const tally = (valuesOf: (known: KnownGap) => readonly string[], labelOf = (value: string) => value) => {
    const counts = new Map<string, number>();
    for (const each of listed)
      for (const value of valuesOf(each)) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .map(([value, count]) => ({ value, label: labelOf(value), count }))
      .sort((one, two) => two.count - one.count || (one.value < two.value ? -1 : 1))
      .slice(0, 300);
  };
  const nameOf = (id: string): string => rivals.find((rival) => rival.id === id)?.name ?? id;
  return {
    kinds: tally(({ key }) => [key.kind]),
    markets: tally(({ key }) => [key.market]),
    engines: tally(({ key }) => [key.engine]),
    questions: tally(({ key }) => [key.question]),
    brands: tally(({ gap }) => gap.named.map((at) => rivals[at]?.id ?? ''), nameOf),
    domains: tally(({ key }) => [key.domain]),
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
