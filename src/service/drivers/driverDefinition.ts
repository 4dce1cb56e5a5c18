import type { Logger } from '#platform/log.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { Driver, DriverReadiness, EngineCapabilities, ErrorRule } from './driver.ts';
import type { PriceList } from './prices.ts';
import type { CallLimits, Fetch } from './providerCall.ts';
import {
  defaultTimeoutSeconds,
  type ReadSettings,
  type SettingField,
  type SettingsSchema,
} from './settings.ts';

export type KeyField = {
  readonly required: boolean;
  readonly env: string;
  readonly label: string;
  /** Where to get a key. */
  readonly from: string;
  /** What a key looks like, if it is not a single word. */
  readonly example?: string;
  /** Driver whose key is used if this one has none. */
  readonly sharedWith?: string;
  /** Settings with the URLs it is sent to; all of the driver's if absent. */
  readonly sentTo?: readonly string[];
};

/** The key of a provider, which every question needs. */
export const modelKey = (env: string, from: string): KeyField => ({
  required: true,
  env,
  label: 'API key',
  from,
});

export type DriverOptions = {
  /** By setting name; absent or blank ones use the default. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly key?: string;
  /** Replaces the global fetch, for tests. */
  readonly fetch?: Fetch;
  /** Overrides the limits that follow from the settings, for tests. */
  readonly limits?: Partial<CallLimits>;
  readonly log?: Logger;
  /** Milliseconds since the epoch; the system's clock by default. */
  readonly now?: () => number;
};

/**
 * What to do when an answer was lost in transit. `free`: retrying costs nothing. `stored`: the provider returns
 * an identical question again without a charge. `receipts`: the driver stores its requests and collects the
 * answers. `never`: the question may have been charged, so only a user may retry it.
 */
export type Repeat = 'free' | 'stored' | 'receipts' | 'never';

/** Additional text for docs/engines.md. */
export type DriverGuide = {
  /** Price of 1,000 questions, and its source. */
  readonly price: string;
  /** US dollars per question, from and to, with these settings; null if only the answer states it. */
  readonly question: (
    engine: Engine,
    setting: (name: string) => string,
  ) => readonly [from: number, to: number] | null;
  /** How its country is set. */
  readonly country: string;
  /** Setup steps outside Parallax, as Markdown. */
  readonly preparation?: string;
  /** Facts that a local server cannot prove. */
  readonly unproven: readonly string[];
  /** Path of the test server that implements its protocol. */
  readonly servedUnder?: string;
  /** Variables for trying it out, for settings without a default; `ORIGIN` stands for the local server. */
  readonly example?: Readonly<Record<string, string>>;
};

/** Everything that registry, window and documents need to know about a driver without creating one. */
export type DriverDefinition = {
  readonly id: string;
  readonly displayName: string;
  /** The family named in `details.service` of a 502. */
  readonly service: string;
  readonly summary: string;
  /** Version of the provider's API that the requests name, unless the base URL does. */
  readonly apiVersion?: string;
  readonly settings: readonly SettingField[];
  /** Absent if there is no key. */
  readonly key?: KeyField;
  readonly capabilities: Readonly<Partial<Record<Engine, EngineCapabilities>>>;
  readonly repeat: Repeat;
  /** Engines for which it is the suggested driver once it is ready. Only the user binds drivers. */
  readonly suggestedFor: readonly Engine[];
  readonly guide?: DriverGuide;
  readonly create: (options: DriverOptions) => Driver;
};

/** A driver's declaration: its definition with typed settings, from which everything else is derived. */
export type DriverRecord<Schema extends SettingsSchema> = Omit<
  DriverDefinition,
  'settings' | 'create' | 'guide'
> & {
  readonly settings: Schema;
  /** Capabilities with these settings, if they depend on them. */
  readonly repeatWith?: (settings: Readonly<Record<string, unknown>>) => Repeat;
  readonly guide: DriverGuide;
  /** What its errors mean, where the common rules do not know it. */
  readonly errors?: readonly ErrorRule[];
  /** For a provider that does not state the cost of an answer. */
  readonly prices?: PriceList;
  /** Prices of the account's plan, which replace those of the list. */
  readonly ownPrices?: (settings: Readonly<Record<string, unknown>>) => Partial<PriceList>;
  /** Whether these settings need a key, if only some do. */
  readonly needsKey?: (settings: Readonly<Record<string, unknown>>) => boolean;
};

/** Longest silence of a provider: reasoning models think for a while before the first byte. */
const maxSilenceMs = 120_000;
const largestBody = 32 * 1024 * 1024;

/** The key without spaces and line breaks from copying; undefined if there is none. */
export function cleanKey(key: string | undefined): string | undefined {
  const trimmed = key?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}

/** Not ready without a required key, with an invalid setting, or with a missing one. */
export function readinessOf(
  definition: Pick<DriverRecord<SettingsSchema>, 'displayName' | 'key' | 'needsKey'>,
  fields: readonly SettingField[],
  key: string | undefined,
  settings: ReadSettings<Readonly<Record<string, unknown>>>,
): DriverReadiness {
  if (!settings.ok) return { ready: false, missing: settings.field, message: `${settings.message}.` };
  const blank = fields.find(({ name, optional }) => optional !== true && settings.values[name] === '');
  if (blank !== undefined) {
    return { ready: false, missing: blank.name, message: `${blank.label} is missing.` };
  }
  const required = definition.needsKey?.(settings.values) ?? definition.key?.required === true;
  if (required && key === undefined) {
    const message = `${definition.displayName} needs a key. Enter it in Settings, Engines, or set ${definition.key?.env}.`;
    return { ready: false, missing: 'key', message };
  }
  // Other characters are invalid in a header; without this check the request would fail with an obscure error.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const message = `The key of ${definition.displayName} has invalid characters. Copy it again.`;
    return { ready: false, missing: 'key', message };
  }
  return { ready: true };
}

export function limitsOf(
  settings: Readonly<Record<string, unknown>>,
  overrides: Partial<CallLimits> = {},
): CallLimits {
  const { timeoutSeconds } = settings;
  const totalMs = (typeof timeoutSeconds === 'number' ? timeoutSeconds : defaultTimeoutSeconds) * 1000;
  return { totalMs, idleMs: Math.min(maxSilenceMs, totalMs), maxBytes: largestBody, ...overrides };
}
