import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileLog } from '#platform/log.ts';
import { isOwnFolder } from '#platform/privateFiles.ts';
import { AppError } from '#shared/model/appError.ts';
import { copyWithLogs, logsOf } from '../../history/maintenance/logsBeside.ts';
import { historyTasks } from '../../history/maintenance/taskClient.ts';
import { applicationId } from '../../history/store/fileHeader.ts';
import { createSessionLocks } from '../../history/store/sessionLocks.ts';
import { programLog } from '../common/dataFolder.ts';
import { workerEntries } from '../common/workerEntries.ts';
import type { OpenData } from './dataLocation.ts';

/**
 * A file is read as a temporary copy, so that the original does not change, wherever it is and whichever
 * version wrote it.
 */
export async function openProjectFile(file: string, program: string): Promise<OpenData> {
  if (!(await holdsAHistory(file)))
    throw new Error(
      `the data folder ${file} cannot be used (it is a file that holds no project): choose another with --data.`,
    );
  const { folder, remove } = readingFolder();
  const copy = join(folder, 'history.db');
  try {
    copyWithLogs(file, copy);
    await historyTasks(workerEntries(program).history, copy).vet(file);
    const log = openFileLog(programLog(folder));
    return { dataFolder: folder, readOnlyFile: file, log, close: remove };
  } catch (error) {
    remove();
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the file ${file} cannot be read (${reason}).`, { cause: error });
  }
}

/**
 * By the application id in the header of every SQLite file (https://www.sqlite.org/fileformat.html, 1.3.17). With a log
 * beside it, the header may still be there: the check of the copy decides.
 */
async function holdsAHistory(file: string): Promise<boolean> {
  if (logsOf(file).length > 0) return true;
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
    if (!name.startsWith(prefix) || !isOwnFolder(folder) || !existsSync(join(folder, `${lock}.lock`)))
      continue;
    try {
      if (createSessionLocks(folder).isAbandoned(lock)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another program deleted it at the same time.
    }
  }
}
