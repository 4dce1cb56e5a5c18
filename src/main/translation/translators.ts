import { existsSync } from 'node:fs';
import type { Transport } from '#client/exchange.ts';
import type { AnalysisModel } from '#main/analysisModel/analysisModel.ts';
import type { SecretStore } from '#main/ports.ts';
import { keepBoundSecret, readBoundSecret } from '#main/secrets/boundSecret.ts';
import type { AppSettings } from '#main/settings/settings.ts';
import type { Clock } from '#platform/clock.ts';
import { languageName } from '#shared/geo/languages.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import type { TranslatorView } from '#shared/model/translation.ts';
import { type TranslatorKind, translatorNames } from '#shared/model/translators.ts';
import { translationRules } from '#shared/translation/answerTranslation.ts';
import { sandboxSpeaks, translateSandbox } from '#shared/translation/sandboxTranslator.ts';
import { createDeeplTranslator, deeplAddress } from './deepl.ts';
import { createLibreTranslator } from './libreTranslate.ts';
import { type FoundModels, findModels } from './local/localModels.ts';
import { createLocalTranslator } from './local/localTranslator.ts';
import { createModelTranslator } from './modelTranslator.ts';
import { byLanguage, type Translator } from './translator.ts';

export type KeyedTranslator = 'deepl' | 'libretranslate';

export type Translators = ReturnType<typeof createTranslators>;

const secretName = (translator: KeyedTranslator): string => `translator:${translator}`;

/** The translators by kind, from the settings and the keychain. */
export function createTranslators(deps: {
  readonly settings: Pick<AppSettings, 'read'>;
  readonly secrets: SecretStore;
  readonly fetch: Transport;
  readonly clock: Clock;
  readonly model: AnalysisModel;
  /** Thread of the local engine; null where there is none. */
  readonly engine: URL | null;
  /** Where hashes of models without a record are kept. */
  readonly pinFile: string;
  /** Of downloaded models. */
  readonly modelFolder: string;
}) {
  const { settings, secrets, fetch, clock, model, engine, pinFile, modelFolder } = deps;
  /** Those of the user's own folder, then the downloaded ones; null if there are neither. */
  const localModels = async (): Promise<FoundModels | null> => {
    const { folder } = settings.read().translation.models;
    const folders = [...(folder === null ? [] : [folder]), ...(existsSync(modelFolder) ? [modelFolder] : [])];
    if (engine === null || folders.length === 0) return null;
    const found = await Promise.all(folders.map(findModels));
    return {
      directions: found.flatMap(({ directions }) => directions),
      problems: found.flatMap(({ problems }) => problems),
    };
  };

  const libreAddress = (): URL | null => {
    const { address } = settings.read().translation.libreTranslate;
    const url = address === null ? null : URL.parse(address);
    return url !== null && /^https?:$/.test(url.protocol) ? url : null;
  };
  /** Sent only to the origin it was entered for. */
  const keyFor = async (translator: KeyedTranslator, origin: string): Promise<string | null> => {
    const found = await readBoundSecret(secrets, secretName(translator));
    return found?.addresses.includes(origin) === true ? found.secret : null;
  };
  const deeplKey = async (): Promise<string | null> =>
    (await readBoundSecret(secrets, secretName('deepl')))?.secret ?? null;

  const openers: Readonly<
    Record<TranslatorKind, (target: string, projectId: string) => Promise<Translator> | Translator>
  > = {
    sandbox: createSandboxTranslator,
    deepl: async (target) => {
      const key = await deeplKey();
      if (key === null) throw notReady('DeepL needs a key. Enter it under Settings, Translation.');
      return createDeeplTranslator({
        key,
        settings: settings.read().translation.deepl,
        target,
        fetch,
        clock,
      });
    },
    libretranslate: async (target) => {
      const url = libreAddress();
      if (url === null)
        throw notReady('LibreTranslate needs the address of a server. Enter it under Settings, Translation.');
      const key = await keyFor('libretranslate', url.origin);
      return createLibreTranslator({ address: url.href, key, target, fetch, clock });
    },
    model: (target) => createModelTranslator(model, target),
    local: async (target) => {
      const found = await localModels();
      if (engine === null || found === null)
        throw notReady(
          'There are no translation models. Choose a folder or download some under Settings, Translation, or name a folder with --models.',
        );
      return createLocalTranslator({ entry: engine, directions: found.directions, target, pinFile });
    },
  };

  return {
    /** @throws AppError CONFLICT that says what is missing */
    open: async (kind: TranslatorKind, target: string, projectId: string): Promise<Translator> =>
      openers[kind](target, projectId),
    async list(): Promise<readonly TranslatorView[]> {
      const key = await deeplKey();
      const url = libreAddress();
      return [
        await localView(localModels),
        await modelView(model),
        key === null
          ? { kind: 'deepl', ready: false, state: 'Needs a key.' }
          : { kind: 'deepl', ready: true, state: `Key stored for ${new URL(deeplAddress(key)).host}.` },
        url === null
          ? { kind: 'libretranslate', ready: false, state: 'Needs the address of a server.' }
          : { kind: 'libretranslate', ready: true, state: `Server at ${url.host}.` },
        { kind: 'sandbox', ready: true, state: 'Translates what the sandbox made up, and nothing else.' },
      ];
    },
    async setKey(translator: KeyedTranslator, key: string | null): Promise<void> {
      if (key === null) {
        await secrets.remove(secretName(translator));
        return;
      }
      const origin = translator === 'deepl' ? deeplAddress(key) : libreAddress()?.origin;
      if (origin === undefined) throw invalidInput('key', 'Enter the address of the server before its key.');
      await keepBoundSecret(secrets, secretName(translator), key, [origin]);
    },
    close: async (): Promise<void> => {},
  };
}

