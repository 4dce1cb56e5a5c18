import { openDataFolder } from '../common/dataFolder.ts';
import { dataFolderOf, fileOf, type OpenData, refuseMissingFile } from './dataLocation.ts';
import type { Process } from './terminal.ts';

/**
 * The data folder, created if necessary, and its log. Rejects with a clause that names the folder and the fix.
 */
export async function openData(
  data: string | undefined,
  { program, env }: Pick<Process, 'program' | 'env'>,
): Promise<OpenData> {
  const file = await fileOf(data);
  if (file !== null) return (await import('./openProjectFile.ts')).openProjectFile(file, program);
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
