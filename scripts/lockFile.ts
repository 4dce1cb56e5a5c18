// Checks package-lock.json: npm verifies what it installs against the hash that stands there, and installs what has none
// as it comes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type LockedPackage = {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly [field: string]: unknown;
};

/**
 * Packages that npm would install unverified. What lies inside another package's file is covered by that one's hash, and
 * what lies beside node_modules is a workspace of this repository.
 */
export function withoutIntegrity(packages: Readonly<Record<string, LockedPackage>>): readonly string[] {
  const isBundled = (path: string): boolean =>
    packages[path]?.inBundle === true &&
    packages[path.slice(0, path.lastIndexOf('/node_modules/'))] !== undefined;
  return Object.entries(packages)
    .filter(([path, { link }]) => /(^|\/)node_modules\//.test(path) && link !== true && !isBundled(path))
    .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    .map(([path]) => path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const missing = withoutIntegrity(packages);
  for (const path of missing) console.error(`package-lock.json has no SHA-512 hash of ${path}.`);
  if (missing.length > 0) {
    console.error(
      'Choose a version of it that the registry knows, remove these entries and run "npm install --package-lock-only".',
    );
    process.exit(1);
  }
}
