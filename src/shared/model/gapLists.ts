export const gapKinds = ['mention', 'citation'] as const;

/** The user's status of a gap. */
export const gapStatuses = ['open', 'done', 'ignored'] as const;
/** Lists of gaps by status, and the closed ones. */
export const gapLists = ['open', 'done', 'ignored', 'closed', 'all'] as const;
