import { constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileLog } from '#platform/log.ts';
import { applicationId } from '../../history/store/openDatabase.ts';
import { createSessionLocks } from '../../history/store/sessionLocks.ts';
import { programLog } from '../common/dataFolder.ts';
import type { OpenData } from './dataLocation.ts';

/**
 * A file is read as a temporary copy, so that the original does not change, wherever it is and whichever
 * version wrote it.
 */
export async function openProjectFile(file: string): Promise<OpenData> {
  if (!(await holdsAHistory(file)))
    throw new Error(
      `the data folder ${file} cannot be used (it is a file that holds no project): choose another with --data.`,
    );
  const { folder, remove } = readingFolder();
  try {
    await copyFile(file, join(folder, 'history.db'), constants.COPYFILE_FICLONE);
    const log = openFileLog(programLog(folder));
    return { dataFolder: folder, readOnlyFile: file, log, close: remove };
  } catch (error) {
    remove();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the file ${file} cannot be read (${reason}).`, { cause: error });
  }
}

/** By the application id in the header of every SQLite file (https://www.sqlite.org/fileformat.html, 1.3.17). */
async function holdsAHistory(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const header = Buffer.alloc(100);
    const { bytesRead } = await handle.read(header, 0, header.length, 0);
    return bytesRead === header.length && header.readUInt32BE(68) === applicationId;
  } finally {
    await handle.close();
  }
}

const prefix = 'parallax-reading-';
const lock = 'reader';

/** A folder for a temporary copy; copies of dead programs are deleted first. */
function readingFolder(): { readonly folder: string; readonly remove: () => void } {
  sweep();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const locks = createSessionLocks(folder);
  locks.hold(lock);
  return {
    folder,
    remove() {
      locks.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    // Without a lock it was created just now.
    if (!name.startsWith(prefix) || !existsSync(join(folder, `${lock}.lock`))) continue;
    try {
      if (createSessionLocks(folder).isAbandoned(lock)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // It belongs to another user, or another program deleted it at the same time.
    }
  }
}
