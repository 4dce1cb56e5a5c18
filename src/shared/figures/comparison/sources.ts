/** Sources of every market: the site by market matrix and all figures derived from it. */

import type {
  NoiseTest,
  SourceCell,
  SourceColumn,
  SourceRow,
  SourcesTab,
  SourceType,
  SourceUrl,
} from '../../model/comparison/comparison.ts';
import type { CompareSample, InlineCitation } from '../../model/comparison/samples.ts';
import { rounded } from '../../rounded.ts';
import { isLocal, sourceIdentity, type UrlIdentity, urlIdentity } from '../../text/addresses/urls.ts';
import type { OwnedSites } from '../../text/brands/ownedSites.ts';
import type { ReadSample } from '../../text/reading.ts';
import { figureIn, rateIn } from '../definitions/answerFigure.ts';
import {
  answersWithSources,
  localShare,
  type MarketCitations,
  citations as marketCitations,
  marketConcentration,
  sourceDomains,
  topFiveShare,
} from '../definitions/marketFigures.ts';
import {
  averageSourcePosition,
  type CitedColumns,
  citationShare,
  sourcePresence,
} from '../definitions/sourceFigures.ts';
import { budget } from '../statistics/noise.ts';
import { presenceTests } from '../statistics/presenceTests.ts';
import { pairFigures } from '../statistics/setMeasures.ts';
import { setTest } from '../statistics/setTest.ts';
import { baselineVerdicts, controlled, type Side } from '../statistics/significance.ts';
import { rateOf } from '../statistics/wilson.ts';
import type { ReadColumn, ReadComparison } from './columns.ts';
import { consensusOf } from './consensus.ts';
import { intersectionsOf } from './intersections.ts';
import { ownerOf, pageTypeOf, sourceTypeOf } from './sourceTypes.ts';

export type Citation = {
  readonly identity: UrlIdentity;
  readonly title: string;
  /** Position among the distinct URLs of the answer, from 1. */
  readonly position: number;
  readonly inline: boolean;
};

type Cited = Pick<InlineCitation, 'url' | 'resolvedUrl' | 'domain'>;

/** Sources of one answer, each URL once. Null if the result contains no source data. */
export function citationsOf(sample: CompareSample): readonly Citation[] | null {
  if (sample.sources === null && sample.citations === null && sample.overview === null) return null;
  const found = new Map<
    string,
    { identity: UrlIdentity; title: string; position: number; inline: boolean }
  >();
  const add = (source: Cited, title: string, inline: boolean): void => {
    const { url, resolvedUrl, domain } = source;
    const identity = resolvedUrl === undefined ? sourceIdentity(url, domain) : urlIdentity(resolvedUrl);
    if (identity === null) return;
    const known = found.get(identity.normalized);
    if (known === undefined)
      found.set(identity.normalized, { identity, title, position: found.size + 1, inline });
    else {
      known.inline ||= inline;
      if (known.title === '') known.title = title;
    }
  };
  const listed = [...(sample.sources ?? []), ...(sample.overview?.sources ?? [])];
  for (const source of [...listed].sort((one, two) => one.position - two.position))
    add(source, source.title, false);
  for (const pill of [...(sample.citations ?? []), ...(sample.overview?.citations ?? [])])
    add(pill, pill.label, true);
  return [...found.values()];
}

type CitedSample = {
  readonly sample: ReadSample;
  readonly citations: readonly Citation[];
  readonly domains: ReadonlyMap<string, readonly Citation[]>;
};

/** Sites an answer cites; null if it cannot contain sources. */
export const sourceKeys =
  ({ sites }: Pick<ReadComparison, 'sites'>) =>
  ({ sample }: ReadSample): ReadonlySet<string> | null => {
    const citations = citationsOf(sample);
    return citations === null ? null : new Set(citations.map(({ identity }) => sites.siteOf(identity)));
  };

type CitedMarket = {
  readonly column: ReadColumn;
  readonly samples: readonly CitedSample[];
  /** Number of citations by domain, over all samples. */
  readonly counts: ReadonlyMap<string, number>;
  /** Domains sorted by the mean position of their first URL. */
  readonly ranked: readonly string[];
};

