import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/model/appError.ts';
import { unwrittenFailure } from '../history/store/failures.ts';

/**
 * Writes a file under a temporary name, which becomes its own when it is complete: readers find all of it, and a
 * failure leaves nothing.
 * @throws AppError DISK_FULL or INVALID_INPUT that names the file, and what `write` throws
 */
export async function writeWhole<T>(file: string, write: (draft: string) => Promise<T>): Promise<T> {
  const draft = `${file}.unfinished`;
  try {
    const made = await write(draft);
    await rename(draft, file);
    return made;
  } catch (error) {
    await rm(draft, { force: true, recursive: true });
    throw asUnwritten(error, file);
  }
}

/** @throws AppError as `writeWhole` does */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode }).catch((error: unknown) => {
    throw asUnwritten(error, folder);
  });
}

/** An error of the file system about a file for the user, as a sentence; any other as it is. */
export function asUnwritten(error: unknown, target: string): unknown {
  const failure = error instanceof AppError ? null : unwrittenFailure(error, target);
  return failure === null ? error : new AppError(failure.code, failure.message, { cause: error });
}

/** A folder for temporary files, made when it is first used; private to this user, deleted by the system after a crash. */
export function temporaryFolder(prefix: string) {
  let made: string | null = null;
  return {
    async folder(): Promise<string> {
      made ??= await mkdtemp(join(tmpdir(), prefix));
      return made;
    },
    async removeFolder(): Promise<void> {
      if (made !== null) await rm(made, { recursive: true, force: true });
    },
  };
}
