import type { AppErrorCode } from '#shared/model/appError.ts';

export type HistoryFailureCode = Extract<
  AppErrorCode,
  | 'HISTORY_LOCKED'
  | 'HISTORY_CORRUPT'
  | 'HISTORY_NEWER'
  | 'HISTORY_OLDER'
  | 'HISTORY_READ_ONLY'
  | 'DISK_FULL'
  | 'HISTORY_UNAVAILABLE'
  | 'NOT_FOUND'
  | 'INVALID_INPUT'
  | 'CONFLICT'
  | 'INTERNAL'
>;

/** An expected failure inside the history worker, with the sentence a person reads. */
export class HistoryFailure extends Error {
  override readonly name = 'HistoryFailure';
  readonly code: HistoryFailureCode;

  constructor(code: HistoryFailureCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export type WireFailure = { readonly code: HistoryFailureCode; readonly message: string };

/**
 * Names what is wrong with the file by SQLite's result code (extended codes share their prefix).
 * https://www.sqlite.org/rescode.html
 */
export function classifyFailure(error: unknown, file: string): WireFailure {
  if (error instanceof HistoryFailure) return { code: error.code, message: error.message };
  const code = errorCode(error);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return {
      code: 'HISTORY_LOCKED',
      message: `The history file ${file} is locked by another program: close that program and try again. Nothing was changed.`,
    };
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return {
      code: 'HISTORY_CORRUPT',
      message: `The history file ${file} is damaged: "parallax data repair" saves what can be read of it, or put a backup (*.backup.db beside it) in its place. It was not changed.`,
    };
  }
  if (/^SQLITE_FULL/.test(code) || code === 'ENOSPC') {
    return {
      code: 'DISK_FULL',
      message: `The disk that holds ${file} is full: free some space and try again. What was stored before is kept.`,
    };
  }
  if (/^SQLITE_(READONLY|PERM|AUTH)/.test(code) || ['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return {
      code: 'HISTORY_READ_ONLY',
      message: `The history file ${file} cannot be written: allow writing to the file and its folder, or choose another data folder.`,
    };
  }
  if (/^SQLITE_(CANTOPEN|IOERR)/.test(code) || ['ENOENT', 'ENOTDIR', 'EISDIR', 'EIO'].includes(code)) {
    return {
      code: 'HISTORY_UNAVAILABLE',
      message: `The history file ${file} cannot be opened: check that its folder exists and can be read and written.`,
    };
  }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
}

function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
