import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import type { ErrorRule } from '../driver.ts';
import { modelKey } from '../driverDefinition.ts';
import { priceList } from '../priceData.ts';
import { choiceSetting, modelSettings } from '../settings.ts';
import { connectOpenai } from './openaiProvider.ts';

/** platform.openai.com/docs/guides/error-codes, and messages that its forum and SDK issues quote. */
export const openaiErrors: readonly ErrorRule[] = [
  { says: /organization must be verified|unverified organization|verify organization/i, means: 'rejected' },
  { says: /does not have access to model|model_not_found/i, means: 'rejected' },
  {
    says: /account_deactivated|organization_deactivated|(account|organization) (has been|is|was) (deactivated|suspended)/i,
    means: 'rejected',
  },
  { says: /input was flagged|flagged (as|for) (potentially )?violating/i, means: 'blocked' },
];

export const openaiDefinition = defineAnsweringDriver(
  {
    id: 'openai',
    displayName: 'OpenAI',
    service: 'openai',
    summary: 'Responses API with web search and user location.',
    key: modelKey('OPENAI_API_KEY', 'https://platform.openai.com/api-keys'),
    settings: modelSettings(
      ['https://api.openai.com/v1', 'OPENAI_BASE_URL'],
      ['gpt-6-luna', 'OPENAI_MODEL'],
      {
        searchContextSize: choiceSetting(['low', 'medium', 'high'], 'medium', {
          label: 'Search depth',
          help: 'How much of the search results the model reads; more costs more.',
        }),
      },
    ),
    prices: priceList('openai'),
    capabilities: answeringCapabilities({
      country: 'parameter',
      state: 'parameter',
      language: 'none',
      searchQueries: true,
      more: { 'assistant-a': ['sources.footnote'] },
      notes: [
        'Never shows ads, shopping cards or maps.',
        'The stored page is rendered from the Markdown of the answer; it is not the engine’s own page.',
        'Without web search, the country is added to the prompt.',
      ],
    }),
    errors: openaiErrors,
    repeat: 'never',
    suggestedFor: ['assistant-a'],
    guide: {
      question: (_, setting) => (setting('model') === 'gpt-6-luna' ? [0.01, 0.03] : null),
      price:
        'About 10 to 30 USD with gpt-6-luna: 10 USD per 1,000 searches, of which an answer needs one to three; the tokens are below 1 USD. Computed from the built-in price list; a model that is not in it needs its price in the settings.',
      country:
        '`user_location` of the web search: country, state, city and, for a whole country, its time zone.',
      servedUnder: '/v1',
      unproven: [
        'in which unit the index of an annotation counts (Parallax takes the whole link nearest to it)',
        'that `tool_choice: "required"` is taken with `web_search` as the only tool by every model',
      ],
    },
  },
  connectOpenai,
);
