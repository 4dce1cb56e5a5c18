/** Figures of claims about brands. */
import { isGoodEnough } from '../../model/comparison/claimAgreement.ts';
import { claimsTab } from '../comparison/claimsTab.ts';
import { figure } from './figure.ts';

export const claimFigures = [
  figure({
    id: 'claims',
    label: 'Claims',
    group: 'claims',
    definition:
      'Number of sentences that say something about the brand, by aspect and tone; a sentence counts once per answer. Tone: positive, negative, mixed, or neutral if no rating word was found.',
    formula: 'Σ over answers of distinct sentences with the aspect and tone',
    numerator: 'sentences about the brand with the aspect and tone',
    denominator: 'none; answers in languages that are not rated are excluded',
    interval: 'none',
    source: 'Parallax',
    of: 'brand',
    format: 'number',
    compute: claimsTab,
    on: ['comparison'],
  }),
  figure({
    id: 'claim-agreement',
    label: 'Agreement with human labels',
    group: 'claims',
    definition:
      'Share of the labelled brands with a tone by the rules that have the same tone by hand, and Cohen’s kappa: the agreement beyond what both raters’ distributions would give by chance. Below 75 % or kappa 0.6 a language is not available.',
    formula: 'same tone / given a tone; kappa = (pₒ − pₑ) / (1 − pₑ)',
    numerator: 'brands in held-out sentences with the same tone by hand and by the rules',
    denominator: 'brands in held-out sentences with a tone by the rules',
    interval: 'none',
    source: 'Cohen 1960',
    of: 'answers',
    format: 'share',
    compute: isGoodEnough,
    on: ['comparison'],
  }),
] as const;
