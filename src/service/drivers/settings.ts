import { z } from 'zod';
import { parseInput } from '#shared/interface/parseInput.ts';
import type { TokenPrices } from './prices.ts';

/** One setting of a driver, as shown in window, command line and documents; never a key. */
export type SettingField = SettingNote & { readonly name: string };

type SettingNote = {
  readonly label: string;
  readonly kind: 'address' | 'model' | 'text' | 'choice' | 'switch' | 'seconds';
  /** Empty if the user must fill it in or may omit it. */
  readonly default: string;
  readonly optional?: true;
  /** For `choice`. */
  readonly choices?: readonly string[];
  /** Environment variable of the standalone service. */
  readonly env?: string;
  readonly help: string;
};

/** Metadata that a setting's schema cannot express. */
const noteOf = z.registry<SettingNote>();

/** A driver's settings: each parses the user's text, blank or absent for the default, into its own type. */
export type SettingsSchema = z.ZodObject<Readonly<Record<string, z.ZodType<unknown, string | undefined>>>>;

/** The fields in the order of the schema. */
export function settingFields(schema: SettingsSchema): readonly SettingField[] {
  return Object.entries(schema.shape).flatMap(([name, setting]) => {
    const note = noteOf.get(setting);
    return note === undefined ? [] : [{ name, ...note }];
  });
}

const given = (byDefault: string) =>
  z
    .string()
    .optional()
    .transform((text) => (text === undefined || text.trim() === '' ? byDefault : text.trim()));

export const defaultTimeoutSeconds = 240;

/** @param seconds default time limit of one attempt */
export function timeoutSetting(seconds: number = defaultTimeoutSeconds) {
  return given(String(seconds))
    .pipe(
      z
        .string()
        .refine((value) => /^\d{1,4}$/.test(value) && Number(value) >= 1, 'must be seconds from 1 to 9999')
        .transform(Number),
    )
    .register(noteOf, {
      label: 'Time limit',
      kind: 'seconds',
      default: String(seconds),
      help: 'Maximum seconds per attempt.',
    });
}

export function addressSetting(
  byDefault: string,
  env: string,
  words: { readonly label?: string; readonly help?: string } = {},
) {
  return given(byDefault)
    .pipe(
      z
        .string()
        .refine(isWebAddress, 'must be a complete address such as https://api.example.com/v1')
        .transform((address) => address.replace(/\/+$/, '')),
    )
    .register(noteOf, {
      label: words.label ?? 'Base address',
      kind: 'address',
      default: byDefault,
      env,
      help: words.help ?? 'URL of the provider; change it for a proxy or your own server.',
    });
}

/**
 * Without a default, the driver is not ready until the user chooses one; its list of models can be requested.
 */
export function modelSetting(byDefault: string, env: string) {
  return given(byDefault).register(noteOf, {
    label: 'Model',
    kind: 'model',
    default: byDefault,
    env,
    help: 'Model that answers.',
  });
}

export function entityModelSetting() {
  return given('').register(noteOf, {
    label: 'Model for brand entities',
    kind: 'model',
    default: '',
    optional: true,
    help: 'Empty: brand entities are detected by rule. A model reads each answer a second time, at its own price.',
  });
}

/** Has the name `persona` in every driver; the answer's provenance contains it. */
export function personaSetting() {
  return textSetting({
    label: 'Persona',
    help: 'Sent as instruction before every question, such as "Answer a shopper who looks for a low price." Answers asked with a persona are a surface of their own. Empty: none.',
  });
}

export function placeHintSetting() {
  return switchSetting(true, {
    label: 'Add the country to the prompt',
    help: 'Adds one neutral sentence, such as "The person asking is in Germany.", where no parameter is certain to apply.',
  });
}

