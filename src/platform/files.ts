import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Syncs a file, or the entries of a folder, to disk. Windows does not support this for folders. */
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

/** Renames a finished file to its final name atomically and durably; replaces an existing file. */
export function putInPlace(finished: string, file: string): void {
  toDisk(finished);
  renameSync(finished, file);
  toDisk(dirname(file));
}

/** Atomically replaces a file that only its owner may read, so that nobody sees a partial file. */
export function replaceText(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    putInPlace(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
