/** Figures of two markets: how alike their answers are. */
import type { Measure } from '../../model/comparison/comparison.ts';
import { consensusOf } from '../comparison/consensus.ts';
import { dice, jaccard, mean, rankBiasedOverlap, weightedOverlap } from '../statistics/setMeasures.ts';
import { type FigureRecord, figure } from './figure.ts';

const ofPair = {
  group: 'comparing',
  interval: 'none',
  source: 'Parallax',
  of: 'pair',
  format: 'share',
} as const;

export const overlap = figure({
  ...ofPair,
  id: 'jaccard',
  label: 'Overlap',
  definition: 'Share of the items of either market that both have (domains, queries).',
  formula: 'J = |A ∩ B| / |A ∪ B|',
  numerator: 'items both have',
  denominator: 'items either has',
  source: 'Jaccard 1901',
  compute: jaccard,
  on: ['market'],
  fileNames: { market: 'overlap' },
});

export const weighted = figure({
  ...ofPair,
  id: 'weighted-overlap',
  label: 'Weighted',
  definition: 'Overlap of two distributions; 1 − W is the Bray–Curtis dissimilarity of shares.',
  formula: 'W = Σ min(share A, share B)',
  numerator: 'items (shown, not divided)',
  denominator: 'items (shown, not divided)',
  source: 'Bray and Curtis 1957',
  compute: weightedOverlap,
  on: ['market'],
  fileNames: { market: 'weighted' },
});

export const rankAgreement = figure({
  ...ofPair,
  id: 'rank-biased-overlap',
  label: 'Rank agreement',
  definition: 'Agreement of two ordered lists, weighted to the top; p = 0.9, extrapolated.',
  formula: 'RBO_ext, equation 32',
  numerator: 'positions compared',
  denominator: 'positions compared',
  source: 'Webber, Moffat, Zobel 2010',
  compute: rankBiasedOverlap,
  on: ['market', 'similarity'],
  fileNames: { market: 'rank agreement' },
});

const shared = (id: string, label: string, items: string): FigureRecord =>
  figure({
    ...ofPair,
    id,
    label,
    definition: `Share of the ${items} of either market that both have.`,
    formula: `J over ${items}`,
    numerator: `${items} both have`,
    denominator: `${items} either has`,
    source: 'Jaccard 1901',
    compute: jaccard,
    on: ['similarity'],
  });

/** By measure, in the order of the tables. */
export const similarityFigures: Readonly<Record<Measure, FigureRecord>> = {
  text: figure({
    ...ofPair,
    id: 'text-similarity',
    label: 'Text similarity',
    definition: 'Words both answers share in matched sections, in any order; one language only.',
    formula: '2 × matched words / (words A + words B)',
    numerator: 'twice the matched words',
    denominator: 'words of both answers',
    source: 'Dice 1945, after alignment',
    compute: dice,
    on: ['similarity'],
  }),
  anchors: {
    ...shared('anchor-similarity', 'Similarity (sources, brands, numbers)', 'anchors'),
    definition:
      'Links, brands, model codes, numbers with units and prices both answers have; works across languages.',
  },
  sources: shared('source-similarity', 'Source similarity', 'domains'),
  brands: shared('brand-similarity', 'Brand similarity', 'brands'),
  queries: shared('query-similarity', 'Fan-out query similarity', 'queries'),
  results: {
    ...rankAgreement,
    id: 'result-similarity',
    label: 'Result similarity',
    definition: 'Agreement of two result lists, weighted to the top; p = 0.9, extrapolated.',
    on: ['similarity'],
  },
};

export const consensus = figure({
  ...ofPair,
  id: 'consensus',
  label: 'Agreement',
  definition:
    'Number of markets with the section, brand or domain: all, most (more than half), some, one only.',
  formula: 'columns with it / columns with an answer',
  numerator: 'columns with it',
  denominator: 'columns with an answer in which it could be found',
  of: 'item',
  format: 'verdict',
  compute: consensusOf,
  on: ['comparison'],
});

export const divergence = figure({
  ...ofPair,
  id: 'divergence',
  label: 'Average pairwise distance',
  definition:
    'Mean pairwise distance of all markets. A market is called the outlier where its distance to the rest exceeds that of every other market by more than permuted market labels do (p ≤ 0.05) and the markets differ.',
  formula: 'mean of 1 − similarity',
  numerator: 'sum of distances',
  denominator: 'pairs',
  format: 'index',
  compute: mean,
  on: ['similarity', 'map'],
});

export const pairFigures = [
  overlap,
  weighted,
  rankAgreement,
  ...Object.values(similarityFigures),
  divergence,
] as const;
