import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../common/dataFolder.ts';
import { dataFolderOf, fileOf, type OpenData, refuseMissingFile } from './dataLocation.ts';
import type { Process } from './terminal.ts';

/** Whether the system refused to write: access rights, or a disk that is mounted for reading. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code));

/**
 * The data folder, created if necessary, and its log; a folder that can only be read is read as a file would be.
 * Rejects with a clause that names the folder and the fix.
 */
export async function openData(
  data: string | undefined,
  { program, env, terminal }: Pick<Process, 'program' | 'env' | 'terminal'>,
): Promise<OpenData> {
  const file = await fileOf(data);
  if (file !== null) return (await import('./openProjectFile.ts')).openProjectFile(file, program);
  await refuseMissingFile(data);
  const dataFolder = dataFolderOf(data, env);
  const history = join(dataFolder, 'history.db');
  try {
    // The folders in it may be writable all the same.
    if (existsSync(history)) for (const path of [dataFolder, history]) accessSync(path, constants.W_OK);
    const log = openDataFolder(dataFolder);
    return { dataFolder, readOnlyFile: null, log, close: () => undefined };
  } catch (error) {
    if (isRefusal(error) && existsSync(history)) {
      terminal.stderr(
        `${dataFolder} is not writable: its history is read, and nothing can be asked or changed.\n`,
      );
      return (await import('./openProjectFile.ts')).openProjectFile(history, program);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the data folder ${dataFolder} cannot be used (${reason}): choose another with --data.`, {
      cause: error,
    });
  }
}
