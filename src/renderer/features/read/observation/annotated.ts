/** Reads that show notes and labels, and are old after one was changed. */
export const annotated = [
  'observations.get',
  'observations.series',
  'labels.list',
  'history.search',
] as const;
