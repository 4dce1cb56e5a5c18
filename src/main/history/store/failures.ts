import { type DatabaseTrouble, databaseTrouble } from '#platform/sqlite/databaseTrouble.ts';
import type { AppErrorCode } from '#shared/model/appError.ts';
import { isHeaderDamaged } from './fileHeader.ts';

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
  | 'CANCELLED'
  | 'CONFLICT'
  | 'INTERNAL'
>;

/** An expected failure inside the history worker, with a message for the user. */
export class HistoryFailure extends Error {
  override readonly name = 'HistoryFailure';
  readonly code: HistoryFailureCode;

  constructor(code: HistoryFailureCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export const noRun = (uid: string): string => `No run ${uid} in the history. It may have been deleted.`;
export const noAnswer = (uid: string): string => `No stored answer ${uid}. It may have been deleted.`;

/** The row. @throws HistoryFailure NOT_FOUND with the message, if there is none */
export function mustHave<Row>(row: Row | undefined, message: string): Row {
  if (row !== undefined) return row;
  throw new HistoryFailure('NOT_FOUND', message);
}

/**
 * Whether a single stored answer is unreadable: damaged, missing, not JSON, too deep, or with an impossible
 * time.
 */
export function isBrokenAnswer(error: unknown): boolean {
  if (error instanceof HistoryFailure) return error.code === 'HISTORY_CORRUPT';
  return error instanceof SyntaxError || error instanceof RangeError;
}

/** The failure of a file that is damaged, whatever SQLite says of it. */
export function damagedFile(file: string, cause?: unknown): HistoryFailure {
  const [code, sentence] = troubles.damaged;
  return new HistoryFailure(code, sentence(file), cause);
}

export type WireFailure = { readonly code: HistoryFailureCode; readonly message: string };

const troubles: Readonly<Record<DatabaseTrouble, readonly [HistoryFailureCode, (file: string) => string]>> = {
  locked: [
    'HISTORY_LOCKED',
    (file) =>
      `The history file ${file} is locked by another program. Close that program and try again. Nothing was changed.`,
  ],
  damaged: [
    'HISTORY_CORRUPT',
    (file) =>
      `The history file ${file} is damaged. Repair it with "parallax data repair", or restore a backup (*.backup.db in the same folder). The file is unchanged.`,
  ],
  full: [
    'DISK_FULL',
    (file) =>
      `The disk that holds ${file} is full. Free some space and try again. Everything stored before is kept.`,
  ],
  readOnly: [
    'HISTORY_READ_ONLY',
    (file) =>
      `The history file ${file} cannot be written. Allow writing to the file and its folder, or choose another data folder. Nothing was changed.`,
  ],
  failing: [
    'HISTORY_UNAVAILABLE',
    (file) =>
      `The history file ${file} cannot be read or written: its disk reports an error, or a limit for the size of files is reached. Check the disk and its free space. Everything stored before is kept.`,
  ],
  unavailable: [
    'HISTORY_UNAVAILABLE',
    (file) =>
      `The history file ${file} cannot be opened. Check that its folder exists and can be read and written.`,
  ],
};

/** Converts an error into a failure that says what is wrong with the file. */
export function classifyFailure(error: unknown, file: string): WireFailure {
  if (error instanceof HistoryFailure) return { code: error.code, message: error.message };
  const found = databaseTrouble(error);
  // One damaged byte of the header forbids writing.
  const trouble = found === 'readOnly' && isHeaderDamaged(file) ? 'damaged' : found;
  if (trouble === null)
    return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
  const [code, sentence] = troubles[trouble];
  return { code, message: sentence(file) };
}

const noFile = 'No file was written.';
const unwritten: Readonly<
  Record<
    Exclude<DatabaseTrouble, 'locked' | 'damaged'>,
    readonly [HistoryFailureCode, (target: string) => string]
  >
> = {
  full: [
    'DISK_FULL',
    (target) => `The disk that holds ${target} is full. Free some space and try again. ${noFile}`,
  ],
  failing: [
    'DISK_FULL',
    (target) =>
      `${target} cannot be written: its disk is full or reports an error, or a limit for the size of files is reached. Free some space or choose another disk, and try again. ${noFile}`,
  ],
  readOnly: [
    'INVALID_INPUT',
    (target) => `${target} cannot be written. Allow writing to its folder, or choose another. ${noFile}`,
  ],
  unavailable: [
    'INVALID_INPUT',
    (target) =>
      `${target} cannot be written. Check that its folder exists and that it is no folder itself. ${noFile}`,
  ],
};

/**
 * What is wrong with a file that is written for the user, such as an export or a backup; null for an error that is not
 * about it.
 * @param target the file, or what is written where its name says nothing
 */
export function unwrittenFailure(error: unknown, target: string): HistoryFailure | null {
  const trouble = databaseTrouble(error);
  if (trouble === null || trouble === 'locked' || trouble === 'damaged') return null;
  const [code, sentence] = unwritten[trouble];
  return new HistoryFailure(code, sentence(target), error);
}
