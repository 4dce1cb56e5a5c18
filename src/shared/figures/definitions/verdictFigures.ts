/** The tests behind verdicts, and what is told of changes. */
import { significantOf } from '../statistics/discreteFamily.ts';
import { headlineTest } from '../statistics/headlineTest.ts';
import { noiseTest } from '../statistics/noise.ts';
import { repeatsFor } from '../statistics/power.ts';
import { adjusted, pairedTest, shareTest } from '../statistics/significance.ts';
import { stratifiedTest } from '../statistics/stratifiedTest.ts';
import { whyMoved } from '../trends/movement.ts';
import { pool } from '../trends/pooling.ts';
import { deltaOf } from '../trends/trend.ts';
import { figure } from './figure.ts';

const ofTest = { group: 'noise', of: 'test', interval: 'none', format: 'verdict' } as const;

const noise = [
  figure({
    ...ofTest,
    id: 'country-effect',
    label: 'Market effect',
    definition:
      'Average distance between markets minus the average distance within (the variation between repeats), tested by permuting the market labels. Up to 10,000 permutations are all evaluated, and for brands and domains the distribution is computed: p is exact. Otherwise permutations are drawn, seeded: 999 for a single test, up to 40 for each test of a tab and at least 999 where time allows for its rows, which stop after 40 permutations at least as extreme. Markets with fewer than 3 samples are excluded. Too few samples when no permutation could reach 0.05.',
    formula: 'E = between − within; p = (1 + b) / (1 + m), exact p = b / m',
    numerator: 'permutations at least as extreme',
    denominator: 'arrangements',
    interval: 'permutation',
    source: 'Anderson 2001; Phipson and Smyth 2010; Besag and Clifford 1991',
    compute: noiseTest,
    on: ['verdict', 'comparison', 'report'],
  }),
  figure({
    ...ofTest,
    id: 'adjusted-p',
    label: 'Adjusted p',
    definition:
      'The p of a row, corrected for the false discovery rate among the rows of its tab: a significant difference has at most 0.05, and on average at most one in twenty of them is false. Rows that could not become significant are excluded.',
    formula: 'min over j ≥ i of p(j) × m / j',
    numerator: 'p-values in their order',
    denominator: 'rows of the tab',
    source: 'Benjamini and Hochberg 1995; Gilbert 2005',
    compute: adjusted,
    on: ['verdict', 'comparison'],
  }),
  figure({
    ...ofTest,
    id: 'cell-verdict',
    label: 'Market against the baseline',
    definition:
      'Share of answers with a brand or domain in a market, compared with its share in the baseline, even if that is 0. Corrected for all figures of the tab in the same way. Too few samples if even none against all could not reach 0.05 (two markets need four samples each).',
    formula: 'Fisher’s exact test, two-sided',
    numerator: 'answers that have it, on both sides',
    denominator: 'answers, on both sides',
    source: 'Fisher 1935; Benjamini and Hochberg 1995',
    compute: shareTest,
    on: ['verdict'],
  }),
  figure({
    ...ofTest,
    id: 'headline-verdict',
    label: 'Headline verdict',
    definition:
      'Whether markets differ at all. The market labels are permuted for text (across languages: links, brands and numbers), brands and domains together: the smallest p of these and of their product is compared with the smallest p of every permutation. For brands and domains, p is that of the clearest row or of all rows together. Up to 10,000 permutations are all evaluated, otherwise 999 are drawn. Too few samples when fewer than 20 permutations are possible.',
    formula: 'p = share of permutations whose smallest p is as small',
    numerator: 'permutations at least as extreme',
    denominator: 'arrangements',
    interval: 'permutation',
    source: 'Westfall and Young 1993; Pesarin 2001',
    compute: headlineTest,
    on: ['verdict', 'report'],
  }),
  figure({
    ...ofTest,
    id: 'neighbour-verdict',
    label: 'Compared with the next',
    definition:
      'Whether a brand of the ranking is named in more answers than the next one: only answers that name one of the two tell. Corrected for all pairs of the ranking. Too few samples under 6 answers.',
    formula: 'McNemar’s exact test, two-sided',
    numerator: 'answers that name only the one or only the other',
    denominator: 'answers that name exactly one of the two',
    source: 'McNemar 1947; Benjamini and Hochberg 1995',
    compute: pairedTest,
    on: ['ranking'],
    fileNames: { ranking: 'compared_with_next' },
  }),
  figure({
    ...ofTest,
    id: 'sample-size',
    label: 'Sample planner',
    definition:
      'Fewest repeats of a plan with which a change of visibility is found significant with the chosen power (default 80 %). The power is summed exactly over all outcomes of the test behind the verdict: the rate verdict for two periods (segments whose repeats always agree say nothing there), Fisher’s exact test for two markets (for one brand, before the correction for several). The share is the brand’s pooled visibility in the project; of n answers, n × variance between repeats / p(1 − p) are drawn and the others certain, because requests with constant answers add no randomness. The variance is the mean over requests with repeats of one run, plus one request that varies fully. The change goes towards 50 %, where it is harder to detect. Without measurements: 50 % and full variance.',
    formula: 'power = Σ P(x₁) P(x₂) over significant (x₁, x₂); variance = mean of x(n − x) / (n(n − 1))',
    numerator: 'probability of significant outcomes',
    denominator: 'probability of all outcomes',
    source: 'Cohen 1988; variance of a binomial sample',
    compute: repeatsFor,
    on: ['quote'],
  }),
  figure({
    ...ofTest,
    id: 'alert-verdict',
    label: 'Significant change in an alert',
    definition:
      'Whether a brand, position or source of a market changed between two runs: answers are permuted within their question, and p is exact and of one direction. A market became an outlier if it is one in the later run only and its own answers changed. All tests of a run, over all rules, are corrected together, so that at most 5 % of the runs in which nothing changed raise any alert: p counts with the sum over all tests of the largest p up to it that each could have, which is 0 for most rare sources.',
    formula: 'Σ over tests of max{p possible ≤ p} ≤ 0.05, stepwise from the smallest p',
    numerator: 'as the figure, by question and run',
    denominator: 'as the figure, by question and run',
    source: 'Mantel and Haenszel 1959; Westfall and Wolfinger 1997; Holm 1979',
    compute: significantOf,
    on: ['verdict'],
  }),
  figure({
    ...ofTest,
    id: 'rate-verdict',
    label: 'Rate verdict',
    definition:
      'In trends, whether a rate differs between two periods: the answers of each segment (question, engine, country) are permuted between the periods, so differences between segments do not count. Mid-p up to 0.05; several lines are corrected together. Engines are compared in the same way, within question and country. Too few samples when none against all could not reach 0.05 (one segment needs three answers in each period, single answers need five segments); not comparable when response type or rule version differ.',
    formula:
      'p = 2 × min(P(S ≥ s), P(S ≤ s)) − P(S = s), S = Σ over segments of answers that have it in the later period',
    numerator: 'answers that have it, by segment and period',
    denominator: 'answers, by segment and period',
    source: 'Cochran 1954; Mantel and Haenszel 1959; Lancaster 1961; Benjamini and Hochberg 1995',
    compute: stratifiedTest,
    on: ['trend', 'project'],
  }),
] as const;

