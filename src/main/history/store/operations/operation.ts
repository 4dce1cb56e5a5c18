/** Threads that answer reads which take long, beside the one that stores; each holds in memory what its reads go through. */
export type ReadingThread = 'search' | 'analysis';

/**
 * One unit of work on the history. What only reads needs no write lock, so that it never waits for another program's
 * writes; each runs in one transaction.
 */
export type Operation<K extends 'read' | 'write', I, O> = {
  readonly kind: K;
  readonly run: (input: I) => O;
  /** Not in a transaction: what reports damage would be ended with it. */
  readonly alone: boolean;
  /** Null on the thread that stores. */
  readonly thread: ReadingThread | null;
};

export function reads<I, O>(
  run: (input: I) => O,
  { alone = false, thread }: { readonly alone?: boolean; readonly thread?: ReadingThread } = {},
): Operation<'read', I, O> {
  return { kind: 'read', run, alone, thread: thread ?? null };
}

export function writes<I, O>(run: (input: I) => O): Operation<'write', I, O> {
  return { kind: 'write', run, alone: false, thread: null };
}
