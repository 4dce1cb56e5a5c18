import type { Driver } from '../driver.ts';
import { type DriverDefinition, type DriverOptions, timeoutField } from '../driverDefinition.ts';
import { createSearchingDriver } from '../searchingDriver.ts';
import { connectSearxng } from './searxngProvider.ts';

export const searxngAddressField = {
  name: 'baseUrl',
  label: 'Address of the instance',
  kind: 'address',
  default: 'http://127.0.0.1:8888',
  env: 'SEARXNG_BASE_URL',
  help: 'Your own SearXNG; its settings.yml must list json under search.formats.',
} as const;

const record = {
  id: 'searxng',
  displayName: 'SearXNG',
  service: 'searxng',
  summary: 'A meta search engine you run yourself; no key, no account.',
  settings: [searxngAddressField, { ...timeoutField, default: '60' }],
  capabilities: {
    search: {
      fields: ['organicResults', 'relatedSearches', 'knowledgeGraph'],
      country: 'parameter',
      state: 'none',
      language: 'parameter',
      notes: [
        'Country and language travel as one locale (de-CH); which of the engines behind the instance heed it is up to them.',
        'Results are in the order of the instance’s own score, not of one engine.',
        'No ads, no People Also Ask, no AI overview, no page of its own; device, city and geo target are not applied.',
      ],
    },
    'search/news': {
      fields: ['newsResults'],
      country: 'parameter',
      state: 'none',
      language: 'parameter',
      notes: ['No page of its own; the device is not applied.'],
    },
  },
  suggestedFor: ['search', 'search/news'],
} satisfies Omit<DriverDefinition, 'create'>;

export const searxngDefinition: DriverDefinition = { ...record, create: createSearxngDriver };

export function createSearxngDriver(options: DriverOptions): Driver {
  return createSearchingDriver(record, options, connectSearxng);
}
