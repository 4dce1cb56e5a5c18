import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TaskProgress } from './protocol.ts';

/** A file in a folder whose data was moved, with the new location. */
export const moveNoteName = 'moved.json';

/** Longer chains are circular. */
const maxMoves = 20;

/**
 * The current location of a folder's data: the folder itself, or where it was moved.
 * @throws Error if the new folder is missing
 */
export function currentDataFolder(folder: string): string {
  let current = folder;
  for (let moves = 0; moves < maxMoves; moves += 1) {
    const next = movedTo(current);
    if (next === null) return current;
    if (!existsSync(next))
      throw new Error(
        `The data of ${current} was moved to ${next}, which does not exist. Connect its disk, or delete ${join(current, moveNoteName)} to start with an empty history.`,
      );
    current = next;
  }
  throw new Error(
    `The notes ${moveNoteName} of moved data folders form a loop, starting at ${folder}. Delete one of them.`,
  );
}

export function movedTo(folder: string): string | null {
  const note = join(folder, moveNoteName);
  if (!existsSync(note)) return null;
  const content: unknown = JSON.parse(readFileSync(note, 'utf8'));
  const to = typeof content === 'object' && content !== null && 'to' in content ? content.to : null;
  if (typeof to !== 'string' || to === '')
    throw new Error(`${note} does not say where the data is. Correct or delete it.`);
  return resolve(to);
}

export const cancelledSentence = 'Cancelled. Nothing was changed.';

/** The temporary copy that compact writes beside the file. */
export const copyOf = (file: string): string => `${file}.compacting`;

/** The temporary copy of a backup, beside its target. */
export const unfinishedOf = (target: string): string => `${target}.unfinished`;

/** Progress by the size of the copy so far; both numbers are bytes. */
export function copyProgress(what: string, file: string, copy: string): TaskProgress {
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return { what, done: sizeOf(copy), total: sizeOf(file) };
}
