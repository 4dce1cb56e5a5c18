/** Kinds of alert rules; in a separate module so that lists of them need no schemas. */
export const alertKinds = ['brand', 'rank', 'source', 'outlier', 'failures', 'cost', 'ceiling'] as const;
