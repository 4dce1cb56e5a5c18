import { anthropicDefinition } from './anthropic/anthropicDriver.ts';
import { braveAnswersDefinition, braveDefinition } from './brave/braveDriver.ts';
import { brightdataDefinition } from './brightdata/brightdataDriver.ts';
import { cloroDefinition } from './cloro/cloroDriver.ts';
import { dataforseoDefinition } from './dataforseo/dataforseoDriver.ts';
import { deepseekDefinition } from './deepseek/deepseekDriver.ts';
import type { DriverDefinition } from './driverDefinition.ts';
import { geminiDefinition } from './gemini/geminiDriver.ts';
import { localRagDefinition } from './localRag/localRagDriver.ts';
import { mistralDefinition } from './mistral/mistralDriver.ts';
import { openaiDefinition } from './openai/openaiDriver.ts';
import { openaiCompatibleDefinition } from './openaiCompatible/openaiCompatibleDriver.ts';
import { openrouterDefinition } from './openrouter/openrouterDriver.ts';
import { perplexityDefinition } from './perplexity/perplexityDriver.ts';
import { searxngDefinition } from './searxng/searxngDriver.ts';
import { serpapiDefinition } from './serpapi/serpapiDriver.ts';
import { xaiDefinition } from './xai/xaiDriver.ts';

/** Every driver for a real provider. */
export const driverCatalogue: readonly DriverDefinition[] = [
  openaiDefinition,
  geminiDefinition,
  xaiDefinition,
  anthropicDefinition,
  perplexityDefinition,
  openaiCompatibleDefinition,
  braveDefinition,
  braveAnswersDefinition,
  searxngDefinition,
  localRagDefinition,
  dataforseoDefinition,
  serpapiDefinition,
  brightdataDefinition,
  cloroDefinition,
  openrouterDefinition,
  deepseekDefinition,
  mistralDefinition,
];

/** Driver configuration from the environment. Keys are separate from settings, which are shown and stored. */
export type DriverEnvironment = {
  readonly keys: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * Reads the variables named in the definitions, such as OPENAI_API_KEY and OPENAI_BASE_URL; blank ones are
 * ignored.
 */
export function driversFromEnvironment(env: Readonly<Record<string, string | undefined>>): DriverEnvironment {
  const keys: Record<string, string> = {};
  const settings: Record<string, Record<string, string>> = {};
  const value = (name: string | undefined): string | undefined => {
    const text = name === undefined ? '' : (env[name]?.trim() ?? '');
    return text === '' ? undefined : text;
  };
  for (const { id, key, settings: fields } of driverCatalogue) {
    const found = value(key?.env);
    if (found !== undefined) keys[id] = found;
    for (const field of fields) {
      const given = value(field.env);
      if (given !== undefined) settings[id] = { ...settings[id], [field.name]: given };
    }
  }
  return { keys, settings };
}
