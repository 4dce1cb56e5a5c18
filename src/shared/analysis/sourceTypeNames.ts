/** What kind of site a source is; how it is decided stands in `sourceTypes.ts`. */
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
