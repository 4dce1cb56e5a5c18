import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const settingsFileOf = (dataFolder: string): string => join(dataFolder, 'settings.json');

export const damagedPrefix = 'settings.json.damaged-';

/** Names of settings files that were damaged and kept in a data folder. */
export const keptSettings = (dataFolder: string): readonly string[] =>
  existsSync(dataFolder) ? readdirSync(dataFolder).filter((name) => name.startsWith(damagedPrefix)) : [];

export const damagedSentence = (name: string): string =>
  `The settings file was damaged and is kept as ${name} in the data folder. Settings start again from their defaults; keys in the keychain are unchanged.`;

/** The values in a file of settings: empty if there is no file, null if it is damaged. */
export function readSettingsFile(file: string): Readonly<Record<string, unknown>> | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null && !Array.isArray(found)
      ? (found as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
