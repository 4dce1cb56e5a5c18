import { z } from 'zod';
import { defineSearchingDriver } from '../defineDriver.ts';
import { addressSetting, textSetting, timeoutSetting } from '../settings.ts';
import { connectSearxng } from './searxngProvider.ts';

export const searxngDefinition = defineSearchingDriver(
  {
    id: 'searxng',
    displayName: 'SearXNG',
    service: 'searxng',
    summary: 'A metasearch engine you run yourself; no key, no account.',
    settings: z.object({
      baseUrl: addressSetting('http://127.0.0.1:8888', 'SEARXNG_BASE_URL', {
        label: 'Address of the instance',
        help: 'Your own SearXNG; its settings.yml must list json under search.formats.',
      }),
      engines: textSetting({
        label: 'Engines',
        env: 'SEARXNG_ENGINES',
        help: 'Engines of the instance to ask, separated by commas, such as "braveapi, mojeek". Leave empty for the instance’s own choice.',
      }),
      timeoutSeconds: timeoutSetting(60),
    }),
    capabilities: {
      search: {
        fields: ['organicResults', 'relatedSearches', 'knowledgeGraph'],
        country: 'parameter',
        state: 'none',
        language: 'parameter',
        surface: 'search-api',
        notes: [
          'Country and language are sent as one locale (de-CH); not every engine of the instance applies it.',
          'Results are ordered by the score of the instance, not of one engine.',
          'No ads, no People Also Ask, no AI overview, no page of its own; device, city and geo target are not applied.',
        ],
      },
      'search/news': {
        fields: ['newsResults'],
        country: 'parameter',
        state: 'none',
        language: 'parameter',
        surface: 'search-api',
        notes: ['No page of its own; the device is not applied.'],
      },
    },
    repeat: 'free',
    suggestedFor: ['search', 'search/news'],
    guide: {
      question: () => [0, 0],
      price: 'Free; the engines behind the instance may want keys of their own.',
      country:
        '`language`, one locale of language and country; each engine of the instance heeds it in its own way.',
      preparation: `Your instance must answer in JSON, and should not limit a machine that is your own. In its \`settings.yml\`:

\`\`\`yaml
search:
  formats: [html, json]
server:
  bind_address: 127.0.0.1
  port: 8888
  limiter: false
\`\`\``,
      unproven: ['how far each of an instance’s engines heeds the locale'],
    },
  },
  connectSearxng,
);
