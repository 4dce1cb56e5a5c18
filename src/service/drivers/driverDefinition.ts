import { z } from 'zod';
import type { Engine } from '#shared/interface/engines.ts';
import type { Log } from '../log.ts';
import type { Driver, DriverReadiness, EngineCapabilities } from './driver.ts';
import type { CallLimits, Fetch } from './providerCall.ts';

/** One setting of a driver as the Engines screen and the command line show it. Values are text; never a key. */
export type SettingField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'address' | 'model' | 'text' | 'choice' | 'switch' | 'seconds';
  /** Empty where a person has to fill it in or may leave it out. */
  readonly default: string;
  readonly optional?: true;
  /** For `choice`. */
  readonly choices?: readonly string[];
  /** Environment variable of the stand-alone service. */
  readonly env?: string;
  readonly help: string;
};

export type KeyField = {
  readonly required: boolean;
  readonly env: string;
  readonly label: string;
  /** Where a person gets one. */
  readonly from: string;
  /** Driver whose key is used when this one has none of its own. */
  readonly sharedWith?: string;
};

export type DriverOptions = {
  /** By setting name; what is absent or blank takes the default. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly key?: string | undefined;
  /** Replaces the global fetch, for tests. */
  readonly fetch?: Fetch;
  /** Overrides the limits that follow from the settings, for tests. */
  readonly limits?: Partial<CallLimits>;
  readonly log?: Log;
};

/** Everything the registry, the Engines screen and the documents need to know of a driver without making one. */
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
  /** Engines it is the suggested driver of when it is ready. Binding stays a person's decision. */
  readonly suggestedFor: readonly Engine[];
  readonly create: (options: DriverOptions) => Driver;
};

export const defaultTimeoutSeconds = 240;

/** Longest silence of a provider: reasoning models think for a while before the first byte. */
const longestSilenceMs = 120_000;
const largestBody = 32 * 1024 * 1024;

export const timeoutField: SettingField = {
  name: 'timeoutSeconds',
  label: 'Time limit',
  kind: 'seconds',
  default: String(defaultTimeoutSeconds),
  help: 'Seconds one attempt may take before it is broken off.',
};

export function addressField(defaultAddress: string, env: string): SettingField {
  return {
    name: 'baseUrl',
    label: 'Base address',
    kind: 'address',
    default: defaultAddress,
    env,
    help: 'Where the provider is reached; change it for a proxy or a server of your own.',
  };
}

export function modelField(defaultModel: string, env: string): SettingField {
  return {
    name: 'model',
    label: 'Model',
    kind: 'model',
    default: defaultModel,
    env,
    help: 'Model that answers.',
  };
}

export const placeHintField: SettingField = {
  name: 'placeHint',
  label: 'Tell the place in words',
  kind: 'switch',
  default: 'on',
  help: 'Adds one neutral sentence, such as "The person asking is in Germany.", where no parameter is certain.',
};

export const entityModelField: SettingField = {
  name: 'entityModel',
  label: 'Model for brand entities',
  kind: 'model',
  default: '',
  optional: true,
  help: 'Leave empty to find brand entities by rule. A model here reads each answer a second time, at its own price.',
};

export type ReadSettings =
  | { readonly ok: true; readonly values: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Fills in defaults and checks each value; names the first wrong field. Unknown names are ignored. */
export function readSettings(
  fields: readonly SettingField[],
  given: Readonly<Record<string, string>> = {},
): ReadSettings {
  const values: Record<string, string> = {};
  for (const field of fields) {
    const raw = given[field.name]?.trim() ?? '';
    const value = raw === '' ? field.default : raw;
    if (value === '' && field.optional === true) {
      values[field.name] = '';
      continue;
    }
    const parsed = valueSchema(field).safeParse(value);
    if (!parsed.success) {
      const message = parsed.error.issues[0]?.message ?? 'is not valid';
      return { ok: false, field: field.name, message: `${field.label} ${message}` };
    }
    values[field.name] = parsed.data;
  }
  return { ok: true, values };
}

function valueSchema(field: SettingField): z.ZodType<string> {
  switch (field.kind) {
    case 'address':
      return z
        .string()
        .refine(isWebAddress, 'must be a complete address such as https://api.example.com/v1')
        .transform((address) => address.replace(/\/+$/, ''));
    case 'choice':
      return z
        .string()
        .refine(
          (value) => field.choices?.includes(value) === true,
          `must be one of ${field.choices?.join(', ')}`,
        );
    case 'switch':
      return z.string().refine((value) => value === 'on' || value === 'off', 'must be on or off');
    case 'seconds':
      return z
        .string()
        .refine((value) => /^\d{1,4}$/.test(value) && Number(value) >= 1, 'must be seconds from 1 to 9999');
    default:
      return z.string().min(1, 'is missing');
  }
}

function isWebAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    (url?.protocol === 'https:' || url?.protocol === 'http:') && url.username === '' && url.password === ''
  );
}

/** The key without the blanks and line ends that copying brings along; undefined when there is none. */
export function cleanKey(key: string | undefined): string | undefined {
  const trimmed = key?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}

/** Not ready without a required key or with a setting that cannot be used. */
export function readinessOf(
  definition: Pick<DriverDefinition, 'displayName' | 'key'>,
  key: string | undefined,
  settings: ReadSettings,
): DriverReadiness {
  if (!settings.ok) return { ready: false, missing: settings.field, message: `${settings.message}.` };
  if (definition.key?.required === true && key === undefined) {
    const message = `${definition.displayName} needs a key: set one in the Engines settings or in ${definition.key.env}.`;
    return { ready: false, missing: 'key', message };
  }
  // A header cannot carry anything else; without this the request would fail in a way nobody understands.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const message = `The key of ${definition.displayName} holds characters no key has: copy it again.`;
    return { ready: false, missing: 'key', message };
  }
  return { ready: true };
}

export function limitsOf(
  values: Readonly<Record<string, string>>,
  overrides: Partial<CallLimits> = {},
): CallLimits {
  const totalMs = Number(values.timeoutSeconds ?? defaultTimeoutSeconds) * 1000;
  return { totalMs, idleMs: Math.min(longestSilenceMs, totalMs), maxBytes: largestBody, ...overrides };
}
