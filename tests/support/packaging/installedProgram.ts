import { execFile } from 'node:child_process';
import { access, chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { packedFiles } from '../../../scripts/packaging/contents.ts';
import { standInVariable } from '../../../scripts/packaging/standInElectron.ts';
import { buildVariable } from '../programs.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const double = fileURLToPath(new URL('../electron/double/run.ts', import.meta.url));

export type InstalledProgram = {
  /** Root of the scratch system. */
  readonly system: string;
  /** Listing of the .deb: mode, owner and path of every file. */
  readonly listing: string;
  readonly archive: string;
  readonly executable: string;
  /** Makes the installed executable start the double. */
  readonly env: NodeJS.ProcessEnv;
  readonly report: {
    readonly installers: readonly { readonly name: string; readonly bytes: number }[];
    readonly parts: readonly { readonly name: string; readonly bytes: number }[];
    readonly notes: readonly string[];
  };
};

/** Why nothing can be installed here, or null. */
export async function debianMissing(): Promise<string | null> {
  return access('/usr/bin/dpkg-deb').then(
    () => null,
    () => 'dpkg-deb is not installed',
  );
}

/** Packages the program without Electron, as `npm run package` does here, and installs its .deb below `folder`. */
export async function installProgram(folder: string): Promise<InstalledProgram> {
  const dist = join(folder, 'dist');
  // The set-up of the suite has built what is in the checkout.
  const built = process.env[buildVariable] === undefined ? [] : ['--built'];
  await run(process.execPath, [join(root, 'scripts/package.ts'), '--stand-in', ...built, '--output', dist]);
  const report = JSON.parse(await readFile(join(dist, 'report.json'), 'utf8')) as InstalledProgram['report'];
  const file = join(dist, report.installers[0]?.name ?? 'none');
  const { stdout: listing } = await run('dpkg-deb', ['--contents', file], { maxBuffer: 64 * 1024 * 1024 });
  const system = join(folder, 'system');
  await run('dpkg-deb', ['--extract', file, system]);
  const archive = join(system, 'usr/lib/parallax-desktop/resources/app.asar');
  const start = join(folder, 'start.sh');
  // Electron hands its program the arguments; the first is the executable's own path.
  await writeFile(
    start,
    `#!/bin/sh\nshift\nexec '${process.execPath}' '${double}' '${await unfolded(archive)}' "$@"\n`,
  );
  await chmod(start, 0o755);
  return {
    system,
    listing,
    archive,
    executable: join(system, 'usr/bin/parallax-desktop'),
    env: { [standInVariable]: start, PARALLAX_DOUBLE_PACKAGED: '1' },
    report,
  };
}

/**
 * Node cannot read from an archive as Electron does: its files are laid out beside it, all but the native parts, which stay
 * links to where they were installed. Returns the entry that the archive's package.json names.
 */
async function unfolded(archive: string): Promise<string> {
  const folder = `${archive}.unfolded`;
  await mkdir(folder);
  extractAll(archive, folder);
  for (const { path } of packedFiles(archive).filter(({ unpacked }) => unpacked)) {
    await rm(join(folder, path));
    await symlink(join(`${archive}.unpacked`, path), join(folder, path));
  }
  const { main } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly main: string;
  };
  return join(folder, main);
}
