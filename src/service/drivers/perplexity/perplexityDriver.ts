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
import { connectAgent } from './agentProvider.ts';
import { connectSonar } from './sonarProvider.ts';

const key = {
  required: true,
  env: 'PERPLEXITY_API_KEY',
  label: 'API key',
  from: 'https://www.perplexity.ai/settings/api',
};
const address = addressField('https://api.perplexity.ai', 'PERPLEXITY_BASE_URL');

const sonarRecord = {
  id: 'perplexity',
  displayName: 'Perplexity Sonar',
  service: 'perplexity',
  summary: 'Sonar models, which search by themselves.',
  key,
  settings: [
    address,
    modelField('sonar-pro', 'PERPLEXITY_MODEL'),
    {
      name: 'searchType',
      label: 'Search',
      kind: 'choice',
      default: 'fast',
      choices: ['fast', 'auto', 'pro'],
      help: 'Only pro tells which queries were searched; it costs more.',
    },
    entityModelField,
    timeoutField,
  ],
  capabilities: answeringCapabilities({
    country: 'parameter',
    state: 'parameter',
    language: 'parameter',
    sources: true,
    citations: true,
    searchQueries: true,
    relatedQueries: true,
    more: { 'assistant-a': ['sources.footnote', 'sources.datePublished'] },
    notes: [
      'Search queries are known only with the search type pro.',
      'Has no list of models to choose from.',
    ],
  }),
  suggestedFor: ['assistant-e'],
} satisfies Omit<DriverDefinition, 'create'>;

const agentRecord = {
  id: 'perplexity-agent',
  displayName: 'Perplexity Agent',
  service: 'perplexity',
  summary: 'Agent API: another provider’s model with Perplexity’s search, and the queries it made.',
  key: { ...key, sharedWith: 'perplexity' },
  settings: [address, modelField('openai/gpt-5.2', 'PERPLEXITY_AGENT_MODEL'), timeoutField],
  capabilities: answeringCapabilities({
    country: 'parameter',
    state: 'parameter',
    language: 'parameter',
    sources: true,
    citations: true,
    searchQueries: true,
    more: { 'assistant-a': ['sources.footnote', 'sources.datePublished'] },
    notes: ['A search cannot be forced: the model decides. Whether it searched is on the result.'],
  }),
  suggestedFor: [],
} satisfies Omit<DriverDefinition, 'create'>;

export const perplexityDefinition: DriverDefinition = { ...sonarRecord, create: createPerplexityDriver };
export const perplexityAgentDefinition: DriverDefinition = {
  ...agentRecord,
  create: createPerplexityAgentDriver,
};

export function createPerplexityDriver(options: DriverOptions): Driver {
  return createAnsweringDriver(sonarRecord, options, connectSonar);
}

export function createPerplexityAgentDriver(options: DriverOptions): Driver {
  return createAnsweringDriver(agentRecord, options, connectAgent);
}
