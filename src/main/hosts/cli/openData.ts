import type { Logger } from '#platform/log.ts';
import { openDataFolder } from '../common/dataFolder.ts';
import { dataFolderOf, fileOf, refuseMissingFile } from './dataLocation.ts';

export type OpenData = {
  readonly dataFolder: string;
  /** The file that is read, when it is a file and no folder: nothing is asked or changed then. */
  readonly readOnlyFile: string | null;
  readonly log: Logger;
  readonly close: () => void;
};

/** The data folder, made when it is not there, and its log. Rejects with one clause that names folder and way out. */
export async function openData(data: string | undefined, env: NodeJS.ProcessEnv): Promise<OpenData> {
  const file = await fileOf(data);
  if (file !== null) return (await import('./openProjectFile.ts')).openProjectFile(file);
  await refuseMissingFile(data);
  const dataFolder = dataFolderOf(data, env);
  try {
    const log = openDataFolder(dataFolder);
    return { dataFolder, readOnlyFile: null, log, close: () => undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the data folder ${dataFolder} cannot be used (${reason}): choose another with --data.`, {
      cause: error,
    });
  }
}
