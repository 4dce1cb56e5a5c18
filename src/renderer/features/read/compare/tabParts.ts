import type { ComparisonPart } from '#shared/analysis/comparisonParts.ts';

/** The parts of a comparison that each analysis tab shows. */
export const tabParts = {
  sources: ['sources', 'brands'],
  brands: ['brands'],
  fanout: ['fanout'],
  search: ['search'],
  shopping: ['shopping'],
  ads: ['ads'],
  map: ['sources', 'brands', 'matrix'],
} as const satisfies Readonly<Record<string, readonly ComparisonPart[]>>;

/** What the aligned answers show; columns side by side with their likes need to know who is like whom. */
export const answerParts: readonly ComparisonPart[] = ['answer'];
export const similarAnswerParts: readonly ComparisonPart[] = ['answer', 'matrix'];
