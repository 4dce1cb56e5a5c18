import { statSync } from 'node:fs';
import type { TaskProgress } from './protocol.ts';

/** The copy that a compaction writes beside the file. */
export const copyOf = (file: string): string => `${file}.compacting`;

/** From the size of the copy so far; both numbers are bytes. */
export function compactProgress(file: string): TaskProgress {
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return { what: 'Compacting', done: sizeOf(copyOf(file)), total: sizeOf(file) };
}
