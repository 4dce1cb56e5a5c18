import { createAnsweringDriver } from '../answeringDriver.ts';
import { answeringCapabilities } from '../capabilityRecords.ts';
import type { Driver } from '../driver.ts';
import {
  addressField,
  type DriverDefinition,
  type DriverOptions,
  entityModelField,
  modelField,
  placeHintField,
  timeoutField,
} from '../driverDefinition.ts';
import { connectGemini } from './geminiProvider.ts';

const record = {
  id: 'gemini',
  displayName: 'Google Gemini',
  service: 'gemini',
  summary: 'Gemini API with grounding in Google Search.',
  key: {
    required: true,
    env: 'GEMINI_API_KEY',
    label: 'API key',
    from: 'https://aistudio.google.com/apikey',
  },
  settings: [
    addressField('https://generativelanguage.googleapis.com', 'GEMINI_BASE_URL'),
    modelField('gemini-3.8-flash', 'GEMINI_MODEL'),
    placeHintField,
    entityModelField,
    timeoutField,
  ],
  capabilities: answeringCapabilities({
    country: 'prompt-hint',
    state: 'prompt-hint',
    language: 'parameter',
    sources: true,
    citations: true,
    searchQueries: true,
    redirects: true,
    more: { 'assistant-a': ['sources.footnote'] },
    notes: [
      'Latitude, longitude and language of the country are sent, but Google does not say that they move the search; the country is therefore also told in words.',
      'Source links are Google’s own redirects, valid for 30 days, which must not be resolved by a program: the site is known, the page is not.',
      'Google’s terms want its search suggestions shown beside the answer: they are in the HTML page, unchanged.',
      'A search cannot be forced: the model decides. Whether it searched is on the result.',
    ],
  }),
  suggestedFor: ['assistant-b', 'search-ai'],
} satisfies Omit<DriverDefinition, 'create'>;

export const geminiDefinition: DriverDefinition = { ...record, create: createGeminiDriver };

export function createGeminiDriver(options: DriverOptions): Driver {
  return createAnsweringDriver(record, options, connectGemini);
}
