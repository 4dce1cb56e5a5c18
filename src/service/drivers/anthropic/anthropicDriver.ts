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
import { connectAnthropic } from './anthropicProvider.ts';

const record = {
  id: 'anthropic',
  displayName: 'Anthropic',
  service: 'anthropic',
  summary: 'Messages API with the web search tool.',
  key: {
    required: true,
    env: 'ANTHROPIC_API_KEY',
    label: 'API key',
    from: 'https://platform.claude.com/settings/keys',
  },
  settings: [
    addressField('https://api.anthropic.com', 'ANTHROPIC_BASE_URL'),
    modelField('claude-sonnet-5-5', 'ANTHROPIC_MODEL'),
    {
      name: 'searches',
      label: 'Searches per answer',
      kind: 'choice',
      default: '5',
      choices: ['1', '3', '5', '10'],
      help: 'The most web searches one answer may make; each has its price.',
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
    more: { 'assistant-a': ['sources.footnote', 'sources.datePublished'] },
    notes: [
      'A search cannot be forced: the model decides. Whether it searched is on the result.',
      'What the model says before it searches is kept in the raw exchange, not in the answer.',
    ],
  }),
  suggestedFor: ['assistant-d'],
} satisfies Omit<DriverDefinition, 'create'>;

export const anthropicDefinition: DriverDefinition = { ...record, create: createAnthropicDriver };

export function createAnthropicDriver(options: DriverOptions): Driver {
  return createAnsweringDriver(record, options, connectAnthropic);
}