function citedColumn(column: ReadColumn, sites: OwnedSites): CitedMarket {
  const samples: CitedSample[] = [];
  const counts = new Map<string, number>();
  const positions = new Map<string, number[]>();
  for (const sample of column.samples) {
    const citations = citationsOf(sample.sample);
    if (citations === null) continue;
    const domains = new Map<string, Citation[]>();
    for (const citation of citations) {
      const domain = sites.siteOf(citation.identity);
      const list = domains.get(domain);
      if (list === undefined) domains.set(domain, [citation]);
      else list.push(citation);
      counts.set(domain, (counts.get(domain) ?? 0) + 1);
    }
    for (const [domain, list] of domains) {
      const known = positions.get(domain);
      if (known === undefined) positions.set(domain, [list[0]?.position ?? 0]);
      else known.push(list[0]?.position ?? 0);
    }
    samples.push({ sample, citations, domains });
  }
  const ranked = [...positions]
    .map(([domain, list]) => ({
      domain,
      position: list.reduce((sum, at) => sum + at, 0) / list.length,
      answers: list.length,
    }))
    .sort(
      (one, two) =>
        two.answers - one.answers || one.position - two.position || (one.domain < two.domain ? -1 : 1),
    )
    .map((entry) => entry.domain);
  return { column, samples, counts, ranked };
}

export function sourcesTab(read: ReadComparison): SourcesTab {
  const { sites } = read;
  const cited = read.columns.map((column) => citedColumn(column, sites));
  const carrying = cited.filter((column) => column.samples.length > 0);
  const { urls, urlIndex } = urlTable(cited, sites);
  const domains = [...new Set(carrying.flatMap((column) => column.ranked))];
  const totals = domains.map((domain) =>
    carrying.reduce((sum, column) => sum + (column.counts.get(domain) ?? 0), 0),
  );
  const presence = presenceTests(carrying.flatMap((column) => column.samples.map(() => column.column.index)));
  const permutations = budget(
    carrying.reduce((sum, column) => sum + column.samples.length, 0),
    domains.length,
  );
  const columns = columnsByDomain(carrying);
  const cells = baselineVerdicts(
    domains.map((domain) => cited.map((column) => sideOf(column, domain))),
    read.baseline,
    read.mixedShapes,
  );
  const { rows: tested, family } = controlled(
    domains.map((domain, at) =>
      domainRow(read, cited, carrying, domain, {
        columns: columns.get(domain) ?? noColumns,
        citations: totals[at] ?? 0,
        urlIndex,
        verdicts: cells.verdicts[at] ?? [],
        presence: (present) =>
          presence(present, {
            permutations,
            oneOfMany: true,
            random: read.random(`source ${domain}`),
            incomparable: read.mixedShapes,
          }),
      }),
    ),
  );
  const rows = [...tested];
  rows.sort(
    (one, two) =>
      two.columns - one.columns || two.citations - one.citations || (one.domain < two.domain ? -1 : 1),
  );
  return {
    available: carrying.length > 0,
    rows,
    urls,
    intersections: intersectionsOf(rows.map((row) => ({ item: row.domain, columns: columnsOf(row) }))),
    columns: cited.map((column) => columnFigures(read, column, cited, rows)),
    test: setTest(read, 'sources', () =>
      cited.map((column) => column.samples.map((sample) => new Set(sample.domains.keys()))),
    ),
    tests: { rows: family, cells: cells.family },
  };
}

/** Answers of the column that cite the domain, of all its answers; null if none can contain sources. */
function sideOf({ samples }: CitedMarket, domain: string): Side | null {
  return samples.length === 0
    ? null
    : { having: samples.filter((sample) => sample.domains.has(domain)).length, of: samples.length };
}

function columnsOf(row: SourceRow): readonly number[] {
  return row.cells.flatMap((cell, index) => (cell === null ? [] : [index]));
}

function urlTable(cited: readonly CitedMarket[], sites: OwnedSites) {
  const urls: (SourceUrl & { readonly columns: number[] })[] = [];
  const urlIndex = new Map<string, number>();
  for (const { column, samples } of cited) {
    for (const { citations } of samples) {
      for (const { identity, title } of citations) {
        let index = urlIndex.get(identity.normalized);
        if (index === undefined) {
          index = urls.length;
          urlIndex.set(identity.normalized, index);
          const type = sourceTypeOf(identity, sites);
          urls.push({
            normalized: identity.normalized,
            raw: identity.raw,
            withoutQuery: identity.withoutQuery,
            domain: sites.siteOf(identity),
            title,
            pageType: pageTypeOf(identity, title, type),
            columns: [],
          });
        }
        const columns = urls[index]?.columns;
        if (columns !== undefined && columns.at(-1) !== column.index) columns.push(column.index);
      }
    }
  }
  return { urls: urls as readonly SourceUrl[], urlIndex: urlIndex as ReadonlyMap<string, number> };
}

