import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { currentDataFolder } from '../history/moveNote.ts';
import { defaultDataFolder } from '../hosting/dataFolder.ts';
import { openFileLog } from '../hosting/fileLog.ts';
import type { Logger } from '../ports/ports.ts';

export type OpenData = { readonly dataFolder: string; readonly log: Logger; readonly close: () => void };

/** Where the data is, without touching it. */
export const dataFolderOf = (data: string | undefined, env: NodeJS.ProcessEnv): string =>
  currentDataFolder(data ? resolve(data) : defaultDataFolder(process.platform, env, homedir()));

/** The data folder, made when it is not there, and its log. Rejects with one clause that names folder and way out. */
export async function openData(data: string | undefined, env: NodeJS.ProcessEnv): Promise<OpenData> {
  const dataFolder = dataFolderOf(data, env);
  try {
    await mkdir(dataFolder, { recursive: true });
    const { log, close } = openFileLog(dataFolder);
    return { dataFolder, log, close };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the data folder ${dataFolder} cannot be used (${reason}): choose another with --data.`, {
      cause: error,
    });
  }
}
