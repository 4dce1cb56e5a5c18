import { z } from 'zod';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import { modelKey } from '../driverDefinition.ts';
import { priceList } from '../priceData.ts';
import {
  addressSetting,
  choiceSetting,
  modelPricesSetting,
  modelSetting,
  personaSetting,
  timeoutSetting,
} from '../settings.ts';
import { apiVersion, connectPerplexity } from './perplexityProvider.ts';

export const perplexityDefinition = defineAnsweringDriver(
  {
    id: 'perplexity',
    displayName: 'Perplexity',
    service: 'perplexity',
    summary: 'Agent API: Perplexity’s own model, or another provider’s, with Perplexity’s search.',
    apiVersion,
    key: modelKey('PERPLEXITY_API_KEY', 'https://www.perplexity.ai/settings/api'),
    settings: z.object({
      baseUrl: addressSetting('https://api.perplexity.ai', 'PERPLEXITY_BASE_URL'),
      model: modelSetting('perplexity/sonar', 'PERPLEXITY_MODEL'),
      persona: personaSetting(),
      preset: choiceSetting(['none', 'fast', 'low', 'medium', 'high', 'xhigh'], 'none', {
        label: 'Preset',
        help: 'Preset of Perplexity instead of a model; faster and cheaper first.',
      }),
      modelPrices: modelPricesSetting(),
      timeoutSeconds: timeoutSetting(),
    }),
    prices: priceList('perplexity'),
    capabilities: answeringCapabilities({
      country: 'parameter',
      state: 'parameter',
      language: 'parameter',
      searchQueries: true,
      more: { 'assistant-a': ['sources.footnote', 'sources.datePublished'] },
      notes: ['Search cannot be forced: the model decides. Each result says whether it searched.'],
    }),
    repeat: 'never',
    suggestedFor: ['assistant-e'],
    guide: {
      question: (_, setting) =>
        setting('model') === 'perplexity/sonar' && setting('preset') === 'none' ? [0.005, 0.01] : null,
      price: 'Stated by Perplexity with every answer; about 5 to 10 USD with perplexity/sonar.',
      country: '`user_location` of the web search tool, and `language_preference`.',
      unproven: ['the `type` of its annotations (any with "citation" in it is read)', 'the headers of a 429'],
    },
  },
  connectPerplexity,
);
