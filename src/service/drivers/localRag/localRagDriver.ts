import { z } from 'zod';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import {
  addressSetting,
  choiceSetting,
  entityModelSetting,
  modelSetting,
  personaSetting,
  timeoutSetting,
} from '../settings.ts';
import { connectLocalRag } from './localRagProvider.ts';

export const localRagDefinition = defineAnsweringDriver(
  {
    id: 'local-rag',
    displayName: 'Local model with search',
    service: 'local-rag',
    summary:
      'A local model plans queries, SearXNG or Brave searches in the language of the market, and the model answers with numbered sources. Only the searches leave this computer.',
    key: {
      required: false,
      env: 'BRAVE_API_KEY',
      label: 'Subscription token (only for searches with Brave)',
      from: 'https://api-dashboard.search.brave.com',
      sharedWith: 'brave',
      sentTo: ['braveBaseUrl'],
    },
    needsKey: ({ search }) => search === 'brave',
    settings: z.object({
      baseUrl: addressSetting('http://127.0.0.1:11434/v1', 'LOCAL_RAG_BASE_URL', {
        label: 'Address of the model server',
        help: 'Ollama listens on http://127.0.0.1:11434/v1, LM Studio on http://127.0.0.1:1234/v1, llama.cpp on http://127.0.0.1:8080/v1.',
      }),
      model: modelSetting('', 'LOCAL_RAG_MODEL'),
      persona: personaSetting(),
      search: choiceSetting(['searxng', 'brave'], 'searxng', {
        label: 'Search with',
        env: 'LOCAL_RAG_SEARCH',
        help: 'Your own SearXNG, or Brave with its token.',
      }),
      reading: choiceSetting(['passages', 'snippets'], 'passages', {
        label: 'Read',
        help: 'With Brave: passages of the pages themselves, or only the snippets of the results. SearXNG gives snippets.',
      }),
      searxngBaseUrl: addressSetting('http://127.0.0.1:8888', 'SEARXNG_BASE_URL', {
        label: 'Address of SearXNG',
        help: 'Your own SearXNG; its settings.yml must list json under search.formats.',
      }),
      braveBaseUrl: addressSetting('https://api.search.brave.com', 'BRAVE_BASE_URL', {
        label: 'Address of Brave',
        help: 'Base URL of Brave Search.',
      }),
      queries: choiceSetting(['1', '2', '3', '4'], '3', {
        label: 'Queries per answer',
        help: 'Maximum searches per question.',
      }),
      entityModel: entityModelSetting(),
      timeoutSeconds: timeoutSetting(),
    }),
    capabilities: answeringCapabilities({
      country: 'parameter',
      state: 'prompt-hint',
      language: 'parameter',
      searchQueries: true,
      more: { 'assistant-a': ['sources.footnote', 'sources.datePublished'] },
      notes: [
        'Country and language apply to the searches; the country is also added to the prompt.',
        'With Brave the model reads passages of the pages; with SearXNG it reads titles and snippets of the results.',
      ],
    }),
    repeat: 'receipts',
    suggestedFor: [],
    guide: {
      question: (_, setting) =>
        setting('search') === 'brave' ? [0.005, Number(setting('queries')) * 0.005] : [0, 0],
      price: 'Free with SearXNG; with Brave 5 USD per 1,000 searches, up to three a question by default.',
      country:
        'The country and language of the searches; the model is told the place in one sentence as well.',
      preparation:
        'A model server as for `openai-compatible`, and a SearXNG as for `searxng` or a token of Brave’s search plan.',
      servedUnder: '/v1',
      example: { SEARXNG_BASE_URL: 'ORIGIN', LOCAL_RAG_MODEL: 'gemma4' },
      unproven: ['how well a given model keeps to the numbers of the sources'],
    },
  },
  connectLocalRag,
);
