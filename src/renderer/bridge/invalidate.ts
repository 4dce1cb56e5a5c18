import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reads again what may have changed. What is on its way for the first time is waited for and then read once more: it
 * may have been answered before the change.
 */
export async function invalidate(queries: QueryClient, filters: QueryFilters = {}): Promise<void> {
  const overtaken = queries
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
    .map(({ queryKey }) => queryKey);
  await queries.invalidateQueries(filters);
  // Of several changes meanwhile the first one reads for all of them.
  const once = { cancelRefetch: false };
  await Promise.all(overtaken.map((queryKey) => queries.invalidateQueries({ queryKey, exact: true }, once)));
}
