import type { Database } from 'better-sqlite3';
import { smallBuckets } from '#shared/figures/trends/buckets.ts';
import { type SourceFigures, sourceFigures } from '#shared/figures/trends/sourceRows.ts';
import { zonedDays } from '#shared/figures/trends/zonedDays.ts';
import type { SourceList, SourceQuery, SourceRow } from '#shared/model/projectLists.ts';
import { analysisReads } from '../store/operations/operation.ts';
import { createProjectFinder, createTimeZoneFinder } from '../store/operations/projectRows.ts';
import { type SourceFacts, sitesIn } from './sourceFacts.ts';
import { createTrendFilter, everyAnswer } from './trendFilter.ts';
import type { TrendData } from './trendOperations.ts';
import type { TrendRules } from './trendRules.ts';
import { decidedTypes, knownMetric, pagesOf, subjectOf } from './trendSubject.ts';

/** The cited domains and pages of a project, from the caches of trends. */
export function createSourceOperations(db: Database, data: TrendData) {
  const { answerFacts, sourceFacts, trendRules } = data;
  const filter = createTrendFilter(db);
  const projectOf = createProjectFinder(db);
  const timeZoneOf = createTimeZoneFinder(db);
  const uidOf = db.prepare<{ id: number }, { uid: string }>('SELECT uid FROM observations WHERE id = @id');
  const urlOf = db.prepare<{ id: number }, { url: string }>(
    `SELECT ifnull(r.destination, u.url) AS url FROM urls u LEFT JOIN redirects r ON r.url_id = u.id WHERE u.id = @id`,
  );
  type Facts = ReturnType<typeof answerFacts.get>;

  const rowsIn = (facts: Facts, sources: SourceFacts, rules: TrendRules, of: SourceQuery['of']) => {
    const types = decidedTypes(rules, sources.domains);
    return ({ item, answers, instead, ...figures }: SourceFigures): readonly SourceRow[] => {
      const latest = answers.at(-1) ?? 0;
      const example = exampleIn(sources, latest, of, item);
      const domain = sources.domains[sources.domainOfUrl[example] ?? 0] ?? '';
      const owner = rules.sites.brandOf(domain);
      const observationId = uidOf.get({ id: facts.id[latest] ?? 0 })?.uid;
      if (observationId === undefined) return [];
      const type = types[sources.domainOfUrl[example] ?? 0] ?? sources.typeOfUrl[example] ?? 'other';
      const places = [...answers].map((answer) => facts.places[facts.place[answer] ?? 0]);
      return [
        {
          ...figures,
          domain,
          url: of === 'domain' ? null : (urlOf.get({ id: sources.rowOfUrl[example] ?? 0 })?.url ?? domain),
          type,
          owner: owner === undefined ? null : { id: owner.id, name: owner.name, kind: owner.kind },
          instead: type === 'own' || rules.sites.own.size === 0 ? null : instead,
          trend: [...figures.trend],
          questions: new Set(places.map((place) => place?.question)).size,
          markets: [...new Set(places.map((place) => place?.market ?? ''))].sort(),
          last: { observationId, atMs: facts.at[latest] ?? 0 },
        },
      ];
    };
  };

  return {
    'sources.figures': analysisReads((query: SourceQuery): SourceList => {
      const project = projectOf({ projectId: query.project });
      const facts = answerFacts.get();
      const rules = trendRules.get(project).current;
      const sources = sitesIn(sourceFacts.get(), rules.sites);
      const choose = (period: { readonly fromMs?: number; readonly beforeMs?: number }): Int32Array =>
        filter.choose(project, facts, { ...query, ...everyAnswer, ...period }, () => false)?.answers ??
        new Int32Array(0);
      const answers = choose({ fromMs: query.fromMs, beforeMs: query.beforeMs });
      const period = { fromMs: query.fromMs ?? null, beforeMs: query.beforeMs ?? null };
      const buckets = smallBuckets(facts, answers, period, zonedDays(timeZoneOf(project)));
      const ownSites = rules.sites.own;
      const { rows, own, ...counts } = sourceFigures({
        ...{ facts, sources, answers, buckets, most: query.most },
        ...itemsOf(query, sources, rules),
        own: Uint8Array.from(sources.domainOfUrl, (domain) =>
          ownSites.has(sources.domains[domain] ?? '') ? 1 : 0,
        ),
        compared: query.compare === undefined ? null : choose(query.compare),
      });
      return {
        ...counts,
        sources: rows.flatMap(rowsIn(facts, sources, rules, query.of)),
        buckets: buckets.buckets.map(({ label }) => label),
        own: ownSites.size === 0 ? null : own,
      };
    }),
  };
}

/** What is listed, by URL number: domains, or the pages of one or all of them. */
function itemsOf({ of, domain }: SourceQuery, sources: SourceFacts, rules: TrendRules) {
  const { domainOfUrl, domains } = sources;
  const subject = domain === undefined ? null : subjectOf(knownMetric('source-presence'), { domain }, rules);
  const only = subject?.kind === 'domain' ? pagesOf(sources, subject.domain, rules) : null;
  const itemOfUrl = Int32Array.from(domainOfUrl, (each, url) =>
    only?.[url] === 0 ? -1 : of === 'domain' ? each : url,
  );
  return { itemOfUrl, items: of === 'domain' ? domains.length : domainOfUrl.length };
}

/** The first URL of a domain or page in an answer. */
function exampleIn(
  { from, url, domainOfUrl }: SourceFacts,
  answer: number,
  of: SourceQuery['of'],
  item: number,
): number {
  if (of === 'page') return item;
  const end = from[answer + 1] ?? 0;
  for (let at = from[answer] ?? 0; at < end; at++) {
    const number = url[at] ?? 0;
    if (domainOfUrl[number] === item) return number;
  }
  return 0;
}
