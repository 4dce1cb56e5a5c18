import { createAnsweringDriver } from '../answeringDriver.ts';
import { answeringCapabilities } from '../capabilityRecords.ts';
import type { Driver } from '../driver.ts';
import {
  addressField,
  type DriverDefinition,
  type DriverOptions,
  entityModelField,
  modelField,
  timeoutField,
} from '../driverDefinition.ts';
import { connectXai } from './xaiProvider.ts';

const record = {
  id: 'xai',
  displayName: 'xAI',
  service: 'xai',
  summary: 'Responses API with web search and search of posts on X.',
  key: { required: true, env: 'XAI_API_KEY', label: 'API key', from: 'https://console.x.ai' },
  settings: [
    addressField('https://api.x.ai/v1', 'XAI_BASE_URL'),
    modelField('grok-4.5', 'XAI_MODEL'),
    {
      name: 'postSearch',
      label: 'Search posts on X',
      kind: 'switch',
      default: 'on',
      help: 'Lets the model search posts beside the web.',
    },
    entityModelField,
    timeoutField,
  ],
  capabilities: answeringCapabilities({
    country: 'parameter',
    state: 'parameter',
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
      'If the server refuses the location, the country is told to the model in words; the result says which.',
      'The search of posts takes no country.',
    ],
  }),
  suggestedFor: ['assistant-c'],
} satisfies Omit<DriverDefinition, 'create'>;

export const xaiDefinition: DriverDefinition = { ...record, create: createXaiDriver };

export function createXaiDriver(options: DriverOptions): Driver {
  return createAnsweringDriver(record, options, connectXai);
}
