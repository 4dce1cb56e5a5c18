import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import {
  app,
  type BrowserWindow,
  dialog,
  type OpenDialogOptions,
  type SaveDialogOptions,
  shell,
} from 'electron';
import { withInheritedMask } from '#platform/privateFiles.ts';
import type { PathKind } from '#shared/bridge/routes/app.ts';
import { asUnwritten } from '../../exports/writeWhole.ts';
import type { FileSaver } from '../../ports.ts';

const typeNames: Readonly<Record<string, string>> = {
  csv: 'Comma-separated values',
  html: 'Web page',
  json: 'JSON',
  jsonl: 'JSON Lines',
  md: 'Markdown',
  parallax: 'Parallax project',
  pdf: 'PDF',
  png: 'Image',
  pptx: 'PowerPoint presentation',
  svg: 'Image',
  txt: 'Text',
  xlsx: 'Excel workbook',
  zip: 'ZIP archive',
};

/**
 * Asks where to save a file and writes it, because a page's own download depends on a URL that the page may
 * release. Dialogs open in the folder of the last file.
 */
export function createFileSaver(current: () => BrowserWindow | null): FileSaver {
  let folder: string | null = null;
  /** Paths by the names that the page was told. */
  const saved = new Map<string, string>();
  return {
    save: async (name, bytes) => {
      const ending = extname(name).slice(1);
      const options: SaveDialogOptions = {
        defaultPath: join(folder ?? app.getPath('downloads'), name),
        filters: ending === '' ? [] : [{ name: typeNames[ending] ?? ending, extensions: [ending] }],
        // Without the first, GTK replaces a file without asking; macOS and Windows always ask.
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      };
      const window = current();
      const { canceled, filePath } = await (window
        ? dialog.showSaveDialog(window, options)
        : dialog.showSaveDialog(options));
      if (canceled || !filePath) return null;
      await writeBeside(filePath, bytes).catch((error: unknown) => {
        // By the file that was chosen, not the one that was proposed.
        throw asUnwritten(error, filePath);
      });
      folder = dirname(filePath);
      saved.set(basename(filePath), filePath);
      return basename(filePath);
    },
    show: (name) => {
      const path = saved.get(name);
      if (path !== undefined) withInheritedMask(() => shell.showItemInFolder(path));
    },
  };
}

/** Asks for the path of a backup or of a folder; null if the user cancelled. */
export function createPathChooser(
  current: () => BrowserWindow | null,
): (kind: PathKind) => Promise<string | null> {
  const filters = [{ name: 'Parallax history', extensions: ['db'] }];
  return async (kind) => {
    const window = current();
    if (kind === 'new-backup') {
      const name = `parallax-${new Date().toISOString().slice(0, 10)}.db`;
      const options: SaveDialogOptions = {
        defaultPath: join(app.getPath('documents'), name),
        filters,
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      };
      const { canceled, filePath } = await (window
        ? dialog.showSaveDialog(window, options)
        : dialog.showSaveDialog(options));
      return canceled || !filePath ? null : filePath;
    }
    const options: OpenDialogOptions =
      kind === 'folder'
        ? { properties: ['openDirectory', 'createDirectory', 'promptToCreate'] }
        : {
            properties: ['openFile'],
            filters:
              kind === 'project'
                ? [{ name: 'Parallax project', extensions: ['parallax'] }]
                : [...filters, { name: 'All files', extensions: ['*'] }],
          };
    const { filePaths } = await (window
      ? dialog.showOpenDialog(window, options)
      : dialog.showOpenDialog(options));
    return filePaths[0] ?? null;
  };
}

/** Writes the whole file next to its place and renames it then: what was there stays until all of it is written. */
async function writeBeside(path: string, bytes: Uint8Array): Promise<void> {
  const draft = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID().slice(0, 8)}.part`);
  try {
    // A file saved by the user has the default permissions of its location, unlike the program's own files, or those
    // of the file that it replaces.
    withInheritedMask(() => closeSync(openSync(draft, 'wx')));
    const replaced = statSync(path, { throwIfNoEntry: false });
    if (replaced !== undefined) chmodSync(draft, replaced.mode & 0o777);
    await writeFile(draft, bytes, { flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
