import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import type { ErrorRule } from '../driver.ts';
import { modelKey } from '../driverDefinition.ts';
import { priceList } from '../priceData.ts';
import { modelSettings, placeHintSetting } from '../settings.ts';
import { apiVersion, connectGemini } from './geminiProvider.ts';

/** ai.google.dev/gemini-api/docs/troubleshooting, and google.rpc.ErrorInfo in `details`. */
export const geminiErrors: readonly ErrorRule[] = [
  { says: /API_KEY_INVALID|API_KEY_SERVICE_BLOCKED|API key (expired|not valid)/i, means: 'key' },
  { status: [403], says: /consumer .* has been suspended|CONSUMER_SUSPENDED/i, means: 'rejected' },
];

export const geminiDefinition = defineAnsweringDriver(
  {
    id: 'gemini',
    displayName: 'Google Gemini',
    service: 'gemini',
    summary: 'Gemini API with grounding in Google Search.',
    apiVersion,
    key: modelKey('GEMINI_API_KEY', 'https://aistudio.google.com/apikey'),
    settings: modelSettings(
      ['https://generativelanguage.googleapis.com', 'GEMINI_BASE_URL'],
      ['gemini-3.8-flash', 'GEMINI_MODEL'],
      {
        placeHint: placeHintSetting(),
      },
    ),
    prices: priceList('gemini'),
    capabilities: answeringCapabilities({
      country: 'prompt-hint',
      state: 'prompt-hint',
      language: 'parameter',
      searchQueries: true,
      redirects: true,
      more: { 'assistant-a': ['sources.footnote'] },
      notes: [
        'Latitude, longitude and language of the country are sent, but Google does not document their effect on the search; the country is also added to the prompt.',
        'Source links are Google redirects, valid for 30 days, which programs must not resolve: the site is known, the page is not.',
        'Google’s terms require its search suggestions next to the answer: they are in the stored page, unchanged.',
        'Search cannot be forced: the model decides. Each result says whether it searched.',
      ],
    }),
    errors: geminiErrors,
    repeat: 'never',
    suggestedFor: ['assistant-b', 'search-ai'],
    guide: {
      question: (_, setting) => (setting('model') === 'gemini-3.8-flash' ? [0.02, 0.05] : null),
      price:
        'About 20 to 50 USD with gemini-3.8-flash: 14 USD per 1,000 search queries, the rest is tokens. Computed from the built-in price list; other models show tokens without money.',
      country:
        'One sentence in the instructions; latitude, longitude and language go along without a promised effect.',
      preparation:
        'Grounding with Google Search has its own quota and terms; read them before you keep results.',
      unproven: [
        'whether latitude, longitude and language move Google Search grounding (the result claims no more than the words)',
        'whether the default model is open to your key; choose one from its list',
      ],
    },
  },
  connectGemini,
);
