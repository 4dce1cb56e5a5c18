/** Threads for long reads, beside the writer thread; each caches the data that its reads use. */
export type ReadingThread = 'search' | 'analysis';

/**
 * One operation on the history, in one transaction. A read needs no write lock, so it never waits for another
 * program's writes.
 */
export type Operation<K extends 'read' | 'write', I, O> = {
  readonly kind: K;
  readonly run: (input: I) => O;
  /** Not in a transaction, which a report of damage would roll back. */
  readonly alone: boolean;
  /** Null on the writer thread. */
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
