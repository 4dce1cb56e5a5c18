import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where a version copies the history before opening it for the first time. */
export const versionCopy = (file: string, version: string): string =>
  join(dirname(file), `history.before-${version}.backup.db`);

/** Names of the copies that versions made beside the history. */
export function versionCopies(file: string): readonly string[] {
  const folder = dirname(file);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^history\.before-[\w.+-]+\.backup\.db$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
