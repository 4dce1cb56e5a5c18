import { languageName } from '#shared/geo/languages.ts';
import { translatorNames } from '#shared/model/translators.ts';
import { translationRules } from '#shared/translation/answerTranslation.ts';
import { sandboxSpeaks, translateSandbox } from '#shared/translation/sandboxTranslator.ts';
import { byLanguage, type Translator } from './translator.ts';

/** Made-up answers in another made-up language: shows the feature without any set-up. */
export function createSandboxTranslator(target: string): Translator {
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