/** The answers of all markets as columns of each domain, for the figures. */
function columnsByDomain(carrying: readonly CitedMarket[]): ReadonlyMap<string, CitedColumns> {
  const answers = carrying.flatMap(({ samples }) => samples);
  const total = Uint16Array.from(answers, ({ citations }) => citations.length);
  const columns = new Map<string, { total: Uint16Array; matching: Uint16Array; first: Uint16Array }>();
  for (const [answer, { domains }] of answers.entries())
    for (const [domain, list] of domains) {
      const known = columns.get(domain) ?? {
        total,
        matching: new Uint16Array(answers.length),
        first: new Uint16Array(answers.length),
      };
      columns.set(domain, known);
      known.matching[answer] = list.length;
      known.first[answer] = list[0]?.position ?? 0;
    }
  return columns;
}

const noColumns: CitedColumns = { total: [], matching: [], first: [] };

type RowContext = {
  readonly columns: CitedColumns;
  readonly citations: number;
  readonly urlIndex: ReadonlyMap<string, number>;
  readonly verdicts: SourceRow['verdicts'];
  readonly presence: (present: readonly boolean[]) => NoiseTest;
};

function domainRow(
  read: ReadComparison,
  cited: readonly CitedMarket[],
  carrying: readonly CitedMarket[],
  domain: string,
  context: RowContext,
): SourceRow {
  const cells = cited.map((column) => domainCell(column, domain, context.urlIndex));
  const having = cells.filter((cell) => cell !== null);
  const example = carrying.flatMap((column) =>
    column.samples.flatMap((sample) => sample.domains.get(domain) ?? []),
  )[0];
  const type: SourceType = example === undefined ? 'other' : sourceTypeOf(example.identity, read.sites);
  const { columns } = context;
  const size = columns.total.length;
  return {
    domain,
    owner: ownerOf(domain, read.sites),
    brandId: read.sites.brandOf(domain)?.id ?? null,
    type,
    cells,
    verdicts: context.verdicts,
    columns: having.length,
    of: carrying.length,
    consensus: consensusOf(having.length, carrying.length),
    citations: context.citations,
    citationShare: rateIn(citationShare, columns, 0, size),
    presence: rateIn(sourcePresence, columns, 0, size),
    meanPosition: figureIn(averageSourcePosition, columns, 0, size),
    test: context.presence(
      carrying.flatMap((column) => column.samples.map((sample) => sample.domains.has(domain))),
    ),
  };
}

function domainCell(
  column: CitedMarket,
  domain: string,
  urlIndex: ReadonlyMap<string, number>,
): SourceCell | null {
  const citing = column.samples.filter((sample) => sample.domains.has(domain));
  if (citing.length === 0) return null;
  const firsts = citing.map((sample) => sample.domains.get(domain)?.[0]?.position ?? 0);
  const shown = citing.find((sample) => sample.sample === column.column.shown);
  const urls = new Set(
    citing.flatMap((sample) =>
      (sample.domains.get(domain) ?? []).map((citation) => urlIndex.get(citation.identity.normalized) ?? -1),
    ),
  );
  const rate = rateOf(citing.length, column.samples.length);
  return {
    position: shown?.domains.get(domain)?.[0]?.position ?? Math.min(...firsts),
    meanPosition: rounded(firsts.reduce((sum, at) => sum + at, 0) / firsts.length),
    urls: [...urls],
    rate,
    inline: citing.filter(
      (sample) => sample.domains.get(domain)?.some((citation) => citation.inline) === true,
    ).length,
    observationIds: citing.map((sample) => sample.sample.sample.observationId),
  };
}

function columnFigures(
  read: ReadComparison,
  cited: CitedMarket,
  all: readonly CitedMarket[],
  rows: readonly SourceRow[],
): SourceColumn {
  const citations = cited.samples.flatMap((sample) => sample.citations);
  const country = cited.column.column.market.country;
  const marked = read.options.localDomains[country] ?? [];
  const figures: MarketCitations = {
    perAnswer: cited.samples.map((sample) => sample.citations.length),
    byDomain: cited.counts,
    local: citations.filter((citation) => isLocal(citation.identity, country, marked)).length,
  };
  const baseline = read.baseline === null ? undefined : all[read.baseline];
  const compared =
    baseline !== undefined && baseline !== cited && cited.samples.length > 0 && baseline.samples.length > 0;
  return {
    citations: marketCitations.compute(figures),
    domains: sourceDomains.compute(figures),
    urls: new Set(citations.map((citation) => citation.identity.normalized)).size,
    answersWithSources: answersWithSources.compute(figures),
    localShare: localShare.compute(figures),
    concentration: marketConcentration.compute(figures),
    topFiveShare: topFiveShare.compute(figures),
    overlap: compared ? pairFigures(cited.ranked, baseline.ranked, cited.counts, baseline.counts) : null,
    onlyHere: rows
      .filter((row) => row.columns === 1 && row.of > 1 && row.cells[cited.column.index] != null)
      .map((row) => row.domain),
  };
}
