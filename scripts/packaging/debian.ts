import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  afterInstall,
  afterRemove,
  appArmorProfile,
  appStream,
  desktopEntry,
  mimeTypes,
} from './linuxFiles.ts';
import { executableName, maintainer } from './names.ts';

const run = promisify(execFile);

/** What Electron 45 needs of Debian 12, Ubuntu 22.04 and later; `|` between the names before and after 2038 was solved. */
const dependencies = [
  'libasound2t64 | libasound2',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libxtst6',
  'xdg-utils',
];

export type DebianInput = {
  /** The packaged folder, as electron-builder leaves it. */
  readonly folder: string;
  readonly icons: string;
  readonly version: string;
  readonly arch: string;
  readonly description: string;
  /** Text of the program's own licence. */
  readonly license: string;
  /** OWNER/NAME on GitHub, or null. */
  readonly repository: string | null;
  /** Day of the release, YYYY-MM-DD. */
  readonly date: string;
  readonly output: string;
  /** Whether it is compressed as little as possible, which takes a tenth of the time. */
  readonly quick: boolean;
};

/** Writes the .deb with Debian's own tool; returns its address. */
export async function writeDebianPackage(input: DebianInput): Promise<string> {
  const architecture = { x64: 'amd64', arm64: 'arm64' }[input.arch] ?? input.arch;
  const file = join(input.output, `${executableName}_${input.version.replace('-', '~')}_${architecture}.deb`);
  const stage = `${file}.stage`;
  await rm(stage, { recursive: true, force: true });
  const installed = join(stage, 'usr/lib', executableName);
  await mkdir(dirname(installed), { recursive: true });
  await cp(input.folder, installed, { recursive: true, verbatimSymlinks: true });
  // Where the kernel gives users no namespaces and no profile does, Chromium confines pages with this helper.
  await chmod(join(installed, 'chrome-sandbox'), 0o4755);
  await put(stage, `usr/share/applications/${executableName}.desktop`, desktopEntry);
  await put(stage, `usr/share/mime/packages/${executableName}.xml`, mimeTypes);
  await put(stage, 'usr/share/metainfo/app.parallax.desktop.metainfo.xml', appStream(input));
  await put(stage, `usr/share/${executableName}/apparmor-profile`, appArmorProfile);
  await put(
    stage,
    `usr/share/doc/${executableName}/copyright`,
    `${input.license}\nLicences of what it contains: /usr/lib/${executableName}/resources/licenses\n`,
  );
  await mkdir(join(stage, 'usr/bin'));
  await symlink(`../lib/${executableName}/${executableName}`, join(stage, 'usr/bin', executableName));
  for (const name of await readdir(input.icons)) {
    const [size] = /^\d+x\d+(?=\.png$)/.exec(name) ?? [];
    if (size === undefined) continue;
    const target = `usr/share/icons/hicolor/${size}/apps/${executableName}.png`;
    await put(stage, target, await readFile(join(input.icons, name)));
  }
  await put(stage, 'DEBIAN/control', control(input, architecture, await kibibytes(stage)));
  await put(stage, 'DEBIAN/postinst', afterInstall, 0o755);
  await put(stage, 'DEBIAN/postrm', afterRemove, 0o755);
  // Owned by root whoever packages; xz is what every supported system reads.
  await run('dpkg-deb', ['--root-owner-group', '-Zxz', input.quick ? '-z1' : '-z6', '--build', stage, file], {
    env: { ...process.env, XZ_DEFAULTS: '-T0' },
  });
  await rm(stage, { recursive: true });
  return file;
}

async function put(stage: string, path: string, text: string | Uint8Array, mode = 0o644): Promise<void> {
  const file = join(stage, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode });
}

async function kibibytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}

const control = ({ version, description }: DebianInput, architecture: string, size: number): string =>
  [
    `Package: ${executableName}`,
    `Version: ${version.replace('-', '~')}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${size}`,
    `Depends: ${dependencies.join(', ')}`,
    // The second one registers links and project files.
    'Recommends: gnome-keyring | kwalletmanager, desktop-file-utils',
    'Section: web',
    'Priority: optional',
    'Description: monitor of AI answer engines and web search',
    ` ${description}`,
    '',
  ].join('\n');
