import { appendFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/model/appError.ts';
import { newId } from '../history/store/ids.ts';
import { asUnwritten, temporaryFolder } from './writeWhole.ts';

export type Uploads = {
  /** Accepts the next chunk of a file; null starts one. */
  readonly add: (fileId: string | null, chunk: Buffer) => Promise<string>;
  /** Reads a completely uploaded file, and deletes it. */
  readonly use: <T>(fileId: string, read: (file: string) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

/** Files selected in a window, which does not know their paths: uploaded in chunks, deleted after reading. */
export function createUploads(): Uploads {
  const files = new Map<string, string>();
  const { folder, removeFolder } = temporaryFolder('parallax-in-');
  const fileOf = (fileId: string): string => {
    const file = files.get(fileId);
    if (file === undefined) throw new AppError('NOT_FOUND', 'This file was already read. Choose it again.');
    return file;
  };
  return {
    async add(fileId, chunk) {
      const id = fileId ?? newId();
      try {
        if (fileId === null) files.set(id, join(await folder(), id));
        await appendFile(fileOf(id), chunk, { mode: 0o600 });
      } catch (error) {
        const file = files.get(id);
        files.delete(id);
        if (file !== undefined) await rm(file, { force: true });
        throw asUnwritten(error, `the folder for temporary files ${tmpdir()}`);
      }
      return id;
    },
    async use(fileId, read) {
      const file = fileOf(fileId);
      try {
        return await read(file);
      } finally {
        files.delete(fileId);
        await rm(file, { force: true });
      }
    },
    async close() {
      files.clear();
      await removeFolder();
    },
  };
}
