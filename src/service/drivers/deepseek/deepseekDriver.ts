import { connectMessages } from '../anthropic/anthropicProvider.ts';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import { modelKey } from '../driverDefinition.ts';
import { priceList } from '../priceData.ts';
import { choiceSetting, modelSettings } from '../settings.ts';

/** DeepSeek searches natively over its Messages API only (api-docs.deepseek.com/guides/web_tools). */
export const deepseekDefinition = defineAnsweringDriver(
  {
    id: 'deepseek',
    displayName: 'DeepSeek',
    service: 'deepseek',
    summary: 'DeepSeek’s models with its own web search.',
    key: modelKey('DEEPSEEK_API_KEY', 'https://platform.deepseek.com/api_keys'),
    settings: modelSettings(
      ['https://api.deepseek.com/anthropic', 'DEEPSEEK_BASE_URL'],
      ['deepseek-flash', 'DEEPSEEK_MODEL'],
      {
        searches: choiceSetting(['1', '3', '5', '10'], '5', {
          label: 'Searches per answer',
          help: 'Maximum web searches per answer; each is charged.',
        }),
      },
    ),
    prices: priceList('deepseek'),
    capabilities: answeringCapabilities({
      country: 'prompt-hint',
      state: 'prompt-hint',
      language: 'none',
      searchQueries: true,
      more: { 'assistant-a': ['sources.footnote', 'sources.datePublished'] },
      notes: [
        'The country is added to the prompt: the search takes none.',
        'Search cannot be forced: the model decides. Each result says whether it searched.',
      ],
    }),
    // api-docs.deepseek.com/quick_start/error_codes
    errors: [
      { status: [402], says: /./, means: 'quota' },
      { says: /content exists risk/i, means: 'blocked' },
    ],
    repeat: 'never',
    suggestedFor: [],
    guide: {
      question: () => null,
      price:
        'Computed from the built-in price list at the peak rate: tokens, and 0.75 USD per 1,000 searches.',
      country: 'One sentence in the prompt.',
      unproven: [
        'that an answer’s blocks name their citations as Anthropic’s do',
        'the shape of a failed search',
      ],
    },
  },
  ({ key, settings }) =>
    connectMessages(
      {
        service: 'DeepSeek',
        headers: { accept: 'application/json', 'x-api-key': key ?? '' },
        located: false,
      },
      settings,
    ),
);
