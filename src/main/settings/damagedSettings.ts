import { existsSync, readdirSync } from 'node:fs';

export const damagedPrefix = 'settings.json.damaged-';

/** Names of settings files that were damaged and kept in a data folder. */
export const keptSettings = (dataFolder: string): readonly string[] =>
  existsSync(dataFolder) ? readdirSync(dataFolder).filter((name) => name.startsWith(damagedPrefix)) : [];

export const damagedSentence = (name: string): string =>
  `The settings file was damaged and is kept as ${name} in the data folder. Settings start again from their defaults; keys in the keychain are unchanged.`;
