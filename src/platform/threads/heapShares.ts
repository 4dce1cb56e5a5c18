/**
 * How much of the heap each kind of thread may take, in MB, all its threads together. V8 in Electron gives one cage of
 * 4 GB to the threads and the main program together and ends all of them when it is full, so the shares there add up to
 * less; plain Node gives every thread its own. A thread over its share is lost alone: its job is refused, and the next
 * one starts it again.
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

/** The limit of one thread of a kind, of which `threads` may be alive at once. */
export function heapLimit(
  user: HeapUser,
  threads = 1,
  inElectron = process.versions.electron !== undefined,
): { readonly maxOldGenerationSizeMb: number } {
  const { shared, own } = shares[user];
  return { maxOldGenerationSizeMb: inElectron ? Math.floor(shared / threads) : own };
}
