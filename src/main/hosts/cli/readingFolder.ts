import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionLocks } from '../../history/store/sessionLocks.ts';

const prefix = 'parallax-reading-';
const lock = 'reader';

/** A folder for a copy that is read and thrown away; those of programs that died are thrown away first. */
export function readingFolder(): { readonly folder: string; readonly remove: () => void } {
  sweep();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const locks = createSessionLocks(folder);
  locks.hold(lock);
  return {
    folder,
    remove() {
      locks.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    // Without a lock it was made just now.
    if (!name.startsWith(prefix) || !existsSync(join(folder, `${lock}.lock`))) continue;
    try {
      if (createSessionLocks(folder).isAbandoned(lock)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // It is somebody else's, or was swept by another program at the same time.
    }
  }
}
