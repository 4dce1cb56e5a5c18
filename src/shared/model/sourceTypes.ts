/** Types of sites. `sourceTypes.ts` contains the rules. */
export const allSourceTypes = [
  'own',
  'competitor',
  'editorial',
  'reviews',
  'commerce',
  'social',
  'video',
  'reference',
  'institutional',
  'developer',
  'corporate',
  'other',
] as const;
export type SourceType = (typeof allSourceTypes)[number];
