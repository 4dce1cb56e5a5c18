import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that leaves with the program, as code in a bundle or as files in its node_modules. */
export type ShippedPackage = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Its licence and notices in their own words; null where its file has none. */
  readonly text: string | null;
  readonly integrity: string | null;
  readonly way: 'bundled' | 'installed';
};

type LockedPackage = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Lock = Readonly<Record<string, LockedPackage>>;

/** What the bundler cannot tell of: Tailwind writes the style sheet. */
const bundledUnseen = ['tailwindcss'];
/** Headers for compilers; nothing of it runs. */
const neverShipped = /(^|\/)node_modules\/(node-addon-api|undici-types|@types\/[^/]+)$/;

/** All packages that ship in the built program below `root`, by name. */
export function inventory(root: string): readonly ShippedPackage[] {
  const lock = (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { readonly packages: Lock }
  ).packages;
  const bundled = globSync('out/{main,renderer}/packages*.json', { cwd: root }).flatMap(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as string[],
  );
  const unseen = bundledUnseen.flatMap((name) => [...closure(lock, `node_modules/${name}`)]);
  const installed = installedFolders(lock);
  const ways = new Map<string, ShippedPackage['way']>();
  for (const folder of [...bundled, ...unseen]) ways.set(folder, 'bundled');
  for (const folder of installed) ways.set(folder, 'installed');
  const list = [...ways].flatMap(([folder, way]) => shipped(root, lock, folder, way));
  const unique = new Map(list.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...unique.values()].sort((a, b) =>
    a.name === b.name ? a.version.localeCompare(b.version) : a.name < b.name ? -1 : 1,
  );
}

/** Folders of the packages that stand in node_modules of the installed program, as in the lock file. */
export function installedFolders(lock: Lock): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of Object.keys(lock['']?.dependencies ?? {}))
    for (const folder of closure(lock, `node_modules/${name}`)) found.add(folder);
  return found;
}

function closure(lock: Lock, folder: string, found = new Set<string>()): ReadonlySet<string> {
  const locked = lock[folder];
  if (locked === undefined || found.has(folder) || neverShipped.test(folder)) return found;
  found.add(folder);
  for (const name of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
    const resolved = resolve(lock, folder, name);
    if (resolved !== null) closure(lock, resolved, found);
  }
  return found;
}

/** As Node looks for a package: beside, and then upwards. */
function resolve(lock: Lock, from: string, name: string): string | null {
  for (let base = from; ; base = base.slice(0, Math.max(base.lastIndexOf('/node_modules/'), 0))) {
    const candidate = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (lock[candidate] !== undefined) return candidate;
    if (base === '') return null;
  }
}

/** Nothing for what npm left out here because it is for other systems. */
function shipped(
  root: string,
  lock: Lock,
  folder: string,
  way: ShippedPackage['way'],
): readonly ShippedPackage[] {
  const file = join(root, folder, 'package.json');
  if (!existsSync(file)) return [];
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string | { readonly type: string };
  };
  const stated = typeof license === 'object' ? license.type : license;
  return [
    {
      name,
      version,
      license: stated ?? lock[folder]?.license ?? 'NONE',
      text: licenseText(join(root, folder)),
      integrity: lock[folder]?.integrity ?? null,
      way,
    },
  ];
}

function licenseText(folder: string): string | null {
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|third.?party.?notices?)([.-].*)?$/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
  return texts.length === 0 ? null : texts.join('\n\n');
}
