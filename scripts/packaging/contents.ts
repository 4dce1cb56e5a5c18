import { extractFile, listPackage, statFile } from '@electron/asar';

export type PackedFile = {
  /** With forward slashes, from the top of the archive. */
  readonly path: string;
  readonly bytes: number;
  /** Beside the archive, where the system can load it. */
  readonly unpacked: boolean;
};

/** Files of the program's archive, those beside it included. */
export function packedFiles(archive: string): readonly PackedFile[] {
  return listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.replaceAll('\\', '/').replace(/^\//, '');
    const entry = statFile(archive, listed.slice(1), false);
    return 'size' in entry ? [{ path, bytes: entry.size, unpacked: entry.unpacked === true }] : [];
  });
}

const needed = [
  'package.json',
  'out/main/index.js',
  'out/main/historyWorker.js',
  'out/main/serviceWorker.js',
  'out/main/analysisWorker.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'resources/icon.png',
  'resources/tray/tray.png',
];

const unwanted: readonly (readonly [RegExp, string])[] = [
  [/\.map$/, 'a source map'],
  [/\.(tsx?|mts|cts|flow|md|tsbuildinfo|gyp|c|cc|cpp|h)$/, 'a source'],
  [/(^|\/)(tests?|__tests__|spec|fixtures|examples?|\.github)\//, 'of a test'],
  [/\.(test|spec)\.\w+$/, 'of a test'],
  [/\.(pem|key|p12|p8|pfx|keystore)$|(^|\/)(\.env|\.npmrc|id_[rd]sa)/, 'a key'],
  [/^(src|scripts|docs|tests|bin|packages|packaging|\.git|\.ci)\//, 'of the checkout'],
  [/^out\/main\/cli\.js$/, 'the command line'],
];

/** What is in the archive and must not be, what is missing, and what is native and not beside it; empty when all is well. */
export function contentProblems(
  files: readonly PackedFile[],
  platform: string,
  arch: string,
): readonly string[] {
  const have = new Set(files.map(({ path }) => path));
  const native = files.filter(({ path }) => path.endsWith('.node'));
  const foreign = native.filter(({ path }) => !path.includes(`${platform}-${arch}`));
  return [
    ...needed.filter((path) => !have.has(path)).map((path) => `${path} is missing`),
    ...files.flatMap(({ path }) =>
      unwanted.filter(([pattern]) => pattern.test(path)).map(([, what]) => `${path} is ${what}`),
    ),
    ...native.filter(({ unpacked }) => !unpacked).map(({ path }) => `${path} is inside the archive`),
    ...foreign.map(({ path }) => `${path} is for another system`),
    ...(native.length === 2 ? [] : [`${native.length} native parts instead of database and keychain`]),
  ];
}

/** Files of ours and of packages whose text holds a private key. */
export function filesWithKeys(archive: string, files: readonly PackedFile[]): readonly string[] {
  return files
    .filter(({ unpacked }) => !unpacked)
    .filter(({ path }) =>
      /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\\n]+[A-Za-z0-9+/=]{40}/.test(
        extractFile(archive, path, false).toString('latin1'),
      ),
    )
    .map(({ path }) => path);
}
