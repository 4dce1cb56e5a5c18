/** Figures of claims about brands. */
import { claimsTab } from '../comparison/claimsTab.ts';
import { agreementOf } from '../statistics/claimAgreement.ts';
import { figure } from './figure.ts';

export const claimFigures = [
  figure({
    id: 'claims',
    label: 'Claims',
    group: 'claims',
    definition:
      'Number of statements about the brand by the analysis model, by aspect and tone; a statement counts once per answer. Each has a quote that is a verbatim part of the answer.',
    formula: 'Σ over rated answers of distinct statements with the aspect and tone',
    numerator: 'statements about the brand with the aspect and tone',
    denominator: 'none; answers that the model has not rated are excluded',
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
      'Cohen’s kappa of the tones by the model and by a person who labelled its quotes blind, for each language; the quotes are drawn evenly over the model’s tones. A lower bound of at least 0.6 has no mark; an upper bound below 0.6 is “not reliable here”; otherwise, or below 30 labels, “agreement not shown”. Gwet’s AC1 stands beside it and decides nothing. The bounds are one-sided 95 % Wilson bounds of the observed agreement, with the expected agreement fixed.',
    formula: 'kappa = (pₒ − pₑ) / (1 − pₑ); AC1 with pₑ = Σ π(1 − π) / (classes − 1)',
    numerator: 'observed agreement beyond chance',
    denominator: 'agreement beyond chance that is possible',
    interval: 'Wilson, one-sided',
    source: 'Cohen 1960; Gwet 2008',
    of: 'answers',
    format: 'number',
    compute: agreementOf,
    on: ['comparison'],
  }),
] as const;