/** The settings of a driver of models: address, model and persona, its own ones, and what follows in all of them. */
export const modelSettings = <Own extends SettingsSchema['shape']>(
  address: Parameters<typeof addressSetting>,
  model: Parameters<typeof modelSetting>,
  own: Own,
) =>
  z.object({
    baseUrl: addressSetting(...address),
    model: modelSetting(...model),
    persona: personaSetting(),
    ...own,
    entityModel: entityModelSetting(),
    modelPrices: modelPricesSetting(),
    timeoutSeconds: timeoutSetting(),
  });

/** Values of the settings that drivers of models have in common. */
export type ModelSettings = {
  readonly baseUrl: string;
  readonly model: string;
  readonly persona: string;
  readonly entityModel: string;
};

type Words = { readonly label: string; readonly help: string; readonly env?: string };

export function switchSetting(byDefault: boolean, words: Words) {
  const written = byDefault ? 'on' : 'off';
  return given(written)
    .pipe(z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on'))
    .register(noteOf, { ...words, kind: 'switch', default: written });
}

export function choiceSetting<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  byDefault: NoInfer<Choice>,
  words: Words,
) {
  return given(byDefault)
    .pipe(z.enum(choices, { error: `must be one of ${choices.join(', ')}` }))
    .register(noteOf, { ...words, kind: 'choice', default: byDefault, choices });
}

/** Price of a thousand requests, for a plan whose price no answer states. */
export function priceSetting(byDefault: number, words: Words) {
  const written = String(byDefault);
  return given(written)
    .pipe(
      z
        .string()
        .refine((value) => /^\d{1,4}(\.\d{1,4})?$/.test(value), 'must be US dollars such as 12.50')
        .transform(Number),
    )
    .register(noteOf, { ...words, kind: 'text', default: written });
}

/** Prices of models, which replace those of the price list or add to it. Has the name `modelPrices` in every driver. */
export function modelPricesSetting() {
  return given('')
    .pipe(
      z
        .string()
        .refine(
          (text) => parsedPrices(text) !== null,
          'must be a model and its three prices, such as "my-model 0.10 0.01 0.50"; separate models by ";"',
        )
        .transform((text) => parsedPrices(text) ?? {}),
    )
    .register(noteOf, {
      label: 'Prices of models',
      kind: 'text',
      default: '',
      optional: true,
      help: 'US dollars per million tokens: model, input, cached input, output, such as "my-model 0.10 0.01 0.50"; more models after ";". Empty: the built-in price list.',
    });
}

function parsedPrices(text: string): Readonly<Record<string, TokenPrices>> | null {
  const rows = text
    .split(/[;\n]/)
    .map((row) => row.trim())
    .filter((row) => row !== '');
  const prices: Record<string, TokenPrices> = {};
  for (const row of rows) {
    const [, model, input, cachedInput, output] =
      /^(\S+)\s+(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)$/.exec(row) ?? [];
    if (model === undefined) return null;
    prices[model] = { input: Number(input), cachedInput: Number(cachedInput), output: Number(output) };
  }
  return prices;
}

/** Optional free text. */
export function textSetting(words: Words) {
  return given('').register(noteOf, { ...words, kind: 'text', default: '', optional: true });
}

export type ReadSettings<Values> =
  | { readonly ok: true; readonly values: Values }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Applies defaults and validates each value; reports the first invalid field. Unknown names are ignored. */
export function readSettings<Schema extends SettingsSchema>(
  schema: Schema,
  written: Readonly<Record<string, string>> = {},
): ReadSettings<z.output<Schema>> {
  const labels = new Map(settingFields(schema).map(({ name, label }) => [name, label]));
  const parsed = parseInput(schema, written, ([name]) => labels.get(String(name)) ?? String(name));
  if (parsed.success) return { ok: true, values: parsed.data };
  const [problem] = parsed.problems;
  // Stands inside a sentence.
  return { ok: false, field: problem?.field ?? '', message: problem?.message.replace(/\.$/, '') ?? '' };
}

function isWebAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    (url?.protocol === 'https:' || url?.protocol === 'http:') && url.username === '' && url.password === ''
  );
}
