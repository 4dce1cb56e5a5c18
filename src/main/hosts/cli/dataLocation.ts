import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Logger } from '#platform/log.ts';
import { currentDataFolder } from '../../history/maintenance/moveNote.ts';
import { defaultDataFolder } from '../common/defaultDataFolder.ts';

export type OpenData = {
  readonly dataFolder: string;
  /** The file to read, if it is a file and not a folder: nothing is asked or changed then. */
  readonly readOnlyFile: string | null;
  readonly log: Logger;
  readonly close: () => void;
};

/** The location of the data, without accessing it. */
export const dataFolderOf = (data: string | undefined, env: NodeJS.ProcessEnv): string =>
  currentDataFolder(data ? resolve(data) : defaultDataFolder(process.platform, env, homedir()));

/** The given file, or null if it is a folder. */
export async function fileOf(data: string | undefined): Promise<string | null> {
  if (data === undefined) return null;
  const isFile = await stat(resolve(data)).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? resolve(data) : null;
}

/** The extension of `parallax project export`, which is not a data folder. */
const projectEnding = '.parallax';

/** @throws Error for a missing project file, because a folder of that name would be created instead */
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
