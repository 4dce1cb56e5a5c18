/**
 * Heap limit of each kind of thread, in MB, for all its threads together. V8 in Electron has one 4 GB cage for all
 * threads and the main program, and ends all of them when it is full, so the limits there add up to less. Plain Node
 * gives every thread its own heap. A thread over its limit ends alone: its job is rejected, and the next job starts a
 * new thread.
 */
const shares = {
  history: { shared: 576, own: 4096 },
  searching: { shared: 384, own: 4096 },
  reading: { shared: 512, own: 4096 },
  viewing: { shared: 128, own: 4096 },
  derivation: { shared: 704, own: 4096 },
  encoding: { shared: 160, own: 1024 },
  maintenance: { shared: 224, own: 4096 },
  comparison: { shared: 576, own: 2048 },
  service: { shared: 320, own: 2048 },
} as const;

export type HeapUser = keyof typeof shares;

/**
 * Size of the young generation, in MB, as V8 counts it: three semi-spaces. By default it grows past 130, and stays
 * there after a comparison of many answers. The service keeps the default, which costs it less processor time.
 */
const youngMb = 24;

/** Limits of one thread of a kind if up to `threads` can run at once. */
export function heapLimit(
  user: HeapUser,
  threads = 1,
  inElectron = process.versions.electron !== undefined,
): { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb?: number } {
  const { shared, own } = shares[user];
  return {
    maxOldGenerationSizeMb: inElectron ? Math.floor(shared / threads) : own,
    ...(user === 'service' ? {} : { maxYoungGenerationSizeMb: youngMb }),
  };
}
