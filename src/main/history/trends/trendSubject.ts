import { correctedType, ownerOf } from '#shared/figures/comparison/sourceTypes.ts';
import { overviewRate } from '#shared/figures/definitions/pageFigures.ts';
import { brandValues, pageValues } from '#shared/figures/trends/brandValues.ts';
import { sourceValues } from '#shared/figures/trends/sourceValues.ts';
import {
  brandFigure,
  sourceFigure,
  type TrendMetric,
  trendMetric,
} from '#shared/figures/trends/trendMetrics.ts';
import { allSourceTypes, type SourceType } from '#shared/model/comparison/comparison.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import type { TrendAnswer, TrendQuery } from '#shared/model/trend.ts';
import type { TrendValues } from '#shared/model/trendLines.ts';
import { unknownSource } from '#shared/text/addresses/pages.ts';
import { siteAddress, siteKey, sitesOf } from '#shared/text/addresses/sites.ts';
import { foldName } from '#shared/text/words/folding.ts';
import { callsOf } from '../search/namedBrands.ts';
import { HistoryFailure } from '../store/failures.ts';
import type { AnswerFacts } from './answerFacts.ts';
import type { createBrandColumns } from './brandColumns.ts';
import { type SourceFacts, sitesIn } from './sourceFacts.ts';
import type { TrendRules } from './trendRules.ts';

export type Subject =
  | { readonly kind: 'brand'; readonly brand: BrandRule }
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'type'; readonly type: SourceType }
  | { readonly kind: 'types' }
  | { readonly kind: 'none' };

/**
 * The subject of a metric.
 * @throws HistoryFailure NOT_FOUND with advice
 */
export function subjectOf(
  metric: TrendMetric,
  query: Pick<TrendQuery, 'brand' | 'domain' | 'type'> & Partial<Pick<TrendQuery, 'by'>>,
  rules: TrendRules,
): Subject {
  switch (metric.of) {
    case 'type':
      if (query.by === 'type') return { kind: 'types' };
      if (query.type !== undefined) return { kind: 'type', type: query.type };
      return { kind: 'types' };
    case 'domain': {
      if (query.domain === unknownSource) return { kind: 'domain', domain: unknownSource };
      const domain = siteAddress(query.domain ?? '');
      if (domain !== null) return { kind: 'domain', domain: siteKey(domain) };
      throw new HistoryFailure(
        'NOT_FOUND',
        query.domain === undefined
          ? `Enter a domain such as example.com.`
          : `“${query.domain}” is not a domain. Enter one such as example.com.`,
      );
    }
    case 'brand':
      return { kind: 'brand', brand: brandOf(query.brand, rules) };
    default:
      return { kind: 'none' };
  }
}

function brandOf(wanted: string | undefined, rules: TrendRules): BrandRule {
  const { brands } = rules;
  const found =
    wanted === undefined
      ? (brands.find(({ kind }) => kind === 'own') ?? brands[0])
      : (brands.find(({ id }) => id === wanted) ??
        brands.find((brand) => callsOf(brand).some((text) => foldName(text) === foldName(wanted))));
  if (found !== undefined) return found;
  throw new HistoryFailure(
    'NOT_FOUND',
    rules.version === 0
      ? 'No brands in this project yet. Add them under Brands, or with "parallax brands add".'
      : `No brand “${wanted}”. Listed brands: ${brands.map(({ name }) => name).join(', ')}.`,
  );
}

/** Brands whose name makes a question a branded one: the brand of the metric, otherwise every own brand. */
export function brandsInQuestion(subject: Subject, rules: TrendRules): readonly BrandRule[] {
  if (subject.kind === 'brand') return [subject.brand];
  if (subject.kind === 'domain') {
    const owner = rules.sites.brandOf(subject.domain);
    if (owner !== undefined) return [owner];
  }
  return rules.brands.filter(({ kind }) => kind === 'own');
}

/** Contribution of every answer, by the rules of one version. */
export function subjectValues(
  metric: TrendMetric,
  subject: Subject,
  parts: {
    readonly facts: AnswerFacts;
    readonly sources: () => SourceFacts;
    readonly brandColumns: ReturnType<typeof createBrandColumns>;
    readonly rules: TrendRules;
    readonly answers: Int32Array;
  },
): TrendValues {
  const { facts, rules, answers } = parts;
  if (subject.kind === 'brand') {
    const columns = parts.brandColumns.get(
      rules.version,
      subject.brand.id,
      rules.brands.map(({ id }) => id),
      facts,
      metric.id === 'share-of-voice',
    );
    return brandValues(brandFigure(metric.id), columns, facts.size);
  }
  if (metric.id === overviewRate.id) return pageValues(overviewRate, facts, facts.size);
  const sources = sitesIn(parts.sources(), rules.sites);
  const wanted =
    subject.kind === 'domain'
      ? pagesOf(sources, subject.domain, rules)
      : new Uint8Array(sources.domainOfUrl.length);
  if (subject.kind === 'type') {
    const decided = decidedTypes(rules, sources.domains);
    for (const [url, byRule] of sources.typeOfUrl.entries()) {
      const type = decided[sources.domainOfUrl[url] ?? 0] ?? byRule;
      if (type === subject.type) wanted[url] = 1;
    }
  }
  // The owner of a domain and its manual type belong to the brand rules. Other source figures do not depend on them.
  const version = subject.kind === 'type' ? rules.version : 0;
  return sourceValues(sourceFigure(metric.id), sources, facts, wanted, answers, version);
}

/** 1 for the pages of a site, or of an address that is not listed: of a host, or below a path. By URL number. */
export function pagesOf(
  { hosts, pages, domainIds, domainOfUrl }: SourceFacts,
  address: string,
  { sites }: TrendRules,
): Uint8Array {
  const domain = domainIds.get(address);
  if (domain !== undefined) return Uint8Array.from(domainOfUrl, (each) => (each === domain ? 1 : 0));
  const wanted = new Uint8Array(pages.length);
  const siteOf = sitesOf([...sites.listed, address]);
  for (const [url, normalized] of pages.entries())
    if (siteOf({ host: hosts[url] ?? '', domain: '', normalized }) === address) wanted[url] = 1;
  return wanted;
}

/** Type of each site by manual corrections, in the order used by comparisons; null if there is none. */
export function decidedTypes(
  { sites }: TrendRules,
  names: readonly string[],
): readonly (SourceType | null)[] {
  return names.map((name) => correctedType(name, sites) ?? ownerOf(name, sites));
}

export const typeSubjects: readonly Extract<Subject, { kind: 'type' }>[] = allSourceTypes.map((type) => ({
  kind: 'type',
  type,
}));

export function knownMetric(id: string): TrendMetric {
  const metric = trendMetric(id);
  if (metric === null) throw new HistoryFailure('NOT_FOUND', `No trend metric “${id}”.`);
  return metric;
}

export function nameOf(subject: Subject): TrendAnswer['subject'] {
  switch (subject.kind) {
    case 'brand':
      return { id: subject.brand.id, name: subject.brand.name };
    case 'domain':
      return { id: subject.domain, name: subject.domain };
    case 'type':
      return { id: subject.type, name: subject.type };
    default:
      return null;
  }
}

/** The answers that a figure counts, or only those that it counts for the subject. */
export function countedIn(
  { numerator, denominator }: TrendValues,
  answers: Int32Array,
  named: boolean,
): Int32Array {
  const counts = named ? numerator : denominator;
  return answers.filter((answer) => (counts[answer] ?? 0) > 0);
}
