import { closeSync, fsyncSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Waits until a file, or the names in a folder, are on the disk. Windows knows no such thing for folders. */
export function toDisk(path: string): void {
  const folder = statSync(path).isDirectory();
  if (folder && process.platform === 'win32') return;
  const handle = openSync(path, folder ? 'r' : 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Gives a finished file its name in one step that survives a power cut; what had the name before is replaced. */
export function putInPlace(finished: string, file: string): void {
  toDisk(finished);
  renameSync(finished, file);
  toDisk(dirname(file));
}

/** Replaces a file that only its owner reads, in one step, so that nobody ever sees half of it. */
export function replaceText(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: 0o600 });
  putInPlace(draft, file);
}
