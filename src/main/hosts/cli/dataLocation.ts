import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { currentDataFolder } from '../../history/maintenance/moveNote.ts';
import { defaultDataFolder } from '../common/defaultDataFolder.ts';

/** Where the data is, without touching it. */
export const dataFolderOf = (data: string | undefined, env: NodeJS.ProcessEnv): string =>
  currentDataFolder(data ? resolve(data) : defaultDataFolder(process.platform, env, homedir()));

/** The file that is meant when it is a file and no folder, or null. */
export async function fileOf(data: string | undefined): Promise<string | null> {
  if (data === undefined) return null;
  const isFile = await stat(resolve(data)).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? resolve(data) : null;
}

/** What `parallax project export` writes is called so, and no data folder. */
const projectEnding = '.parallax';

/** @throws Error for the name of a project's file that is not there: a folder of that name would be made instead */
export async function refuseMissingFile(data: string | undefined): Promise<void> {
  if (data === undefined || !data.endsWith(projectEnding)) return;
  const missing = await stat(resolve(data)).then(
    () => false,
    () => true,
  );
  if (missing)
    throw new Error(
      `no file ${resolve(data)}. Choose a file written by "parallax project export". Nothing was created.`,
    );
}
