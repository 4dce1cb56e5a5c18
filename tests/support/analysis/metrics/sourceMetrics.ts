/** Sources (product.md 5.4): which domains answers cite, how often and how high. */
import {
  type Metric,
  type MetricObservation,
  meanMetric,
  rateMetric,
  shareMetric,
  validOf,
  valueMetric,
  withCitations,
} from './metricModel.ts';

/** Consistency: answers citing the domain / valid answers that could carry sources. */
export function sourcePresence(observations: readonly MetricObservation[], domain: string): Metric {
  const carrying = withCitations(observations);
  return rateMetric('source-presence', citing(carrying, domain).length, carrying.length);
}

/** Answers citing the domain / answers with at least one source. */
export function citationRate(observations: readonly MetricObservation[], domain: string): Metric {
  const cited = withCitations(observations).filter((observation) => observation.citations.length > 0);
  return rateMetric('citation-rate', citing(cited, domain).length, cited.length);
}

/** Citations of the domain / all citations; a URL counts once an answer. */
export function citationShare(observations: readonly MetricObservation[], domain: string): Metric {
  const all = withCitations(observations).flatMap((observation) => observation.citations);
  return shareMetric(
    'citation-share',
    all.filter((citation) => citation.domain === domain).length,
    all.length,
  );
}

/** Mean number of distinct URLs of the domain in the answers that cite it. */
export function citationsPerCitingAnswer(observations: readonly MetricObservation[], domain: string): Metric {
  const answers = citing(withCitations(observations), domain);
  const urls = answers.flatMap((observation) =>
    observation.citations.filter((citation) => citation.domain === domain),
  );
  return meanMetric('citations-per-citing-answer', urls.length, answers.length);
}

/** Citations of the domain marked inside the text / its citations listed. */
export function inlineShare(observations: readonly MetricObservation[], domain: string): Metric {
  const listed = withCitations(observations).flatMap((observation) =>
    observation.citations.filter((citation) => citation.domain === domain),
  );
  return shareMetric('inline-share', listed.filter((citation) => citation.inline).length, listed.length);
}

/** Mean position of the domain's first URL in the list, over the answers that cite it. */
export function meanSourcePosition(observations: readonly MetricObservation[], domain: string): Metric {
  const first = citing(withCitations(observations), domain).map((observation) =>
    Math.min(
      ...observation.citations
        .filter((citation) => citation.domain === domain)
        .map((citation) => citation.position),
    ),
  );
  return meanMetric(
    'mean-source-position',
    first.reduce((sum, position) => sum + position, 0),
    first.length,
  );
}

/** Distinct questions whose answers cite the domain / questions with a valid answer that could. */
export function promptReach(observations: readonly MetricObservation[], domain: string): Metric {
  const carrying = withCitations(observations);
  const prompts = (list: readonly MetricObservation[]) =>
    new Set(list.map((observation) => observation.prompt)).size;
  return rateMetric('prompt-reach', prompts(citing(carrying, domain)), prompts(carrying));
}

/** Consistency × number of questions citing the domain. */
export function influence(observations: readonly MetricObservation[], domain: string): Metric {
  const consistency = sourcePresence(observations, domain);
  const reach = promptReach(observations, domain);
  const value = consistency.value === null ? null : consistency.value * reach.numerator;
  return {
    ...valueMetric('influence', value, consistency.denominator),
    numerator: consistency.numerator,
    denominator: consistency.denominator,
  };
}

/** Share of citations by source type. */
export function typeMix(observations: readonly MetricObservation[]): Readonly<Record<string, Metric>> {
  const all = withCitations(observations).flatMap((observation) => observation.citations);
  const counts = new Map<string, number>();
  for (const citation of all) counts.set(citation.type, (counts.get(citation.type) ?? 0) + 1);
  return Object.fromEntries(
    [...counts].map(([type, count]) => [type, shareMetric('type-mix', count, all.length)]),
  );
}

/** Herfindahl–Hirschman index Σ share², 0..1: 1 when one domain has every citation. */
export function concentration(observations: readonly MetricObservation[]): Metric {
  const counts = domainCounts(observations);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return valueMetric(
    'concentration',
    total === 0 ? null : [...counts.values()].reduce((sum, count) => sum + (count / total) ** 2, 0),
    total,
  );
}

/** Share of all citations that go to the five most cited domains. */
export function topFiveShare(observations: readonly MetricObservation[]): Metric {
  const counts = [...domainCounts(observations).values()].sort((one, two) => two - one);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return shareMetric(
    'top-5-share',
    counts.slice(0, 5).reduce((sum, count) => sum + count, 0),
    total,
  );
}

/** Citations on the country's own suffix or the user's local list / citations. */
export function localShare(observations: readonly MetricObservation[]): Metric {
  const all = withCitations(observations).flatMap((observation) => observation.citations);
  return shareMetric('local-share', all.filter((citation) => citation.local).length, all.length);
}

export type Gap = {
  readonly prompt: string;
  readonly country: string;
  /** Rivals named or cited there. */
  readonly rivals: readonly string[];
};

/** Questions and countries where a rival is named and the brand is not, in any valid answer. */
export function gaps(
  observations: readonly MetricObservation[],
  brand: string,
  rivals: readonly string[],
): readonly Gap[] {
  const cells = new Map<string, { prompt: string; country: string; own: boolean; rivals: Set<string> }>();
  for (const observation of validOf(observations)) {
    if (observation.brands === null) continue;
    const key = `${observation.prompt}\u0000${observation.country}`;
    const cell = cells.get(key) ?? {
      prompt: observation.prompt,
      country: observation.country,
      own: false,
      rivals: new Set<string>(),
    };
    if (observation.brands[brand] !== undefined) cell.own = true;
    for (const rival of rivals) if (observation.brands[rival] !== undefined) cell.rivals.add(rival);
    cells.set(key, cell);
  }
  return [...cells.values()]
    .filter((cell) => !cell.own && cell.rivals.size > 0)
    .map((cell) => ({ prompt: cell.prompt, country: cell.country, rivals: [...cell.rivals] }));
}

function citing<
  T extends MetricObservation & { readonly citations: NonNullable<MetricObservation['citations']> },
>(observations: readonly T[], domain: string): readonly T[] {
  return observations.filter((observation) =>
    observation.citations.some((citation) => citation.domain === domain),
  );
}

function domainCounts(observations: readonly MetricObservation[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const observation of withCitations(observations)) {
    for (const citation of observation.citations)
      counts.set(citation.domain, (counts.get(citation.domain) ?? 0) + 1);
  }
  return counts;
}
