import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../common/visibleText.ts';
import { UsageError } from './exitCodes.ts';

/** Names the database of a folder's service, if it keeps its data there. */
const noteOf = (serviceFolder: string): string => join(serviceFolder, 'store.txt');

/** Notes where the service that is started keeps its data, without user and password. */
export function noteStore(serviceFolder: string, store: string | undefined): void {
  if (store === undefined || !URL.canParse(store)) {
    rmSync(noteOf(serviceFolder), { force: true });
    return;
  }
  const { host, pathname } = new URL(store);
  mkdirSync(serviceFolder, { recursive: true, mode: 0o700 });
  writeFileSync(noteOf(serviceFolder), `${host}${pathname}\n`, { mode: 0o600 });
}

/**
 * For an operator's command that names no database: the file beside it would be empty.
 * @throws UsageError if the service of the folder keeps its data in a database
 */
export function refuseOtherStore(serviceFolder: string): void {
  if (!existsSync(noteOf(serviceFolder))) return;
  const database = printable(readFileSync(noteOf(serviceFolder), 'utf8').trim().slice(0, 300));
  throw new UsageError(
    `The service of this data folder keeps its data in the database ${database}. Set PARALLAX_STORE to its address, or add --store. If that database is not used any more, delete ${noteOf(serviceFolder)}.`,
  );
}
