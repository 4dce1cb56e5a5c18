import type { JsonObject } from '#shared/json.ts';
import { shownHost } from '#shared/text/addresses/pages.ts';
import { answered } from '../answeredCall.ts';
import type { AnsweringProvider } from '../answeringDriver.ts';
import { answeringCapabilities } from '../capabilityRecords.ts';
import { countryProvenance, placeHint } from '../countryHints.ts';
import { defineAnsweringDriver } from '../defineDriver.ts';
import { modelKey } from '../driverDefinition.ts';
import type { ProviderSetup } from '../driverFrame.ts';
import { createSourceList, type FoundAnswer, type FoundCitation } from '../foundAnswer.ts';
import { instructionsOf, searchUrge } from '../instructions.ts';
import { listAt, numberAt, objectAt, partsAt, textAt } from '../jsonFields.ts';
import { tokenUsage, usageOf } from '../meter.ts';
import { openaiRequest } from '../openai/openaiRequests.ts';
import { chatModels } from '../openaiCompatible/chatJson.ts';
import { priceList } from '../priceData.ts';
import { unreadable } from '../providerErrors.ts';
import { type ModelSettings, modelSettings } from '../settings.ts';

const service = 'Mistral';

/** Mistral searches natively over its Conversations API (docs.mistral.ai/agents/connectors/websearch). */
export const mistralDefinition = defineAnsweringDriver(
  {
    id: 'mistral',
    displayName: 'Mistral',
    service: 'mistral',
    summary: 'Mistral’s models with its own web search.',
    key: modelKey('MISTRAL_API_KEY', 'https://console.mistral.ai/api-keys'),
    settings: modelSettings(
      ['https://api.mistral.ai/v1', 'MISTRAL_BASE_URL'],
      ['mistral-medium-latest', 'MISTRAL_MODEL'],
      {},
    ),
    prices: priceList('mistral'),
    capabilities: answeringCapabilities({
      country: 'prompt-hint',
      state: 'prompt-hint',
      language: 'none',
      searchQueries: false,
      more: { 'assistant-a': ['sources.footnote'] },
      notes: [
        'The country is added to the prompt: the search takes none.',
        'Search cannot be forced: the model decides. Each result says whether it searched.',
      ],
    }),
    // docs.mistral.ai/resources/error-codes
    errors: [
      { says: /service tier capacity exceeded/i, means: 'rate' },
      { status: [402], says: /./, means: 'quota' },
      { status: [403], says: /moderation|guardrail/i, means: 'blocked' },
    ],
    repeat: 'never',
    suggestedFor: [],
    guide: {
      question: () => null,
      price: 'Computed from the built-in price list: tokens, and 30 USD per 1,000 searches.',
      country: 'One sentence in the prompt.',
      servedUnder: '/v1',
      unproven: ['how the tokens of pages that were found are counted in `usage`'],
    },
  },
  connect,
);

function connect({ key, settings }: ProviderSetup<ModelSettings>): AnsweringProvider {
  const setup = { key, baseUrl: settings.baseUrl };

  const ask: AnsweringProvider['ask'] = async ({ prompt, place, maySearch }, session, urged) => {
    const body = {
      model: settings.model,
      inputs: prompt,
      instructions: instructionsOf(settings.persona, placeHint(place), urged ? searchUrge : undefined),
      tools: maySearch ? [{ type: 'web_search' }] : undefined,
      store: false,
      stream: false,
    };
    const result = await session.exchange(openaiRequest(setup, 'conversations', body));
    const call = answered(service, result, session.attempt);
    if (!call.ok) return call.outcome;
    const response = objectAt(call.response.body.document);
    const found = foundAnswer(response);
    const { usage } = response;
    session.meter.note({
      requestId: textAt(response, 'conversation_id'),
      model: settings.model,
      usage: {
        ...tokenUsage(usage),
        ...usageOf({ searches: numberAt(usage, 'connectors', 'web_search') }),
      },
    });
    if (found.markdown.trim() === '') return unreadable(service, 'an answer without text', session.attempt);
    return { kind: 'found', found, country: countryProvenance(place, 'prompt-hint', placeHint(place)) };
  };

  return {
    ask,
    insists: true,
    ...chatModels(service, setup, settings),
  };
}

/** Text and `tool_reference` chunks in order: a reference belongs to the words before it, and is no text itself. */
function foundAnswer(response: JsonObject): FoundAnswer {
  const outputs = listAt(response, 'outputs');
  const messages = outputs.filter((output) => textAt(output, 'type') === 'message.output');
  const sources = createSourceList();
  const citations: FoundCitation[] = [];
  let markdown = '';
  for (const message of messages) {
    if (markdown !== '') markdown += '\n\n';
    markdown += textAt(message, 'content') ?? '';
    let chip: { readonly at: number; readonly id: number } | undefined;
    for (const chunk of partsAt(message, 'content')) {
      const url = textAt(chunk, 'url');
      if (textAt(chunk, 'type') !== 'tool_reference' || url === undefined) {
        markdown += textAt(chunk, 'text') ?? '';
        continue;
      }
      // References in a row are one citation with several sources.
      if (chip?.at !== markdown.length) chip = { at: markdown.length, id: citations.length };
      const title = textAt(chunk, 'title');
      const source = sources.add({ url, title, description: textAt(chunk, 'description'), cited: true });
      const span = { start: markdown.length, end: markdown.length };
      citations.push({ source, label: title ?? shownHost(url), span, mark: true, chip: chip.id });
    }
  }
  return {
    markdown,
    sources: sources.all(),
    citations,
    searchQueries: [],
    model: messages.map((message) => textAt(message, 'model')).find(Boolean),
    searched: outputs.some(
      (output) =>
        textAt(output, 'type') === 'tool.execution' && /web_search/.test(textAt(output, 'name') ?? ''),
    ),
    stop: { kind: 'complete' },
  };
}
