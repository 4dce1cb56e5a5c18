import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import type { ErrorRule } from '../driver.ts';
import { modelKey } from '../driverDefinition.ts';
import { priceList } from '../priceData.ts';
import { choiceSetting, modelSettings } from '../settings.ts';
import { apiVersion, connectAnthropic } from './anthropicProvider.ts';

/** docs.claude.com/en/api/errors. */
export const anthropicErrors: readonly ErrorRule[] = [
  { says: /(specified )?API usage limits?|usage limit/i, means: 'quota' },
  { status: [403], says: /(organization|account) (has been |is )?(disabled|suspended)/i, means: 'rejected' },
];

export const anthropicDefinition = defineAnsweringDriver(
  {
    id: 'anthropic',
    displayName: 'Anthropic',
    service: 'anthropic',
    summary: 'Messages API with the web search tool.',
    apiVersion,
    key: modelKey('ANTHROPIC_API_KEY', 'https://platform.claude.com/settings/keys'),
    settings: modelSettings(
      ['https://api.anthropic.com', 'ANTHROPIC_BASE_URL'],
      ['claude-sonnet-5-5', 'ANTHROPIC_MODEL'],
      {
        searches: choiceSetting(['1', '3', '5', '10'], '5', {
          label: 'Searches per answer',
          help: 'Maximum web searches per answer; each is charged.',
        }),
      },
    ),
    prices: priceList('anthropic'),
    capabilities: answeringCapabilities({
      country: 'parameter',
      state: 'parameter',
      language: 'none',
      searchQueries: true,
      more: { 'assistant-a': ['sources.footnote', 'sources.datePublished'] },
      notes: [
        'Search cannot be forced: the model decides. Each result says whether it searched.',
        'Text before the first cited search is in the raw response, not in the answer.',
      ],
    }),
    errors: anthropicErrors,
    repeat: 'never',
    suggestedFor: ['assistant-d'],
    guide: {
      question: (_, setting) => (setting('model') === 'claude-sonnet-5-5' ? [0.04, 0.1] : null),
      price:
        'About 40 to 100 USD with claude-sonnet-5-5: 10 USD per 1,000 searches, and the pages found are read as input tokens. Computed from the built-in price list; other models show tokens without money.',
      country: '`user_location` of the web search tool: country, state and city.',
      unproven: [
        'which countries `user_location` takes',
        'how long a search pauses (`pause_turn`) in practice',
      ],
    },
  },
  connectAnthropic,
);
