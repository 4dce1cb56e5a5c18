/**
 * Threads beside the writer thread. `search` and `analysis` are for long reads and cache their data. `views` takes
 * every other read while the writer thread is busy, so that no user waits for writes.
 */
export type ReadingThread = 'search' | 'analysis' | 'views';

/**
 * One operation on the history, in one transaction. A read needs no write lock, so it never waits for another
 * program's writes.
 */
export type Operation<K extends 'read' | 'write', I, O> = {
  readonly kind: K;
  readonly run: (input: I) => O;
  /** Not in a transaction, which a report of damage would roll back. */
  readonly alone: boolean;
  /** Null on the writer thread, in order with the writes sent before. */
  readonly thread: ReadingThread | null;
};

/** No wait ends later than this, in milliseconds. */
const maxWaitMs = 14 * 86_400_000;

/**
 * SQL condition for a time that has come. One that is too far away was stored by a clock that was ahead, and has come
 * as well.
 */
export const hasCome = (time: string, nowMs: string): string =>
  `(${time} <= ${nowMs} OR ${time} > ${nowMs} + ${maxWaitMs})`;

export function reads<I, O>(
  run: (input: I) => O,
  {
    alone = false,
    thread = alone ? null : 'views',
  }: { readonly alone?: boolean; readonly thread?: ReadingThread | null } = {},
): Operation<'read', I, O> {
  return { kind: 'read', run, alone, thread };
}

/** Reads that take long, beside those that a screen waits for. */
export const analysisReads = <I, O>(run: (input: I) => O): Operation<'read', I, O> =>
  reads(run, { thread: 'analysis' });
export const searchReads = <I, O>(run: (input: I) => O): Operation<'read', I, O> =>
  reads(run, { thread: 'search' });

export function writes<I, O>(run: (input: I) => O): Operation<'write', I, O> {
  return { kind: 'write', run, alone: false, thread: null };
}
