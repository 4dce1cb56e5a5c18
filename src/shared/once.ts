/** The result of the first call, for every call. */
export function once<Result>(compute: () => Result): () => Result {
  let computed: { readonly result: Result } | null = null;
  return () => {
    computed ??= { result: compute() };
    return computed.result;
  };
}
