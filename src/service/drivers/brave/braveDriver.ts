import { createAnsweringDriver } from '../answeringDriver.ts';
import { answeringCapabilities } from '../capabilityRecords.ts';
import type { Driver } from '../driver.ts';
import {
  addressField,
  type DriverDefinition,
  type DriverOptions,
  timeoutField,
} from '../driverDefinition.ts';
import { createSearchingDriver } from '../searchingDriver.ts';
import { connectBraveAnswers } from './braveAnswers.ts';
import { connectBrave } from './braveProvider.ts';

const address = addressField('https://api.search.brave.com', 'BRAVE_BASE_URL');
const from = 'https://api-dashboard.search.brave.com';

const searchRecord = {
  id: 'brave',
  displayName: 'Brave Search',
  service: 'brave',
  summary: 'Web and news search over Brave’s own index.',
  key: { required: true, env: 'BRAVE_API_KEY', label: 'Subscription token', from },
  settings: [address, { ...timeoutField, default: '60' }],
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
      notes: [
        'Countries outside Brave’s own list of 36 are sent as a location header beside country=ALL.',
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
      notes: ['No page; links are direct, so there is no redirectLink.'],
    },
  },
  suggestedFor: ['search', 'search/news'],
} satisfies Omit<DriverDefinition, 'create'>;

const answersRecord = {
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
  settings: [
    address,
    {
      name: 'research',
      label: 'Research',
      kind: 'switch',
      default: 'off',
      help: 'Searches several times and tells which queries it made; slower and dearer.',
    },
    timeoutField,
  ],
  capabilities: answeringCapabilities({
    country: 'parameter',
    state: 'none',
    language: 'parameter',
    sources: true,
    citations: true,
    searchQueries: true,
    nativeEntities: true,
    notes: [
      'Always searches: a request that forbids it is refused.',
      'Search queries are known only in research mode.',
      'Sources carry no titles, only addresses and snippets.',
    ],
  }),
  suggestedFor: ['search-ai'],
} satisfies Omit<DriverDefinition, 'create'>;

export const braveDefinition: DriverDefinition = { ...searchRecord, create: createBraveDriver };
export const braveAnswersDefinition: DriverDefinition = {
  ...answersRecord,
  create: createBraveAnswersDriver,
};

export function createBraveDriver(options: DriverOptions): Driver {
  return createSearchingDriver(searchRecord, options, connectBrave);
}

export function createBraveAnswersDriver(options: DriverOptions): Driver {
  return createAnsweringDriver(answersRecord, options, connectBraveAnswers);
}
