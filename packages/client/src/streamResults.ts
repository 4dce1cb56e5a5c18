import type { Clock } from './clock.ts';
import type { Client, ResultsOptions, StreamedResult, TaskSubmission } from './contract.ts';
import { type BatchItemError, batchLimit } from './interface.ts';
import { OptionError, ServiceError } from './serviceError.ts';
import { endOf } from './taskEnd.ts';

type Ports = Pick<Client, 'createTasks' | 'task'> & { readonly clock: Clock };
type Waiting = {
  readonly index: number;
  readonly submission: TaskSubmission;
  /** Id of the task, or its idempotency key if it was created before. */
  readonly address: string;
};
type Entry = Pick<Waiting, 'index' | 'submission'>;

/** A batch may have 16 MiB; some is left for what the client adds. */
const batchBytes = 15 * 1024 * 1024;

/** Concurrent polls, and tasks per round. */
const atOnce = 8;
const tasksOfRound = 64;

/**
 * Submits tasks in batches and yields their results as they end. If the caller stops iterating, the submitted tasks
 * stay in the queue. Aborting the signal during a wait rejects with the signal's reason.
 * @throws ServiceError
 */
export async function* streamResults(
  tasks: Iterable<TaskSubmission> | AsyncIterable<TaskSubmission>,
  options: ResultsOptions,
  { createTasks, task, clock }: Ports,
): AsyncGenerator<StreamedResult, void, undefined> {
  const { run = globalThis.crypto.randomUUID(), inFlight = 2_000, everyMs = 500, signal } = options;
  const { batchSize = batchLimit } = options;
  for (const [option, value] of Object.entries({ inFlight, batchSize }))
    if (!Number.isInteger(value) || value < 1)
      throw new OptionError(option, 'must be a whole number of at least 1.');
  const size = Math.min(batchLimit, batchSize);
  const entries = numbered(tasks, run);
  // In polling order: polled tasks move to the end.
  const waiting = new Map<number, Waiting>();
  let batch: Entry[] = [];
  let bytes = 0;
  let next: Entry | null = null;
  let isMore = true;
  let idle = 0;

  const fill = async (): Promise<void> => {
    while (batch.length < size) {
      if (next === null) {
        const found: IteratorResult<Entry, void> = isMore
          ? await entries.next()
          : { done: true, value: undefined };
        if (found.done === true) {
          isMore = false;
          return;
        }
        next = found.value;
      }
      const more = encoder.encode(JSON.stringify(next.submission)).length + 1;
      if (batch.length > 0 && bytes + more > batchBytes) return;
      bytes += more;
      batch.push(next);
      next = null;
    }
  };
  /**
   * Submits the batch and returns the refused tasks; null if the queue is full and some of its tasks will still end.
   */
  const submit = async (): Promise<StreamedResult[] | null> => {
    const sent = batch;
    try {
      const { data } = await createTasks(
        sent.map(({ submission }) => submission),
        { signal },
      );
      batch = [];
      bytes = 0;
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
      // Of this entry alone; everything else would fail for the others too.
      if (error instanceof ServiceError && [400, 404, 405].includes(error.status ?? 0))
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
      if (waiting.size === 0 && batch.length === 0 && next === null && !isMore) return;
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

const encoder = new TextEncoder();

const about = ({ index, submission }: Entry) => ({ index, engine: submission.engine, submission });

/** The idempotency key of a task that already exists; null for any other error. */
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
