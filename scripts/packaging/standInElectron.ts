import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Which command the stand-in hands its own path and arguments to; without it, it says what it is and ends. */
export const standInVariable = 'PARALLAX_STAND_IN';

/** Where Electron looks for its fuses in its own executable. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Version 1, nine fuses as Electron delivers them. */
const wire = '\x01\x09101100011';

/**
 * Lays out a Linux distribution of Electron without Electron, for machines that cannot download it: everything around the
 * program can then be built and looked at. Its executable starts nothing by itself.
 */
export async function writeStandInElectron(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'), { recursive: true });
  const script = [
    '#!/bin/sh',
    `exec "\${${standInVariable}:?This package was made without Electron and cannot be started.}" "$0" "$@"`,
    'exit',
    `${sentinel}${wire}`,
    '',
  ].join('\n');
  for (const name of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']) {
    await writeFile(join(folder, name), name === 'electron' ? script : '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
  }
  await writeFile(join(folder, 'LICENSE'), 'In place of the licence of Electron.\n');
  await writeFile(join(folder, 'LICENSES.chromium.html'), '<p>In place of the licences of Chromium.</p>\n');
  await writeFile(join(folder, 'locales', 'en-US.pak'), '');
  await writeFile(join(folder, 'version'), '0.0.0');
}
