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
/**
 * Licences and notices of packages that have no such file, in our words where theirs stand in a repository. For MPL-2.0 they
 * say where the source is (section 3.2).
 */
const statedTexts: Readonly<Record<string, string>> = {
  '@browsermt/bergamot-translator': [
    'Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/. Unchanged files beside the program. Their source is at',
    'https://github.com/browsermt/bergamot-translator (the files state the commit 4917c11).',
    '',
    'The WebAssembly file contains:',
    'Marian NMT, https://github.com/browsermt/marian-dev. Copyright (c) 2016 Marcin Junczys-Dowmunt, the University of',
    'Edinburgh, Adam Mickiewicz University. MIT License.',
    'intgemm, https://github.com/kpu/intgemm. Copyright (c) 2017-2019 University of Edinburgh, Nikolay Bogoychev, Mateusz',
    'Chudyk, Kenneth Heafield, and Microsoft Corporation. MIT License.',
    'SentencePiece, https://github.com/google/sentencepiece. Copyright Google Inc. Apache License 2.0,',
    'https://www.apache.org/licenses/LICENSE-2.0.',
    '',
    'MIT License: Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated',
    'documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights',
    'to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to',
    'whom the Software is furnished to do so, subject to the following conditions: The above copyright notice and this',
    'permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS',
    'IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,',
    'FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY',
    'CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN',
    'CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.',
  ].join('\n'),
};
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
      text: licenseText(join(root, folder)) ?? statedTexts[name] ?? null,
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
