import { z } from 'zod';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineAnsweringDriver, defineSearchingDriver } from '../defineDriver.ts';
import { priceList } from '../priceData.ts';
import { addressSetting, switchSetting, timeoutSetting } from '../settings.ts';
import { connectBraveAnswers } from './braveAnswers.ts';
import { connectBrave } from './braveProvider.ts';

const from = 'https://api-dashboard.search.brave.com';
const address = () => addressSetting('https://api.search.brave.com', 'BRAVE_BASE_URL');

export const braveDefinition = defineSearchingDriver(
  {
    id: 'brave',
    displayName: 'Brave Search',
    service: 'brave',
    summary: 'Web and news search over Brave’s own index.',
    key: { required: true, env: 'BRAVE_API_KEY', label: 'Subscription token', from },
    settings: z.object({ baseUrl: address(), timeoutSeconds: timeoutSetting(60) }),
    prices: priceList('brave'),
    capabilities: {
      search: {
        fields: [
          'organicResults',
          'organicResults.sitelinks',
          'peopleAlsoAsk',
          'peopleAreSaying',
          'knowledgeGraph',
        ],
        country: 'parameter',
        state: 'parameter',
        language: 'parameter',
        surface: 'search-api',
        notes: [
          'Countries outside Brave’s list of 36 are sent as a location header with country=ALL.',
          'People Also Ask holds Brave’s questions and answers, marked kind "faq"; what people say holds its discussions.',
          'No ads, no related searches, no AI overview, no page; links are direct, so there is no redirectLink.',
          'A query may have at most 400 characters and 50 words.',
        ],
      },
      'search/news': {
        fields: ['newsResults', 'newsResults.publishedAt'],
        country: 'parameter',
        state: 'none',
        language: 'parameter',
        surface: 'search-api',
        notes: ['No page; links are direct, so there is no redirectLink.'],
      },
    },
    repeat: 'never',
    suggestedFor: ['search', 'search/news'],
    guide: {
      question: () => [0.005, 0.005],
      price: '5 USD for each 20 results of web search or 50 of news; computed from the built-in price list.',
      country:
        '`country`, `search_lang` and `ui_lang`; location headers for state, city and countries Brave has no code for.',
      preparation:
        'Search and Answers are separate plans with a token each. Check that your plan allows storing results.',
      unproven: ['whether a wrong token answers 401 or 422 (both are read as a refused key)'],
    },
  },
  connectBrave,
);

export const braveAnswersDefinition = defineAnsweringDriver(
  {
    id: 'brave-answers',
    displayName: 'Brave Answers',
    service: 'brave',
    summary: 'Answers grounded in Brave’s index, with citations and the entities it names.',
    key: {
      required: true,
      env: 'BRAVE_ANSWERS_API_KEY',
      label: 'Subscription token of the Answers plan',
      from,
      sharedWith: 'brave',
    },
    settings: z.object({
      baseUrl: address(),
      research: switchSetting(false, {
        label: 'Research',
        help: 'Runs several searches and reports their queries; slower and more expensive. Raise the time limit to 300.',
      }),
      timeoutSeconds: timeoutSetting(),
    }),
    capabilities: answeringCapabilities({
      country: 'parameter',
      state: 'none',
      language: 'parameter',
      searchQueries: true,
      nativeEntities: true,
      notes: [
        'Always searches: a request without web search is rejected.',
        'Search queries are reported only in research mode.',
        'Sources have no titles, only URLs and snippets.',
      ],
    }),
    repeat: 'never',
    suggestedFor: ['search-ai'],
    guide: {
      question: (_, setting) => (setting('research') === 'on' ? null : [0.004, 0.01]),
      price:
        'Stated by Brave with every answer: 4 USD for the searches, and the tokens; research costs many times that.',
      country: '`country` and `language` of the request.',
      unproven: [
        'how an `<enum_item>` stands in a long answer (its own words are kept, else its name as a list item)',
        'the unit of citation offsets (believed only where the span ends at its tag)',
      ],
    },
  },
  connectBraveAnswers,
);
