import { z } from 'zod';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { defineDriver } from '../defineDriver.ts';
import { type DriverDefinition, modelKey } from '../driverDefinition.ts';
import { priceList } from '../priceData.ts';
import { addressSetting, timeoutSetting } from '../settings.ts';
import { connectBrightData } from './brightdataProvider.ts';
import { createRequestGate, type RequestGate } from './requestGate.ts';

const abilities = {
  country: 'exit-location',
  state: 'none',
  language: 'none',
  searchQueries: true,
  notes: [
    'Reads the assistant’s own page from an address in the country; not the provider’s API.',
    'Background requests are collected later, also after a restart.',
    'At most eight concurrent requests, to avoid being blocked by Bright Data; more wait.',
    'The stored page is rendered from the Markdown of the answer; it is not the engine’s own page.',
  ],
} as const;

/** @param gate shared by all drivers at this address, whatever their settings */
export function brightDataDriver(gate: RequestGate): DriverDefinition {
  return defineDriver(
    {
      id: 'brightdata',
      displayName: 'Bright Data',
      service: 'brightdata',
      summary:
        'The pages of ChatGPT, Gemini, Grok, Copilot, Perplexity and Google’s AI Mode, from 195 countries.',
      key: modelKey('BRIGHTDATA_API_KEY', 'https://brightdata.com/cp/setting/users'),
      settings: z.object({
        baseUrl: addressSetting('https://api.brightdata.com', 'BRIGHTDATA_BASE_URL'),
        timeoutSeconds: timeoutSetting(120),
      }),
      prices: priceList('brightdata'),
      capabilities: {
        ...answeringCapabilities(
          {
            ...abilities,
            surface: 'consumer-page',
            relatedQueries: true,
            more: {
              'assistant-a': ['sources.footnote', 'sources.datePublished', 'shoppingCards'],
              'assistant-c': ['sources.siteName'],
            },
          },
          ['assistant-a', 'assistant-b', 'assistant-c', 'assistant-d', 'assistant-e'],
        ),
        ...answeringCapabilities({ ...abilities, surface: 'search-page' }, ['search-ai']),
      },
      repeat: 'receipts',
      suggestedFor: [],
      guide: {
        question: () => [0.0015, 0.0015],
        price: '1.50 USD, computed from the built-in price list.',
        country: 'The country of the address the page is opened from.',
        preparation:
          'An account with the scrapers of AI assistants. Bright Data reads pages of other companies; check whether you may use it.',
        unproven: [
          'the words of a page that could not be read (country, refusal and bad input are told apart by them)',
          'which countries each page can be opened from',
        ],
      },
    },
    (setup) => connectBrightData(setup, gate),
  );
}

export const brightdataDefinition = brightDataDriver(createRequestGate());
