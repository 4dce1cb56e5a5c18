import { z } from 'zod';
import type { AnsweringProvider } from '../answeringDriver.ts';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { askChat, chatMessages, chatSources } from '../chatProtocol.ts';
import { countryProvenance, placeHint, placeName, userLocation } from '../countryHints.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import { modelKey } from '../driverDefinition.ts';
import type { ProviderSetup } from '../driverFrame.ts';
import { instructionsOf, searchUrge } from '../instructions.ts';
import { openaiRequest } from '../openai/openaiRequests.ts';
import { chatModels } from '../openaiCompatible/chatJson.ts';
import {
  addressSetting,
  entityModelSetting,
  type ModelSettings,
  modelSetting,
  personaSetting,
  timeoutSetting,
} from '../settings.ts';

const service = 'OpenRouter';

export const openrouterDefinition = defineAnsweringDriver(
  {
    id: 'openrouter',
    displayName: 'OpenRouter',
    service: 'openrouter',
    summary: 'Models of many providers behind one key, with web search.',
    key: modelKey('OPENROUTER_API_KEY', 'https://openrouter.ai/settings/keys'),
    settings: z.object({
      baseUrl: addressSetting('https://openrouter.ai/api/v1', 'OPENROUTER_BASE_URL'),
      model: modelSetting('', 'OPENROUTER_MODEL'),
      persona: personaSetting(),
      entityModel: entityModelSetting(),
      timeoutSeconds: timeoutSetting(),
    }),
    capabilities: answeringCapabilities({
      country: 'prompt-hint',
      state: 'prompt-hint',
      language: 'none',
      searchQueries: false,
      more: { 'assistant-a': ['sources.footnote'] },
      notes: [
        'Search cannot be forced: the model decides. Each result says whether it searched.',
        'The country is added to the prompt; searches of the model’s own provider also get it as a parameter.',
      ],
    }),
    // openrouter.ai/docs/api/reference/errors-and-debugging
    errors: [
      { status: [403], says: /moderation|flagged/i, means: 'blocked' },
      { status: [402], says: /./, means: 'quota' },
      { status: [403], says: /key limit exceeded|limit exceeded/i, means: 'quota' },
      { status: [404], says: /no endpoints found/i, means: 'rejected' },
      { says: /provider returned error/i, means: 'trouble' },
    ],
    repeat: 'never',
    suggestedFor: [],
    guide: {
      question: () => null,
      price: 'Stated by OpenRouter with every answer: the tokens of the model, and its searches.',
      country: 'One sentence in the prompt, and `user_location` of the search tool.',
      servedUnder: '/v1',
      example: { OPENROUTER_MODEL: 'openai/gpt-6-luna' },
      unproven: [
        'which models use the place of `user_location`',
        'how annotations of each model count their offsets',
      ],
    },
  },
  connect,
);

function connect({ key, settings }: ProviderSetup<ModelSettings>): AnsweringProvider {
  const setup = { key, baseUrl: settings.baseUrl };
  return {
    insists: true,
    ask: async ({ place, maySearch, prompt }, session, urged) => {
      const system = instructionsOf(settings.persona, placeHint(place), urged ? searchUrge : undefined);
      const location = userLocation(place);
      const search = {
        type: 'openrouter:web_search',
        parameters:
          Object.keys(location).length > 0 ? { user_location: { type: 'approximate', ...location } } : {},
      };
      const body = {
        model: settings.model,
        messages: chatMessages(system, prompt),
        tools: maySearch ? [search] : undefined,
        usage: { include: true },
        stream: true,
      };
      const answer = await askChat(service, session, openaiRequest(setup, 'chat/completions', body));
      if (answer.kind !== 'chat') return answer;
      const { text: markdown, model, stop } = answer;
      const parameter = maySearch ? ` user_location ${placeName(place)}` : '';
      return {
        kind: 'found',
        found: { ...chatSources(answer), searchQueries: [], markdown, model, stop },
        country: countryProvenance(place, 'prompt-hint', `${placeHint(place)}${parameter}`),
      };
    },
    ...chatModels(service, setup, settings),
  };
}
