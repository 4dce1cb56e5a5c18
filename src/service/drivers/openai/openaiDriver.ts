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
import { connectOpenai } from './openaiProvider.ts';

const record = {
  id: 'openai',
  displayName: 'OpenAI',
  service: 'openai',
  summary: 'Responses API with web search and user location.',
  key: {
    required: true,
    env: 'OPENAI_API_KEY',
    label: 'API key',
    from: 'https://platform.openai.com/api-keys',
  },
  settings: [
    addressField('https://api.openai.com/v1', 'OPENAI_BASE_URL'),
    modelField('gpt-5.4-mini', 'OPENAI_MODEL'),
    {
      name: 'searchContextSize',
      label: 'Search depth',
      kind: 'choice',
      default: 'medium',
      choices: ['low', 'medium', 'high'],
      help: 'How much of what it finds the model reads; more costs more.',
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
    more: { 'assistant-a': ['sources.footnote'] },
    notes: [
      'Never shows ads, shopping cards or maps.',
      'The page is rendered from the Markdown of the answer, not the engine’s own.',
      'Without web search the country is told to the model in words.',
    ],
  }),
  suggestedFor: ['assistant-a'],
} satisfies Omit<DriverDefinition, 'create'>;

export const openaiDefinition: DriverDefinition = { ...record, create: createOpenaiDriver };

export function createOpenaiDriver(options: DriverOptions): Driver {
  return createAnsweringDriver(record, options, connectOpenai);
}
