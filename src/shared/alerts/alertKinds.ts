/** What a rule looks at; by itself, so that a list of them needs no schemas. */
export const alertKinds = ['brand', 'rank', 'source', 'outlier', 'failures', 'cost', 'ceiling'] as const;
