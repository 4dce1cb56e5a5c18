/**
 * One unit of work on the history. What only reads needs no write lock, so that it never waits for another program's
 * writes; each runs in one transaction.
 */
export type Operation<K extends 'read' | 'write', I, O> = {
  readonly kind: K;
  readonly run: (input: I) => O;
  /** Not in a transaction: what reports damage would be ended with it. */
  readonly alone: boolean;
};

export function reads<I, O>(
  run: (input: I) => O,
  { alone = false }: { readonly alone?: boolean } = {},
): Operation<'read', I, O> {
  return { kind: 'read', run, alone };
}

export function writes<I, O>(run: (input: I) => O): Operation<'write', I, O> {
  return { kind: 'write', run, alone: false };
}
