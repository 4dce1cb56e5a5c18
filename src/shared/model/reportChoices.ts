/** What a report can be, by itself, so that a list of it needs no schemas. */

/** Sections of a report, in its order. */
export const reportSectionIds = ['summary', 'visibility', 'brands', 'sources', 'answers', 'method'] as const;
export const reportFormats = ['html', 'pdf', 'pptx'] as const;
export const reportPapers = ['A4', 'Letter'] as const;
