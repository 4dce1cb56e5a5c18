import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { PackedFile } from './contents.ts';

export type Part = { readonly name: string; readonly bytes: number };

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The largest parts of a packaged folder: its own files, and in the archive each package and each folder of the build. */
export async function largestParts(folder: string, packed: readonly PackedFile[]): Promise<readonly Part[]> {
  const sizes = new Map<string, number>();
  const add = (name: string, bytes: number): void => {
    sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  };
  for (const { path, bytes } of packed) {
    const [part = path] = /^node_modules\/(@[^/]+\/)?[^/]+|^out\/[^/]+|^[^/]+/.exec(path) ?? [];
    add(part, bytes);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll('\\', '/');
    if (entry.isFile() && !name.startsWith('resources/app.asar')) add(name, (await stat(path)).size);
  }
  return [...sizes].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}

/** What `npm run package` says at its end. */
export function reportText(report: {
  readonly folder: string;
  readonly installers: readonly Part[];
  readonly parts: readonly Part[];
  readonly files: number;
  readonly packages: number;
  readonly fuses: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}): string {
  const total = report.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const row = ({ name, bytes }: Part): string => `  ${mebibytes(bytes).padStart(9)}  ${name}`;
  return [
    `Packaged in ${report.folder}`,
    ...report.notes.map((note) => `  ${note}`),
    '',
    `Installers (${report.installers.length}):`,
    ...report.installers.map(row),
    '',
    `Size: ${mebibytes(total)} installed. The ten largest parts:`,
    ...report.parts.slice(0, 10).map(row),
    '',
    'Fuses:',
    ...Object.entries(report.fuses).map(([name, state]) => `  ${state.padEnd(8)} ${name}`),
    '',
    `Contents: ${report.files} files in the archive, ${report.packages} packages with their licences; no source, test, map or key.`,
  ].join('\n');
}
