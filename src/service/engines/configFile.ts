import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceText } from '#platform/files.ts';
import { engines } from '#shared/interface/engines.ts';
import { parseInput, problemText } from '#shared/interface/parseInput.ts';
import type { Bindings, CountryBindings, DriverSettings } from '../drivers/registry.ts';

/**
 * A search engine's host as known to the service, such as "search.example", "find.example:8080" or "find.*".
 */
const searchHost = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9-]+(\.[a-z0-9-]+)*(\.\*|:\d{1,5})?$/i,
    'must be a host such as "search.example" or "search.*"',
  );

/**
 * `service.json` in the data folder: which driver answers for which engine, their settings, and the search engine's
 * own hosts. Never a key.
 */
const configSchema = z.strictObject({
  bindings: z.partialRecord(z.enum(engines), z.string().min(1).nullable()).default({}),
  /** By engine and country, where another driver than the engine's own answers. */
  countryBindings: z
    .partialRecord(z.enum(engines), z.record(z.string().regex(/^[A-Z]{2}$/), z.string().min(1)))
    .optional(),
  drivers: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  searchHosts: z.array(searchHost).max(1_000).optional(),
});

export type EngineConfig = {
  readonly bindings: Bindings;
  readonly countryBindings?: CountryBindings;
  readonly drivers: Readonly<Record<string, DriverSettings>>;
  /**
   * Hosts whose redirect links are resolved and whose search URLs are accepted, in addition to the drivers'
   * own.
   */
  readonly searchHosts?: readonly string[];
};

export const emptyConfig: EngineConfig = { bindings: {}, drivers: {} };

/** The file exists but is invalid; the message names the file and the error. */
export class ConfigError extends Error {
  readonly code = 'CONFIG_UNREADABLE';
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'service.json');
}

/**
 * Reads the configuration; a missing file is an empty one.
 * @throws ConfigError if the file is invalid
 */
export async function readEngineConfig(dataFolder: string): Promise<EngineConfig> {
  const file = fileIn(dataFolder);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptyConfig;
    throw new ConfigError(`${file} cannot be read. Check its permissions`);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new ConfigError(`${file} is not valid JSON. Correct or remove it`);
  }
  const parsed = parseInput(configSchema, content, keyInFile);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`${file} is not valid: ${problemText(parsed.problems).replace(/\.$/, '')}`);
}

/** Operators look for the key, as it is written in the file. */
const keyInFile = (path: readonly PropertyKey[]): string => `"${path.join('.')}"`;

/** Replaces the file atomically, so that a reader never sees a partial file. */
export async function writeEngineConfig(dataFolder: string, config: EngineConfig): Promise<void> {
  replaceText(fileIn(dataFolder), `${JSON.stringify(config, null, 2)}\n`);
}

/** Changes when the file does; null while there is none. Asked every few seconds: in another thread, it would wake that as well. */
export function configStamp(dataFolder: string): string | null {
  try {
    const { mtimeMs, size, ino } = statSync(fileIn(dataFolder));
    return `${mtimeMs}-${size}-${ino}`;
  } catch {
    return null;
  }
}
