/** Figures of one market of a comparison: its sources and its fan-out queries. */
import type { Figure, Rate } from '../../model/comparison/comparison.ts';
import { rounded } from '../../rounded.ts';
import { rateOf, shareOf } from '../statistics/wilson.ts';
import { type FigureRecord, figure } from './figure.ts';
import { concentration, concentrationOf } from './sourceFigures.ts';

/** The citations of the answers of a market that can contain sources. */
export type MarketCitations = {
  /** Citations of each answer; a URL counts once. */
  readonly perAnswer: readonly number[];
  /** Citations of each domain. */
  readonly byDomain: ReadonlyMap<string, number>;
  /** Citations on the top-level domain of the country, or on a domain marked as local. */
  readonly local: number;
};

/** Distinct fan-out queries of each answer of a market that can report them. */
export type MarketQueries = readonly (readonly string[])[];

const sum = (counts: Iterable<number>): number => {
  let total = 0;
  for (const count of counts) total += count;
  return total;
};

const ofMarket = {
  group: 'sources',
  interval: 'none',
  source: 'Parallax',
  of: 'market',
  format: 'share',
} as const;

export const citations = figure({
  ...ofMarket,
  id: 'citations',
  label: 'Citations',
  definition: 'Number of citations of all answers; a URL counts once per answer.',
  formula: 'count',
  numerator: 'citations',
  denominator: 'answers that could carry sources',
  format: 'number',
  compute: ({ perAnswer }: MarketCitations): number => sum(perAnswer),
  on: ['market'],
});

export const sourceDomains = figure({
  ...ofMarket,
  id: 'source-domains',
  label: 'Source domains',
  definition: 'Number of different domains that answers cite.',
  formula: 'count',
  numerator: 'different domains',
  denominator: 'answers that could carry sources',
  format: 'number',
  compute: ({ byDomain }: MarketCitations): number => byDomain.size,
  on: ['market', 'map'],
  fileNames: { market: 'domains' },
});

export const answersWithSources = figure({
  ...ofMarket,
  id: 'answers-with-sources',
  label: 'Answers with sources',
  definition: 'Share of the answers that could carry sources that have at least one.',
  formula: 'answers with a source / answers',
  numerator: 'answers with at least one source',
  denominator: 'valid answers that could carry sources',
  interval: 'Wilson',
  compute: ({ perAnswer }: MarketCitations): Rate =>
    rateOf(perAnswer.filter((count) => count > 0).length, perAnswer.length),
  on: ['market'],
  fileNames: { market: 'answers with sources' },
});

export const localShare = figure({
  ...ofMarket,
  id: 'local-share',
  label: 'Local-domain share',
  definition: 'Share of citations on the top-level domain of the country or on a domain marked as local.',
  formula: 'local citations / citations',
  numerator: 'local citations',
  denominator: 'all citations',
  compute: ({ local, perAnswer }: MarketCitations): Rate => shareOf(local, sum(perAnswer)),
  on: ['market', 'map'],
  fileNames: { market: 'local share' },
});

export const marketConcentration: FigureRecord<(citations: MarketCitations) => Figure> = {
  ...concentration,
  of: 'market',
  compute: ({ byDomain, perAnswer }) => {
    const value = concentrationOf(byDomain.values());
    return { value: value === null ? null : rounded(value), n: sum(perAnswer) };
  },
};

export const topFiveShare = figure({
  ...ofMarket,
  id: 'top-5-share',
  label: 'Top five share',
  definition: 'Share of all citations that goes to the five most cited domains.',
  formula: 'citations of the five / all citations',
  numerator: 'citations of the five domains',
  denominator: 'all citations',
  source: 'standard',
  compute: ({ byDomain, perAnswer }: MarketCitations): Rate =>
    shareOf(sum([...byDomain.values()].sort((one, two) => two - one).slice(0, 5)), sum(perAnswer)),
  on: ['market'],
  fileNames: { market: 'top five share' },
});

export const queriesPerAnswer = figure({
  ...ofMarket,
  id: 'fan-out',
  label: 'Queries per answer',
  group: 'answers',
  definition: 'Average number of fan-out queries per answer that ran any.',
  formula: 'Σ queries / answers with queries',
  numerator: 'queries',
  denominator: 'answers with at least one query',
  source: 'common to the field',
  format: 'number',
  compute: (answers: MarketQueries): Figure => {
    const asked = answers.filter((queries) => queries.length > 0);
    const all = sum(asked.map((queries) => queries.length));
    return { value: asked.length === 0 ? null : rounded(all / asked.length), n: asked.length };
  },
  on: ['market'],
  fileNames: { market: 'searches an answer' },
});

export const distinctQueries = figure({
  ...ofMarket,
  id: 'distinct-queries',
  label: 'Distinct',
  group: 'answers',
  definition: 'Number of different fan-out queries, ignoring case and width.',
  formula: 'count',
  numerator: 'answers that could carry queries',
  denominator: 'answers that could carry queries',
  source: 'common to the field',
  format: 'number',
  compute: (answers: MarketQueries): number => new Set(answers.flat()).size,
  on: ['market'],
  fileNames: { market: 'distinct' },
});

export const answersWithQueries = figure({
  ...ofMarket,
  id: 'answers-with-queries',
  label: 'Answers with queries',
  group: 'answers',
  definition: 'Share of the answers that could report fan-out queries that have at least one.',
  formula: 'answers with queries / answers',
  numerator: 'answers with at least one query',
  denominator: 'valid answers that could carry queries',
  interval: 'Wilson',
  compute: (answers: MarketQueries): Rate =>
    rateOf(answers.filter((queries) => queries.length > 0).length, answers.length),
  on: ['market'],
  fileNames: { market: 'answers with searches' },
});

/** In the order of tables. */
export const marketFigures = [
  citations,
  sourceDomains,
  answersWithSources,
  localShare,
  marketConcentration,
  topFiveShare,
  queriesPerAnswer,
  distinctQueries,
  answersWithQueries,
] as const;
