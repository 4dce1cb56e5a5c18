import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';
import { newId } from '../history/store/ids.ts';
import { asUnwritten, temporaryFolder } from './writeWhole.ts';

export type Downloads = {
  /**
   * Creates a file under a unique name and deletes it if that fails.
   * @param write writes the file at this path, which does not exist yet
   */
  readonly make: <T>(
    ending: string,
    write: (file: string) => Promise<T>,
  ) => Promise<{ readonly fileId: string; readonly made: T }>;
  /** Returns a file chunk by chunk and deletes it with the last one. */
  readonly read: (input: RouteParsedInput<'exports.read'>) => Promise<RouteOutput<'exports.read'>>;
  /** Deletes files that nobody fetched. */
  readonly close: () => Promise<void>;
};

/** In base64 well below the maximum size of a message between window and core. */
const chunkBytes = 1024 * 1024;

/** Files for a window, which cannot write any itself: created here, sent in chunks. */
export function createDownloads(): Downloads {
  const files = new Map<string, string>();
  const { folder, removeFolder } = temporaryFolder('parallax-out-');
  return {
    async make(ending, write) {
      const fileId = newId();
      let file: string | undefined;
      try {
        file = join(await folder(), `${fileId}${ending}`);
        const made = await write(file);
        files.set(fileId, file);
        return { fileId, made };
      } catch (error) {
        if (file !== undefined) await rm(file, { force: true });
        // Nobody knows the name of this file.
        throw asUnwritten(error, `the folder for temporary files ${tmpdir()}`);
      }
    },
    async read({ fileId, from }) {
      const file = files.get(fileId);
      if (file === undefined)
        throw new AppError('NOT_FOUND', 'This file was already downloaded. Export it again.');
      const opened = await open(file);
      try {
        const { buffer, bytesRead } = await opened.read(Buffer.alloc(chunkBytes), 0, chunkBytes, from);
        const more = bytesRead === chunkBytes;
        if (!more) {
          files.delete(fileId);
          await rm(file, { force: true });
        }
        return {
          base64: buffer.subarray(0, bytesRead).toString('base64'),
          next: more ? from + bytesRead : null,
        };
      } finally {
        await opened.close();
      }
    },
    async close() {
      files.clear();
      await removeFolder();
    },
  };
}
