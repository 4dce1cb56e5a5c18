// `npm run package`: the program as it is installed, in `dist/`, for the system it runs on: the packaged folder, on Linux a
// .deb, and a report of size, fuses and contents. `--release` makes every installer of the system and refuses to be without
// Electron; `--stand-in` asks for no Electron at all, `--built` packages the last build, and `--output DIR` writes elsewhere.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Arch, build, Platform } from 'electron-builder';
import { installedElectron } from './electronBinary.ts';
import { contentProblems, filesWithKeys, packedFiles } from './packaging/contents.ts';
import { writeDebianPackage } from './packaging/debian.ts';
import { configuration } from './packaging/electronBuilder.ts';
import { readFuses } from './packaging/hardening.ts';
import { inventory } from './packaging/inventory.ts';
import { executableName } from './packaging/names.ts';
import { billOfMaterials, forbiddenLicenses, thirdPartyNotices } from './packaging/notices.ts';
import { largestParts, type Part, reportText } from './packaging/report.ts';
import { writeStandInElectron } from './packaging/standInElectron.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: flags } = parseArgs({
  options: {
    release: { type: 'boolean', default: false },
    'stand-in': { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    output: { type: 'string', default: join(root, 'dist') },
  },
});
const { platform, arch } = process;
const output = resolve(flags.output);
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
};
const work = await mkdtemp(join(tmpdir(), 'parallax-package-'));
try {
  await packageProgram();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function packageProgram(): Promise<void> {
  process.chdir(root);
  if (!flags.built) execFileSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit' });
  const documents = join(work, 'licenses');
  const packages = await writeDocuments(documents);
  const { electron, note } = await chosenElectron();
  const config = configuration({ root, output, documents, electron, env: process.env });
  const system = { darwin: Platform.MAC, win32: Platform.WINDOWS }[platform as string] ?? Platform.LINUX;
  await rm(output, { recursive: true, force: true });
  await build({
    projectDir: root,
    targets: system.createTarget(flags.release ? null : 'dir', arch === 'arm64' ? Arch.arm64 : Arch.x64),
    config,
    publish: 'never',
  });

  const folder = await packagedFolder();
  const archive = join(folder, platform === 'darwin' ? 'Contents/Resources' : 'resources', 'app.asar');
  const files = packedFiles(archive);
  const problems = [
    ...contentProblems(files, platform, arch),
    ...filesWithKeys(archive, files).map((path) => `${path} holds a private key`),
  ];
  if (problems.length > 0) throw new Error(`The package is not as it must be:\n  ${problems.join('\n  ')}`);
  if (platform === 'linux')
    await writeDebianPackage({
      folder,
      icons: join(root, 'packaging/icons'),
      version: manifest.version,
      arch,
      description: manifest.description,
      license: await readFile(join(root, 'LICENSE'), 'utf8'),
      repository: process.env.GITHUB_REPOSITORY ?? null,
      date: new Date().toISOString().slice(0, 10),
      output,
      quick: flags['stand-in'],
    });

  const report = {
    folder: relative(root, folder) || folder,
    installers: await installers(),
    parts: await largestParts(folder, files),
    files: files.length,
    packages,
    fuses: await readFuses(
      platform === 'linux'
        ? join(folder, executableName)
        : folder + (platform === 'win32' ? '/Parallax.exe' : ''),
    ),
    notes: [...note, ...signingNotes()],
  };
  await writeFile(join(output, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${reportText(report)}`);
}

/** Licences and the bill of materials, of what the build says it contains. */
async function writeDocuments(folder: string): Promise<number> {
  const packages = inventory(root);
  const forbidden = forbiddenLicenses(packages);
  if (forbidden.length > 0) throw new Error(`May not ship under their licences: ${forbidden.join(', ')}.`);
  await mkdir(folder);
  await writeFile(join(folder, 'third-party-licenses.txt'), thirdPartyNotices(packages));
  const bill = billOfMaterials(manifest, packages);
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`);
  return packages.length;
}

async function chosenElectron(): Promise<{
  readonly electron: string | null;
  readonly note: readonly string[];
}> {
  const electronPackage = join(root, 'node_modules/electron');
  if (flags['stand-in'] === false) {
    if (flags.release) return { electron: null, note: [] };
    if (installedElectron(electronPackage) !== null)
      return { electron: join(electronPackage, 'dist'), note: [] };
  }
  if (platform !== 'linux')
    throw new Error('Electron is not installed here: run "npm start" once, which downloads it.');
  const electron = join(work, 'electron');
  await writeStandInElectron(electron);
  return {
    electron,
    note: ['WITHOUT ELECTRON: this package shows what would be installed and cannot be started by a person.'],
  };
}

async function packagedFolder(): Promise<string> {
  const folders =
    {
      darwin: ['mac', 'mac-arm64'].map((name) => join(output, name, 'Parallax.app')),
      win32: ['win-unpacked', 'win-arm64-unpacked'].map((name) => join(output, name)),
    }[platform as string] ?? ['linux-unpacked', 'linux-arm64-unpacked'].map((name) => join(output, name));
  const found = folders.find((folder) => existsSync(folder));
  if (found === undefined) throw new Error('electron-builder left no packaged folder.');
  return found;
}

async function installers(): Promise<readonly Part[]> {
  const names = (await readdir(output)).filter((name) => /\.(deb|rpm|AppImage|gz|dmg|zip|exe)$/.test(name));
  return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(output, name))).size })));
}

function signingNotes(): readonly string[] {
  const { env } = process;
  if (platform === 'darwin' && !env.CSC_LINK) return ['UNSIGNED: no certificate (CSC_LINK) was given.'];
  if (platform === 'darwin' && !env.APPLE_API_KEY)
    return ['NOT NOTARISED: no App Store Connect key (APPLE_API_KEY) was given.'];
  if (platform === 'win32' && !env.AZURE_SIGNING_ENDPOINT)
    return ['UNSIGNED: no signing account (AZURE_SIGNING_ENDPOINT) was given.'];
  return [];
}
