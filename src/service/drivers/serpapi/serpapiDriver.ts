import { z } from 'zod';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineDriver } from '../defineDriver.ts';
import { modelKey } from '../driverDefinition.ts';
import { priceList } from '../priceData.ts';
import { addressSetting, priceSetting, timeoutSetting } from '../settings.ts';
import { connectSerpApi } from './serpapiProvider.ts';

export const serpapiDefinition = defineDriver(
  {
    id: 'serpapi',
    displayName: 'SerpApi',
    service: 'serpapi',
    summary: 'Google’s result page with AI Overview, news and AI Mode, by country and city.',
    key: modelKey('SERPAPI_API_KEY', 'https://serpapi.com/manage-api-key'),
    settings: z.object({
      baseUrl: addressSetting('https://serpapi.com', 'SERPAPI_BASE_URL'),
      price: priceSetting(15, {
        label: 'Price of 1,000 searches (USD)',
        env: 'SERPAPI_PRICE',
        help: 'Monthly price of your plan, divided by its searches, times 1,000. 15 is the Developer plan.',
      }),
      timeoutSeconds: timeoutSetting(120),
    }),
    prices: priceList('serpapi'),
    ownPrices: ({ price }) => ({ thousandSearches: Number(price) }),
    capabilities: {
      search: {
        fields: [
          'organicResults',
          'organicResults.sitelinks',
          'redirectLink',
          'peopleAlsoAsk',
          'relatedSearches',
          'ads',
          'aioverview',
          'localResults',
          'shoppingCards',
          'productResults',
          'knowledgeGraph',
          'html',
        ],
        country: 'parameter',
        state: 'none',
        language: 'parameter',
        surface: 'search-page',
        notes: [
          'Reads Google’s result page; not a Google API.',
          'Each page of ten results is a search of the plan; an AI Overview that comes later is one more.',
        ],
      },
      'search/news': {
        fields: ['newsResults'],
        country: 'parameter',
        state: 'none',
        language: 'parameter',
        surface: 'search-page',
        notes: ['Each page of ten results is a search of the plan.', 'No page of HTML.'],
      },
      ...answeringCapabilities(
        {
          country: 'parameter',
          state: 'none',
          language: 'parameter',
          surface: 'search-page',
          searchQueries: false,
          redirects: true,
          more: { 'search-ai': ['shoppingCards'] },
          notes: [
            'The stored page is rendered from the Markdown of the answer; it is not the engine’s own page.',
          ],
        },
        ['search-ai'],
      ),
    },
    repeat: 'stored',
    suggestedFor: [],
    guide: {
      question: (engine, setting) => {
        const search = Number(setting('price')) / 1000;
        return engine === 'search' ? [search, 2 * search] : [search, search];
      },
      price:
        'The price of your plan, which SerpApi does not state: 15 USD with the Developer plan; enter your own in the settings. Each page of results and each AI Overview that comes later is a search.',
      country: '`gl` and `hl`; `location` or `uule` for a city.',
      preparation:
        'A plan with searches left. SerpApi reads pages of another company; check whether you may use it.',
      unproven: [
        'that an equal search of the last hour is given again without a charge on another attempt',
        'how often an AI Overview comes as a token that has to be followed',
      ],
    },
  },
  connectSerpApi,
);