const ofChange = { group: 'time', of: 'answers', format: 'number' } as const;

const changes = [
  figure({
    ...ofChange,
    id: 'delta',
    label: 'Change',
    definition:
      'A metric in a period minus the same metric in the period before it, of equal length, on the segments both have.',
    formula: 'now − before',
    numerator: 'as the metric',
    denominator: 'as the metric',
    interval: 'none',
    source: 'common to the field',
    compute: deltaOf,
    on: ['trend', 'project'],
  }),
  figure({
    ...ofChange,
    id: 'trend-point',
    label: 'Point of a trend',
    definition:
      'The metric in one day, week, month or run: the figure of all answers in it. The percentage is that of the counts beside it. No data where nothing was counted.',
    formula: 'Σ numerator / Σ denominator',
    numerator: 'as the metric',
    denominator: 'as the metric',
    interval: 'Wilson',
    source: 'Wilson 1927',
    compute: pool,
    on: ['trend', 'plan', 'ranking', 'project'],
  }),
  figure({
    ...ofChange,
    id: 'movement',
    label: 'What drove the change',
    definition:
      'The change between two periods in steps: lost segments, rule change, other provider or response type, real change of the remaining segments, new segments. The steps add up to the total.',
    formula: 'Σ (metric after the step − before it)',
    numerator: 'as the metric',
    denominator: 'as the metric',
    interval: 'none',
    source: 'Parallax',
    compute: whyMoved,
    on: ['trend'],
  }),
] as const;

export const verdictFigures = [...noise, ...changes] as const;
