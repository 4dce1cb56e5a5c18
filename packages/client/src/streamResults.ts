import type { Client, TaskSubmission } from './client.ts';
import type { Clock } from './clock.ts';
import { type BatchItemError, batchLimit, type Engine } from './interface.ts';
import { ServiceError } from './serviceError.ts';
import { endOf, type TaskEnd } from './taskEnd.ts';

export type ResultsOptions = {
  /**
   * A name of this list of tasks. Tasks without an idempotency key get one from it and their position, so that a program
   * that is started again goes on with the tasks it had created, and none is charged twice. A random one when absent.
   */
  readonly run?: string;
  /** Tasks of one submission, 500 at most. */
  readonly batchSize?: number;
  /** Tasks that wait or run at once; 2,000 by default. */
  readonly inFlight?: number;
  /** First wait between two rounds of questions; it doubles up to 8 times itself while nothing ends. */
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
};

/** What became of one task, with its position in the list that was handed in. */
export type StreamedResult<E extends Engine = Engine> = {
  [Each in E]: {
    readonly index: number;
    readonly engine: Each;
    readonly submission: TaskSubmission<Each>;
  } & (
    | TaskEnd<Each>
    /** The service did not take it. */
    | { readonly kind: 'refused'; readonly error: BatchItemError }
    /** It was removed from the queue, or its result was kept no longer. */
    | { readonly kind: 'gone' }
  );
}[E];

type Ports = Pick<Client, 'createTasks' | 'task'> & { readonly clock: Clock };
type Waiting = {
  readonly index: number;
  readonly submission: TaskSubmission;
  /** Its id, or its key where the task was created before. */
  readonly address: string;
};
type Entry = Pick<Waiting, 'index' | 'submission'>;

/** Questions asked at once, and tasks of one round. */
const atOnce = 8;
const tasksOfRound = 64;

/**
 * Submits tasks in batches and gives their results as they come. Who stops listening leaves the tasks to the service.
 * @throws ServiceError
 */
export async function* streamResults(
  tasks: Iterable<TaskSubmission> | AsyncIterable<TaskSubmission>,
  options: ResultsOptions,
  { createTasks, task, clock }: Ports,
): AsyncGenerator<StreamedResult, void, undefined> {
  const { run = globalThis.crypto.randomUUID(), inFlight = 2_000, everyMs = 500, signal } = options;
  const size = Math.min(batchLimit, Math.max(1, options.batchSize ?? batchLimit));
  const entries = numbered(tasks, run);
  // In the order in which they are asked for: who was asked goes to the end.
  const waiting = new Map<number, Waiting>();
  let batch: Entry[] = [];
  let isMore = true;
  let idle = 0;

  const fill = async (): Promise<void> => {
    while (isMore && batch.length < size) {
      const next = await entries.next();
      if (next.done === true) isMore = false;
      else batch.push(next.value);
    }
  };
  /** Null where the queue has no room and something in it will end. */
  const submit = async (): Promise<StreamedResult[] | null> => {
    const sent = batch;
    try {
      const { data } = await createTasks(
        sent.map(({ submission }) => submission),
        { signal },
      );
      batch = [];
      return data.results.flatMap((item) => {
        const entry = sent[item.index];
        if (entry === undefined) return [];
        const known = item.success ? item.task.id : knownBy(item.error, entry);
        if (known === null && !item.success)
          return [{ ...about(entry), kind: 'refused', error: item.error } as StreamedResult];
        waiting.set(entry.index, { ...entry, address: known ?? '' });
        return [];
      });
    } catch (error) {
      const isFull = error instanceof ServiceError && error.code === 'QUEUE_LIMIT_EXCEEDED';
      if (isFull && waiting.size > 0) return null;
      throw error;
    }
  };
  const ask = async (each: Waiting): Promise<StreamedResult | null> => {
    try {
      const end = endOf((await task(each.address, { signal })).data);
      return end === null ? null : ({ ...about(each), ...end } as StreamedResult);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND')
        return { ...about(each), kind: 'gone' } as StreamedResult;
      throw error;
    }
  };

  try {
    for (;;) {
      for (let isRoom = true; isRoom && waiting.size < inFlight; ) {
        await fill();
        if (batch.length === 0) break;
        const refused = await submit();
        if (refused === null) isRoom = false;
        else yield* refused;
      }
      if (waiting.size === 0 && batch.length === 0 && !isMore) return;
      let ended = 0;
      const round = [...waiting.values()].slice(0, tasksOfRound);
      for (let at = 0; at < round.length; at += atOnce) {
        const asked = round.slice(at, at + atOnce);
        for (const { index } of asked) waiting.delete(index);
        const ends = await Promise.all(asked.map(ask));
        for (const [position, each] of asked.entries())
          if (ends[position] === null) waiting.set(each.index, each);
        for (const end of ends) {
          if (end === null) continue;
          ended += 1;
          yield end;
        }
      }
      idle = ended > 0 ? 0 : idle + 1;
      if (ended === 0) await clock.wait(everyMs * Math.min(8, 2 ** (idle - 1)), signal);
    }
  } finally {
    await entries.return(undefined);
  }
}

const about = ({ index, submission }: Entry) => ({ index, engine: submission.engine, submission });

/** A task that was created before is read by its key. */
function knownBy({ code }: BatchItemError, { submission }: Entry): string | null {
  return code === 'RESOURCE_ALREADY_EXISTS' ? (submission.idempotencyKey ?? null) : null;
}

async function* numbered(
  tasks: Iterable<TaskSubmission> | AsyncIterable<TaskSubmission>,
  run: string,
): AsyncGenerator<Entry, void, undefined> {
  let index = 0;
  for await (const task of tasks) {
    const submission = { ...task, idempotencyKey: task.idempotencyKey ?? `${run}-${index}` };
    yield { index, submission };
    index += 1;
  }
}
