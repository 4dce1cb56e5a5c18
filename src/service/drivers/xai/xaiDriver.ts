import { z } from 'zod';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import {
  addressSetting,
  entityModelSetting,
  modelSetting,
  switchSetting,
  timeoutSetting,
} from '../settings.ts';
import { connectXai } from './xaiProvider.ts';

export const xaiDefinition = defineAnsweringDriver(
  {
    id: 'xai',
    displayName: 'xAI',
    service: 'xai',
    summary: 'Responses API with web search and search of posts on X.',
    key: { required: true, env: 'XAI_API_KEY', label: 'API key', from: 'https://console.x.ai' },
    settings: z.object({
      baseUrl: addressSetting('https://api.x.ai/v1', 'XAI_BASE_URL'),
      model: modelSetting('grok-4.5', 'XAI_MODEL'),
      postSearch: switchSetting(true, {
        label: 'Search posts on X',
        help: 'Lets the model search posts beside the web.',
      }),
      entityModel: entityModelSetting(),
      timeoutSeconds: timeoutSetting(),
    }),
    capabilities: answeringCapabilities({
      country: 'prompt-hint',
      state: 'prompt-hint',
      language: 'none',
      sources: true,
      citations: true,
      searchQueries: true,
      more: {
        'assistant-a': ['sources.footnote'],
        'assistant-c': ['sources.siteName', 'sources.creator'],
      },
      notes: [
        'Of a post only its address, and the author where the address names one, are known: no text, picture or figures.',
        'The country is told to the model in words. `user_location` goes along, which xAI documents for gRPC and not for REST; if the server refuses it, the driver leaves it out.',
        'The search of posts takes no country.',
      ],
    }),
    suggestedFor: ['assistant-c'],
    guide: {
      price: 'Stated by xAI with every answer.',
      country:
        'One sentence in the instructions, and `user_location`, whose effect over REST is not documented.',
      servedUnder: '/v1',
      unproven: [
        'whether the REST endpoint takes `user_location` (if not, the driver notices and says so)',
        'whether top-level `citations` come over REST (if not, sources are those the answer cites)',
      ],
    },
  },
  connectXai,
);
