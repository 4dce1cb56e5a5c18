import { AppError } from '#shared/model/appError.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

const hitsPerPage = 200;
/** Indexes new answers before a search, so that just stored ones are found. */
const freshAnswers = 24;

/** Indexes answers that were just stored, so that a search finds them. */
export async function indexFresh(history: HistoryCalls): Promise<void> {
  const { pending, changed } = await history.call('search.waiting', {});
  // While a run stores more than that, a search would wait for its turn without finding newer answers. A
  // history that is not writable can still be searched.
  if (pending > 0 && (pending <= freshAnswers || changed))
    await history.call('history.index', { limit: freshAnswers }).catch(() => null);
}

/**
 * Ids of the stored answers that a search finds, newest first, page by page.
 * @param projectId undefined for all projects
 * @throws AppError INVALID_INPUT if the search cannot be read
 */
export async function* foundAnswers(
  history: HistoryCalls,
  text: string,
  projectId: string | undefined,
): AsyncGenerator<readonly string[]> {
  await indexFresh(history);
  let after: { readonly atMs: number; readonly id: number } | null = null;
  do {
    const page: Awaited<ReturnType<typeof history.call<'search.run'>>> = await history.call('search.run', {
      text,
      limit: hitsPerPage,
      after,
      projectId,
    });
    const [problem] = page.problems;
    if (problem) throw new AppError('INVALID_INPUT', `The search cannot be read: ${problem.message}`);
    yield page.hits.flatMap(({ observationId }) => observationId ?? []);
    after = page.next;
  } while (after !== null);
}
