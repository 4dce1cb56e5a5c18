/** The result of the first call, for every call. */
export function once<Result>(compute: () => Result): () => Result {
  let computed: { readonly result: Result } | null = null;
  return () => {
    computed ??= { result: compute() };
    return computed.result;
  };
}

/** One result for each name, for every call with it. */
export function cached<Result>(compute: (name: string) => Result): (name: string) => Result {
  const results = new Map<string, Result>();
  return (name) => {
    const known = results.get(name);
    if (known !== undefined) return known;
    const result = compute(name);
    results.set(name, result);
    return result;
  };
}
