import { addressLiteral, isPublicAddress, isThisMachine } from '#platform/http/publicAddress.ts';
import type { AnsweringProvider } from '../answeringDriver.ts';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { askChat, chatMessages, chatSources } from '../chatProtocol.ts';
import { countryProvenance, placeHint } from '../countryHints.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import type { ProviderSetup } from '../driverFrame.ts';
import { instructionsOf } from '../instructions.ts';
import { openaiRequest } from '../openai/openaiRequests.ts';
import { type ModelSettings, modelSettings, placeHintSetting } from '../settings.ts';
import { chatModels } from './chatJson.ts';

const service = 'The model server';

export const openaiCompatibleDefinition = defineAnsweringDriver(
  {
    id: 'openai-compatible',
    displayName: 'OpenAI-compatible server',
    service: 'openai-compatible',
    summary: 'Your own model: Ollama, LM Studio or any server with chat completions. No web search.',
    key: {
      required: false,
      env: 'OPENAI_COMPATIBLE_API_KEY',
      label: 'API key (if the server needs one)',
      from: 'the server’s own settings; Ollama and LM Studio want none',
    },
    settings: modelSettings(
      [
        'http://127.0.0.1:11434/v1',
        'OPENAI_COMPATIBLE_BASE_URL',
        {
          help: 'Ollama listens on http://127.0.0.1:11434/v1, LM Studio on http://127.0.0.1:1234/v1, llama.cpp on http://127.0.0.1:8080/v1.',
        },
      ],
      ['', 'OPENAI_COMPATIBLE_MODEL'],
      {
        placeHint: placeHintSetting(),
      },
    ),
    prices: { of: '2026-11-27', from: 'the settings' },
    capabilities: answeringCapabilities({
      country: 'prompt-hint',
      state: 'prompt-hint',
      language: 'none',
      searchQueries: false,
      notes: [
        'Answers without web search have no sources; those that a gateway (LiteLLM, vLLM) sends with an answer are kept.',
        'For answers with web search, use “Local model with search”.',
      ],
    }),
    repeat: 'never',
    repeatWith: ({ baseUrl }) => (isOwnServer(String(baseUrl)) ? 'free' : 'never'),
    suggestedFor: [],
    guide: {
      question: (_, setting) => (isOwnServer(setting('baseUrl')) ? [0, 0] : null),
      price: 'Free on your own machine; a hosted server charges as it says. Tokens are shown, money is not.',
      country: 'One sentence in the conversation.',
      preparation:
        'Ollama: `ollama pull MODEL`, then it serves by itself. LM Studio: load a model and start its local server. llama.cpp: `llama-server -m MODEL.gguf`.',
      servedUnder: '/v1',
      example: { OPENAI_COMPATIBLE_MODEL: 'gemma4' },
      unproven: ['models that think aloud in other marks than `<think>`'],
    },
  },
  connect,
);

/** A model server on this machine or in the local network charges nothing. */
function isOwnServer(address: string): boolean {
  const url = new URL(address);
  const literal = addressLiteral(url);
  return isThisMachine(url) || (literal !== null && !isPublicAddress(literal));
}

type CompatibleSettings = ModelSettings & { readonly placeHint: boolean };

function connect({ key, settings }: ProviderSetup<CompatibleSettings>): AnsweringProvider {
  const setup = { key, baseUrl: settings.baseUrl };
  const { model: wanted } = settings;
  return {
    ask: async ({ prompt, place }, session) => {
      const hint = settings.placeHint ? placeHint(place) : undefined;
      const messages = chatMessages(instructionsOf(settings.persona, hint), prompt);
      const body = { model: wanted, messages, stream: true, stream_options: { include_usage: true } };
      const outcome = await askChat(service, session, openaiRequest(setup, 'chat/completions', body));
      if (outcome.kind !== 'chat') return outcome;
      const country =
        hint === undefined
          ? countryProvenance(place, 'not-applied')
          : countryProvenance(place, 'prompt-hint', hint);
      const { text, model, stop } = outcome;
      const found = { ...chatSources(outcome), searchQueries: [], markdown: text, model, stop };
      return { kind: 'found', found, country };
    },
    ...chatModels(service, setup, settings),
  };
}
