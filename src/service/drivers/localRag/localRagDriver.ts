import { createAnsweringDriver } from '../answeringDriver.ts';
import { answeringCapabilities } from '../capabilityRecords.ts';
import type { Driver } from '../driver.ts';
import {
  cleanKey,
  type DriverDefinition,
  type DriverOptions,
  entityModelField,
  modelField,
  timeoutField,
} from '../driverDefinition.ts';
import { connectLocalRag } from './localRagProvider.ts';

const record = {
  id: 'local-rag',
  displayName: 'Local model with search',
  service: 'local-rag',
  summary:
    'A local model plans queries, SearXNG or Brave searches in the market’s language, the model answers with numbered sources. Nothing leaves the machine but the searches.',
  key: {
    required: false,
    env: 'BRAVE_API_KEY',
    label: 'Subscription token, only for searching with Brave',
    from: 'https://api-dashboard.search.brave.com',
    sharedWith: 'brave',
  },
  settings: [
    {
      name: 'baseUrl',
      label: 'Address of the model server',
      kind: 'address',
      default: 'http://127.0.0.1:11434/v1',
      env: 'LOCAL_RAG_BASE_URL',
      help: 'Ollama listens on http://127.0.0.1:11434/v1, LM Studio on http://127.0.0.1:1234/v1.',
    },
    modelField('', 'LOCAL_RAG_MODEL'),
    {
      name: 'search',
      label: 'Search with',
      kind: 'choice',
      default: 'searxng',
      choices: ['searxng', 'brave'],
      env: 'LOCAL_RAG_SEARCH',
      help: 'SearXNG of your own, or Brave with its token.',
    },
    {
      name: 'searxngBaseUrl',
      label: 'Address of SearXNG',
      kind: 'address',
      default: 'http://127.0.0.1:8888',
      env: 'SEARXNG_BASE_URL',
      help: 'Your own SearXNG; its settings.yml must list json under search.formats.',
    },
    {
      name: 'braveBaseUrl',
      label: 'Address of Brave',
      kind: 'address',
      default: 'https://api.search.brave.com',
      env: 'BRAVE_BASE_URL',
      help: 'Where Brave’s search is reached.',
    },
    {
      name: 'queries',
      label: 'Queries per answer',
      kind: 'choice',
      default: '3',
      choices: ['1', '2', '3', '4'],
      help: 'The most searches the model may plan for one question.',
    },
    entityModelField,
    timeoutField,
  ],
  capabilities: answeringCapabilities({
    country: 'parameter',
    state: 'prompt-hint',
    language: 'parameter',
    sources: true,
    citations: true,
    searchQueries: true,
    more: { 'assistant-a': ['sources.footnote', 'sources.datePublished'] },
    notes: [
      'Country and language act on the searches; the model is told the place in words as well.',
      'The model reads titles and snippets of the results, not the pages.',
    ],
  }),
  suggestedFor: [],
} satisfies Omit<DriverDefinition, 'create'>;

export const localRagDefinition: DriverDefinition = { ...record, create: createLocalRagDriver };

export function createLocalRagDriver(options: DriverOptions): Driver {
  const withBrave = options.settings?.search?.trim() === 'brave';
  // Only a search with Brave needs a key, so the record cannot say it once and for all.
  const definition = { ...record, key: { ...record.key, required: withBrave } };
  return createAnsweringDriver(definition, { ...options, key: cleanKey(options.key) }, connectLocalRag);
}
