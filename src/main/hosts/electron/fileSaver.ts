import { closeSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { withInheritedMask } from '#platform/privateFiles.ts';
import type { FileSaver } from '../../ports.ts';

/**
 * Asks where to save a file and writes it, because a page's own download depends on a URL that the page may
 * release.
 */
export function createFileSaver(current: () => BrowserWindow | null): FileSaver {
  return {
    save: async (name, bytes) => {
      const options = { defaultPath: join(app.getPath('downloads'), name) };
      const window = current();
      const { canceled, filePath } = await (window
        ? dialog.showSaveDialog(window, options)
        : dialog.showSaveDialog(options));
      if (canceled || !filePath) return false;
      // A file saved by the user has the default permissions of its location, unlike the program's own files.
      withInheritedMask(() => closeSync(openSync(filePath, 'w')));
      await writeFile(filePath, bytes);
      return true;
    },
  };
}
