import type { Logger } from '#platform/log.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { Driver, DriverReadiness, EngineCapabilities } from './driver.ts';
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
  /** Where a person gets one. */
  readonly from: string;
  /** What a key looks like, where it is not one word. */
  readonly example?: string;
  /** Driver whose key is used when this one has none of its own. */
  readonly sharedWith?: string;
  /** Address settings it is sent to; all of the driver when absent. */
  readonly sentTo?: readonly string[];
};

export type DriverOptions = {
  /** By setting name; what is absent or blank takes the default. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly key?: string | undefined;
  /** Replaces the global fetch, for tests. */
  readonly fetch?: Fetch;
  /** Overrides the limits that follow from the settings, for tests. */
  readonly limits?: Partial<CallLimits>;
  readonly log?: Logger;
};

/**
 * What may be done when an answer got lost on its way. `free`: asking again costs nothing. `stored`: the provider gives
 * an equal question again without a charge. `receipts`: the driver keeps what it ordered and collects it. `never`: the
 * question may have been charged, so only a person asks it again.
 */
export type Repeat = 'free' | 'stored' | 'receipts' | 'never';

/** What docs/engines.md says of a driver beyond its record. */
export type DriverGuide = {
  /** What 1,000 questions cost, and where that is known from. */
  readonly price: string;
  /** US dollars for one question, from and to, with these settings; null where only the answer tells. */
  readonly question: (
    engine: Engine,
    setting: (name: string) => string,
  ) => readonly [from: number, to: number] | null;
  /** Where its country comes from. */
  readonly country: string;
  /** What has to be done outside Parallax, as Markdown. */
  readonly preparation?: string;
  /** Facts no local server can prove. */
  readonly unproven: readonly string[];
  /** Path under which the local server of the tests serves it. */
  readonly servedUnder?: string;
  /** Variables to set for trying it out, for settings without a default; `ORIGIN` stands for the local server. */
  readonly example?: Readonly<Record<string, string>>;
};

/** Everything the registry, the window and the documents need to know of a driver without making one. */
export type DriverDefinition = {
  readonly id: string;
  readonly displayName: string;
  /** The family named in `details.service` of a 502. */
  readonly service: string;
  readonly summary: string;
  readonly settings: readonly SettingField[];
  /** Absent where no key exists. */
  readonly key?: KeyField;
  readonly capabilities: Readonly<Partial<Record<Engine, EngineCapabilities>>>;
  readonly repeat: Repeat;
  /** Engines it is the suggested driver of when it is ready. Binding stays a person's decision. */
  readonly suggestedFor: readonly Engine[];
  readonly guide?: DriverGuide;
  readonly create: (options: DriverOptions) => Driver;
};

/** What a driver's folder declares: its definition with typed settings, from which everything else is made. */
export type DriverRecord<Schema extends SettingsSchema> = Omit<
  DriverDefinition,
  'settings' | 'create' | 'guide'
> & {
  readonly settings: Schema;
  /** Where it depends on the settings: what counts with these. */
  readonly repeatWith?: (settings: Readonly<Record<string, unknown>>) => Repeat;
  readonly guide: DriverGuide;
  /** For a provider that does not state what an answer cost. */
  readonly prices?: PriceList;
  /** Where the price depends on the plan of the account: what replaces the list's. */
  readonly ownPrices?: (settings: Readonly<Record<string, unknown>>) => Partial<PriceList>;
  /** Where only some settings need a key: whether these do. */
  readonly needsKey?: (settings: Readonly<Record<string, unknown>>) => boolean;
};

/** Longest silence of a provider: reasoning models think for a while before the first byte. */
const maxSilenceMs = 120_000;
const largestBody = 32 * 1024 * 1024;

/** The key without the blanks and line ends that copying brings along; undefined when there is none. */
export function cleanKey(key: string | undefined): string | undefined {
  const trimmed = key?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}

/** Not ready without a required key, with a setting that cannot be used, or with one still to be filled in. */
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
  // A header cannot carry anything else; without this the request would fail in a way nobody understands.
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
