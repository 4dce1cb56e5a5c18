/** What kind of site a source is; how it is decided stands in `sourceTypes.ts`. */
export const SOURCE_TYPES = [
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
export type SourceType = (typeof SOURCE_TYPES)[number];
