import { z } from 'zod';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineDriver } from '../defineDriver.ts';
import { addressSetting, choiceSetting, timeoutSetting } from '../settings.ts';
import { connectDataForSeo } from './dataforseoProvider.ts';

const abilities = {
  country: 'parameter',
  state: 'parameter',
  language: 'parameter',
  searchQueries: true,
  nativeEntities: true,
  notes: [
    'Reads the page signed-out users see; not the provider’s API.',
    'Web search cannot be turned off.',
    'A question can have at most 2,000 characters.',
    'The stored page is rendered from the Markdown of the answer; it is not the engine’s own page.',
  ],
} as const;

export const dataforseoDefinition = defineDriver(
  {
    id: 'dataforseo',
    displayName: 'DataForSEO',
    service: 'dataforseo',
    summary:
      'Google’s result page with AI Overview, news and AI Mode, and the pages of ChatGPT and Gemini, by country.',
    key: {
      required: true,
      env: 'DATAFORSEO_LOGIN',
      label: 'API login and password, joined by a colon',
      from: 'https://app.dataforseo.com/api-access',
      example: 'login:password',
    },
    settings: z.object({
      baseUrl: addressSetting('https://api.dataforseo.com', 'DATAFORSEO_BASE_URL'),
      sandboxUrl: addressSetting('https://sandbox.dataforseo.com', 'DATAFORSEO_SANDBOX_URL', {
        label: 'Sandbox address',
        help: 'Used when the account is set to sandbox.',
      }),
      account: choiceSetting(['live', 'sandbox'], 'live', {
        label: 'Account',
        env: 'DATAFORSEO_ACCOUNT',
        help: 'The sandbox returns test data and costs nothing.',
      }),
      mode: choiceSetting(['automatic', 'live', 'queued'], 'automatic', {
        label: 'Mode',
        help: 'Queued takes minutes and costs about a third. Automatic: queued for background runs, live otherwise.',
      }),
      timeoutSeconds: timeoutSetting(150),
    }),
    capabilities: {
      ...answeringCapabilities(
        {
          ...abilities,
          surface: 'consumer-page',
          more: { 'assistant-a': ['sources.footnote', 'shoppingCards', 'ads'] },
        },
        ['assistant-a', 'assistant-b'],
      ),
      ...answeringCapabilities(
        {
          ...abilities,
          surface: 'search-page',
          nativeEntities: false,
          more: { 'search-ai': ['shoppingCards'] },
        },
        ['search-ai'],
      ),
      search: {
        fields: [
          'organicResults',
          'organicResults.sitelinks',
          'peopleAlsoAsk',
          'relatedSearches',
          'ads',
          'aioverview',
          'localResults',
          'shoppingCards',
          'knowledgeGraph',
        ],
        country: 'parameter',
        state: 'none',
        language: 'parameter',
        surface: 'search-page',
        notes: [
          'Reads Google’s result page; not a Google API.',
          'The AI Overview is loaded on request for 0.002 USD, refunded when there is none.',
          'A city outside DataForSEO’s list is rejected; the error names the nearest ones.',
          'No page; links are direct, so there is no redirectLink.',
        ],
      },
      'search/news': {
        fields: ['newsResults', 'newsResults.publishedAt'],
        country: 'parameter',
        state: 'none',
        language: 'parameter',
        surface: 'search-page',
        notes: ['No page; links are direct, so there is no redirectLink.'],
      },
    },
    repeat: 'receipts',
    suggestedFor: [],
    guide: {
      question: (engine) =>
        engine.startsWith('search/') || engine === 'search'
          ? [0.0006, 0.004]
          : engine === 'search-ai'
            ? [0.0012, 0.004]
            : [0.004, 0.004],
      price:
        'Stated by DataForSEO with every answer. Per 10 results: search 2 USD live, 0.60 USD queued; AI Mode 4 or 1.20 USD; ChatGPT’s page about 4 USD.',
      country:
        'The code of the country or city from DataForSEO’s own list, and the language; a geo target’s point for Google’s pages.',
      preparation:
        'An account with a balance. The login is that of API access, not the one of the website. DataForSEO reads pages of other companies; check whether you may use it.',
      unproven: [
        'the types of the elements of an answer on ChatGPT’s and Gemini’s pages (products and ads are known by their names)',
        'that the codes of places are the same for every page',
        'the codes of languages Google keeps apart by region',
      ],
    },
  },
  connectDataForSeo,
);