async function localView(find: () => Promise<FoundModels | null>): Promise<TranslatorView> {
  try {
    const found = await find();
    if (found === null) return { kind: 'local', ready: false, state: 'Needs translation models.' };
    const pairs = found.directions.map(({ from, to }) => `${from}–${to}`).join(', ');
    const state =
      found.directions.length === 0 ? 'No translation models in the folder.' : `Models: ${pairs}.`;
    return { kind: 'local', ready: found.directions.length > 0, state: [state, ...found.problems].join(' ') };
  } catch (error) {
    return { kind: 'local', ready: false, state: error instanceof Error ? error.message : String(error) };
  }
}

async function modelView(model: AnalysisModel): Promise<TranslatorView> {
  try {
    const { choice, problem } = await model.get();
    if (choice === null)
      return { kind: 'model', ready: false, state: 'Needs an analysis model (Settings, Analysis model).' };
    return problem === null
      ? { kind: 'model', ready: true, state: `${choice.model} at ${choice.driver}.` }
      : { kind: 'model', ready: false, state: problem };
  } catch (error) {
    return { kind: 'model', ready: false, state: error instanceof Error ? error.message : String(error) };
  }
}

function notReady(message: string): AppError {
  return new AppError('CONFLICT', message);
}

/** Made-up answers in another made-up language: shows the feature without any set-up. */
function createSandboxTranslator(target: string): Translator {
  return {
    kind: 'sandbox',
    label: translatorNames.sandbox,
    problems: async (answers) => {
      const real = answers.filter(({ driver }) => driver !== 'sandbox').length;
      return [
        ...(sandboxSpeaks(target) ? [] : [`The sandbox does not speak ${languageName(target, 'en')}.`]),
        ...(real > 0
          ? [
              `${real === 1 ? 'One answer is' : `${real} answers are`} not from the sandbox, which translates only what it made up. Choose another translator.`,
            ]
          : []),
      ];
    },
    price: async () => ({ credits: 0, cost: 0, currency: null, note: 'Free. Made up, like the answers.' }),
    translate: async (request) => ({
      texts: await byLanguage(request, (language, blocks) =>
        translateSandbox(
          blocks.map((segments) => segments.map(({ text }) => text)),
          language,
          target,
          request.country,
        ),
      ),
      model: '',
      version: translationRules,
      characters: request.characters,
      credits: 0,
      cost: null,
      currency: null,
    }),
    close: async () => {},
  };
}
