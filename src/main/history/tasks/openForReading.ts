import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';

/**
 * A connection that cannot write. In a folder that cannot be written either, where SQLite cannot make the files it
 * shares with other programs, nobody else can write as well: the file is read as one that never changes.
 */
export function openForReading(file: string): Database.Database {
  const options = { readonly: true, fileMustExist: true, timeout: 5000 };
  if (isWritable(dirname(file)) || existsSync(`${file}-wal`)) return new Database(file, options);
  return new Database(`${pathToFileURL(file).href}?immutable=1`, options);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
