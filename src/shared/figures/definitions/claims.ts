/** Metrics of claims about brands. */
import type { DefinitionRow } from './definition.ts';

export const claimsMetrics: readonly DefinitionRow[] = [
  [
    'claims',
    'Claims',
    'Number of sentences that say something about the brand, by aspect and tone; a sentence counts once per answer. Tone: positive, negative, mixed, or neutral if no rating word was found.',
    'Σ over answers of distinct sentences with the aspect and tone',
    'sentences about the brand with the aspect and tone',
    'none; answers in languages that are not rated are excluded',
    'none',
    'Parallax',
  ],
  [
    'claim-agreement',
    'Agreement with human labels',
    'Share of the labelled brands with a tone by the rules that have the same tone by hand. Below 75 % or kappa 0.6 a language is not available.',
    'same tone / given a tone',
    'brands in held-out sentences with the same tone by hand and by the rules',
    'brands in held-out sentences with a tone by the rules',
    'none',
    'common to the field',
  ],
  [
    'claim-kappa',
    "Cohen's kappa of the tone",
    'Agreement beyond what both raters’ distributions would give by chance.',
    '(pₒ − pₑ) / (1 − pₑ)',
    'observed minus expected agreement',
    'one minus expected agreement',
    'none',
    'Cohen 1960',
  ],
];
