/** Report formats, in a separate module so that lists of them need no schemas. */

/** Sections of a report, in its order. */
export const reportSectionIds = ['summary', 'visibility', 'brands', 'sources', 'answers', 'method'] as const;
export const reportFormats = ['html', 'pdf', 'pptx'] as const;
export const reportPapers = ['A4', 'Letter'] as const;
