import type { RouteOutput } from '#shared/bridge/routeTable.ts';
import type { CoreParts } from '../coreParts.ts';
import type { HistoryTasks } from '../history/maintenance/taskClient.ts';

/**
 * Minimum age of a count before it is repeated on request, in milliseconds, and as a multiple of the time it took:
 * in a window that asks again and again, counting takes a tenth of a processor at most.
 */
const freshMs = 2000;
const restsPerCount = 10;

/**
 * Sizes of the history. A full count reads the whole file, which takes seconds for 200,000 answers: callers get
 * the last count immediately, and an event when there is a newer one.
 */
export function createDataSize(
  deps: Pick<CoreParts, 'clock' | 'publish'> & {
    readonly tasks: Pick<HistoryTasks, 'size'>;
  },
) {
  const { tasks, clock, publish } = deps;
  let last: RouteOutput<'data.size'>['counted'] = null;
  let freshUntilMs = 0;
  let failure: { readonly error: unknown } | null = null;
  let counting: Promise<void> | null = null;
  const count = async (): Promise<void> => {
    const startedAtMs = clock.now();
    try {
      const { kinds, copies, ...facts } = await tasks.size();
      last = { ...facts, kinds: [...kinds], copies: [...copies] };
      const endedAtMs = clock.now();
      freshUntilMs = endedAtMs + Math.max(freshMs, restsPerCount * (endedAtMs - startedAtMs));
    } catch (error) {
      failure = { error };
    }
    counting = null;
    publish('data.counted', {});
  };
  return {
    /** @throws AppError if the last count failed; the next call counts again */
    size(): RouteOutput<'data.size'> {
      const failed = failure;
      failure = null;
      if (failed !== null) throw failed.error;
      if (last === null || clock.now() > freshUntilMs) counting ??= count();
      return { counted: last };
    },
    /** The file was replaced, or answers were deleted. */
    outdate(): void {
      freshUntilMs = 0;
      publish('data.counted', {});
    },
    /** When no count is in progress. */
    async settled(): Promise<void> {
      await counting;
    },
  };
}
