import type { Clock } from '#platform/clock.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { RouteOutput } from '#shared/bridge/routeTable.ts';
import type { HistoryTasks } from '../history/maintenance/taskClient.ts';

/** Maximum age of a count before it is repeated on request, in milliseconds. */
const freshMs = 2000;

/**
 * Sizes of the history. A full count reads the whole file, which takes seconds for 200,000 answers: callers get
 * the last count immediately, and an event when there is a newer one.
 */
export function createDataSize(deps: {
  readonly tasks: Pick<HistoryTasks, 'size'>;
  readonly clock: Clock;
  readonly publish: EventSink;
}) {
  const { tasks, clock, publish } = deps;
  let last: RouteOutput<'data.size'>['counted'] = null;
  let atMs = 0;
  let failure: { readonly error: unknown } | null = null;
  let counting: Promise<void> | null = null;
  const count = async (): Promise<void> => {
    try {
      const { kinds, copies, ...facts } = await tasks.size();
      last = { ...facts, kinds: [...kinds], copies: [...copies] };
      atMs = clock.now();
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
      if (last === null || clock.now() - atMs > freshMs) counting ??= count();
      return { counted: last };
    },
    /** The file was replaced. */
    outdate(): void {
      atMs = 0;
      publish('data.counted', {});
    },
    /** When no count is in progress. */
    async settled(): Promise<void> {
      await counting;
    },
  };
}
