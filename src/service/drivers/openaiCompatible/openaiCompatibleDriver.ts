import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { type AnsweringProvider, createAnsweringDriver } from '../answeringDriver.ts';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { askChat } from '../chatProtocol.ts';
import { countryProvenance, placeHint } from '../countryHints.ts';
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
import type { ProviderSetup } from '../driverFrame.ts';
import { openaiClient, openaiModels } from '../openai/openaiClient.ts';
import { chatJson } from './chatJson.ts';

const service = 'The model server';

const record = {
  id: 'openai-compatible',
  displayName: 'OpenAI-compatible server',
  service: 'openai-compatible',
  summary: 'A model of your own: Ollama, LM Studio or any server with chat completions. It does not search.',
  key: {
    required: false,
    env: 'OPENAI_COMPATIBLE_API_KEY',
    label: 'API key, if the server wants one',
    from: 'the server’s own settings; Ollama and LM Studio want none',
  },
  settings: [
    {
      ...addressField('http://127.0.0.1:11434/v1', 'OPENAI_COMPATIBLE_BASE_URL'),
      help: 'Ollama listens on http://127.0.0.1:11434/v1, LM Studio on http://127.0.0.1:1234/v1.',
    },
    modelField('', 'OPENAI_COMPATIBLE_MODEL'),
    placeHintField,
    entityModelField,
    timeoutField,
  ],
  capabilities: answeringCapabilities({
    country: 'prompt-hint',
    state: 'prompt-hint',
    language: 'none',
    sources: false,
    citations: false,
    searchQueries: false,
    notes: [
      'Answers from the model’s memory: no search, so no sources and no citations.',
      'The driver local-rag gives such a model a search.',
    ],
  }),
  suggestedFor: [],
} satisfies Omit<DriverDefinition, 'create'>;

export const openaiCompatibleDefinition: DriverDefinition = {
  ...record,
  create: createOpenaiCompatibleDriver,
};

export function createOpenaiCompatibleDriver(options: DriverOptions): Driver {
  return createAnsweringDriver(record, options, connect);
}

function connect({ key, settings }: ProviderSetup): AnsweringProvider {
  const setup = { key, baseUrl: settings.baseUrl ?? '' };
  return {
    ask: async ({ prompt, place }, session) => {
      const hint = settings.placeHint === 'off' ? undefined : placeHint(place);
      const messages: ChatCompletionMessageParam[] = [
        ...(hint === undefined ? [] : [{ role: 'system' as const, content: hint }]),
        { role: 'user', content: prompt },
      ];
      const outcome = await askChat(service, session, async (fetch, signal) => {
        const client = await openaiClient(setup, fetch);
        await client.chat.completions
          .create({ model: settings.model ?? '', messages, stream: true }, { signal })
          .asResponse();
      });
      if (outcome.kind !== 'chat') return outcome;
      const country =
        hint === undefined
          ? countryProvenance(place, 'not-applied')
          : countryProvenance(place, 'prompt-hint', hint);
      const { text, model } = outcome;
      const found = { markdown: text, sources: [], citations: [], searchQueries: [], model, searched: false };
      return { kind: 'found', found, country };
    },
    askJson: (question, session) => chatJson(service, setup, question, session),
    listModels: (session) => openaiModels(service, setup, session),
  };
}
