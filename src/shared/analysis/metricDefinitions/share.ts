/** Metrics of how much of the whole is a brand’s. */
import type { DefinitionRow } from './definition.ts';

export const shareMetrics: readonly DefinitionRow[] = [
  [
    'share-of-voice',
    'Share of voice',
    'The brand’s part of all mentions of tracked brands, each counted once an answer. Tracked are the listed brands; a proposed one has its part of all that are named. No data without a rival; changing the list of rivals breaks the line.',
    'S = Σ m(b) / Σ over k of Σ m(k)',
    'answers naming the brand',
    'mentions of tracked brands, once an answer each',
    'none',
    'common to the field',
  ],
  [
    'occurrence-share',
    'Share of occurrences',
    'The same over every occurrence.',
    'occurrences(b) / occurrences of all tracked',
    'occurrences of the brand',
    'occurrences of tracked brands',
    'none',
    'common to the field',
  ],
  [
    'fractional-share',
    'Fractional share',
    'One voice an answer, divided among the tracked brands it names.',
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
    'answers naming b / answers naming b or a rival',
    'answers naming the brand',
    'answers naming any tracked brand',
    'Wilson',
    'published by one vendor',
  ],
];
