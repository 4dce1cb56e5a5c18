import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import { modelKey } from '../driverDefinition.ts';
import { priceList } from '../priceData.ts';
import { modelSettings, switchSetting } from '../settings.ts';
import { connectXai } from './xaiProvider.ts';

export const xaiDefinition = defineAnsweringDriver(
  {
    id: 'xai',
    displayName: 'xAI',
    service: 'xai',
    summary: 'Responses API with web search and search of posts on X.',
    key: modelKey('XAI_API_KEY', 'https://console.x.ai'),
    settings: modelSettings(['https://api.x.ai/v1', 'XAI_BASE_URL'], ['grok-4.7', 'XAI_MODEL'], {
      postSearch: switchSetting(true, {
        label: 'Search posts on X',
        help: 'Also search posts, not only the web.',
      }),
    }),
    prices: priceList('xai'),
    capabilities: answeringCapabilities({
      country: 'prompt-hint',
      state: 'prompt-hint',
      language: 'none',
      searchQueries: true,
      more: {
        'assistant-a': ['sources.footnote'],
        'assistant-c': ['sources.siteName', 'sources.creator'],
      },
      notes: [
        'For posts, only the URL and, where the URL has one, the author are known: no text, picture or counts.',
        'The country is added to the prompt. `user_location` is sent too, which xAI documents for gRPC and not for REST; if the server rejects it, it is left out.',
        'The search of posts has no country setting.',
      ],
    }),
    // docs.x.ai/docs/key-information/debugging
    errors: [
      {
        says: /team .* (is |has been )?(blocked|suspended)|account (is |has been )?suspended/i,
        means: 'rejected',
      },
      { status: [403], says: /does not have (access|permission) to (the )?model/i, means: 'rejected' },
    ],
    repeat: 'never',
    suggestedFor: ['assistant-c'],
    guide: {
      question: () => null,
      price: 'Stated by xAI with every answer.',
      country:
        'One sentence in the instructions, and `user_location`, whose effect over REST is not documented.',
      servedUnder: '/v1',
      unproven: [
        'whether the REST endpoint takes `user_location` (if not, Parallax notices and says so)',
        'whether top-level `citations` come over REST (if not, sources are those the answer cites)',
      ],
    },
  },
  connectXai,
);
