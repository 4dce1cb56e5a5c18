export type DatabaseTrouble = 'locked' | 'damaged' | 'full' | 'readOnly' | 'failing' | 'unavailable';

const troubles: readonly (readonly [DatabaseTrouble, RegExp])[] = [
  ['locked', /^SQLITE_(BUSY|LOCKED)/],
  ['damaged', /^SQLITE_(CORRUPT|NOTADB)/],
  // The file for shared memory grows on the same disk.
  ['full', /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/],
  ['readOnly', /^(SQLITE_(READONLY|PERM|AUTH)|EACCES$|EPERM$|EROFS$)/],
  ['failing', /^(SQLITE_IOERR|EIO$|EFBIG$)/],
  ['unavailable', /^(SQLITE_CANTOPEN|ENOENT$|ENOTDIR$|EISDIR$)/],
];

/**
 * What is wrong with the file, by SQLite's error code (extended codes share their prefix,
 * https://www.sqlite.org/rescode.html) or the file system's; null for an error that is not about the file.
 */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return troubles.find(([, pattern]) => pattern.test(code))?.[0] ?? null;
}
