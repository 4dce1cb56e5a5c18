import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where a version copies the history to before it opens it for the first time. */
export const versionCopy = (file: string, version: string): string =>
  join(dirname(file), `history.before-${version}.backup.db`);

/** The copies that versions made beside the history, by name. */
export function versionCopies(file: string): readonly string[] {
  const folder = dirname(file);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^history\.before-[\w.+-]+\.backup\.db$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
