/** Metrics of a brand’s share of the whole. */
import type { DefinitionRow } from './definition.ts';

export const shareMetrics: readonly DefinitionRow[] = [
  [
    'share-of-voice',
    'Share of voice',
    'Share of all mentions of tracked brands that are of this brand, counted once per answer. Tracked brands are the listed ones; a detected brand is compared with all brands named. No data without a competitor; a change of the brand list breaks the line.',
    'S = Σ m(b) / Σ over k of Σ m(k)',
    'answers naming the brand',
    'mentions of tracked brands, once per answer each',
    'none',
    'common to the field',
  ],
  [
    'occurrence-share',
    'Share of occurrences',
    'The same, counting every occurrence.',
    'occurrences(b) / occurrences of all tracked',
    'occurrences of the brand',
    'occurrences of tracked brands',
    'none',
    'common to the field',
  ],
  [
    'fractional-share',
    'Fractional share',
    'One vote per answer, divided among the tracked brands it names.',
    '(1/n) Σ m(b) / N',
    'answers naming the brand (shown, not divided)',
    'valid answers',
    'none',
    'published by one vendor',
  ],
  [
    'conditional-share',
    'Conditional share',
    'Share of the answers naming any tracked brand that name this one.',
    'answers naming b / answers naming b or a competitor',
    'answers naming the brand',
    'answers naming any tracked brand',
    'Wilson',
    'published by one vendor',
  ],
];
