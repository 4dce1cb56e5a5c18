import type { JsonObject } from '#shared/json.ts';
import type { AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { countryProvenance, placeHint, timeZoneOf, userLocation } from '../countryHints.ts';
import type { Provenance } from '../driver.ts';
import type { ProviderSetup } from '../driverFrame.ts';
import { createSourceList, distinct, type FoundAnswer } from '../foundAnswer.ts';
import { instructionsOf, searchUrge } from '../instructions.ts';
import { listAt, textAt } from '../jsonFields.ts';
import { type AnsweredResponse, askResponses, searchQueries } from '../responsesProtocol.ts';
import type { ModelSettings } from '../settings.ts';
import { urlCitations } from '../urlCitations.ts';
import { openaiJson, openaiModels, openaiRequest } from './openaiRequests.ts';

const service = 'OpenAI';

export type OpenaiSettings = ModelSettings & { readonly searchContextSize: 'low' | 'medium' | 'high' };

export function connectOpenai({ key, settings }: ProviderSetup<OpenaiSettings>): AnsweringProvider {
  const setup = { key, baseUrl: settings.baseUrl };

  const ask: AnsweringProvider['ask'] = async (asked, session, urged) => {
    const request = openaiRequest(setup, 'responses', requestBody(asked, settings, urged));
    const outcome = await askResponses(service, session, request, searchesMade);
    if (outcome.kind !== 'response') return outcome;
    return { kind: 'found', found: foundAnswer(outcome), country: honoured(asked) };
  };

  return {
    ask,
    insists: true,
    askJson: (question, session) => openaiJson(service, setup, question, session),
    entityModel: settings.entityModel,
    listModels: (session) => openaiModels(service, setup, session),
  };
}

/** Only searches are charged individually; opening a page or searching in one is not. */
function searchesMade(response: JsonObject): number {
  return listAt(response, 'output').filter((item) => textAt(item, 'action', 'type') === 'search').length;
}

function requestBody(asked: AskedQuestion, settings: OpenaiSettings, urged: boolean) {
  const { prompt, place, maySearch } = asked;
  const hint = maySearch ? undefined : placeHint(place);
  const instructions = instructionsOf(settings.persona, hint, urged ? searchUrge : undefined);
  return {
    model: settings.model,
    input: prompt,
    store: false,
    instructions,
    ...(maySearch ? searchTool(asked, settings.searchContextSize) : {}),
    stream: true,
  };
}

function searchTool({ place }: AskedQuestion, depth: OpenaiSettings['searchContextSize']) {
  const timezone = timeZoneOf(place);
  // Without a location the search assumes the United States; the bare type turns that off.
  const location = {
    type: 'approximate',
    ...userLocation(place),
    timezone,
  };
  return {
    tools: [{ type: 'web_search', user_location: location, search_context_size: depth }],
    tool_choice: 'required',
    include: ['web_search_call.action.sources'],
  };
}

function honoured({ place, maySearch }: AskedQuestion): Provenance['country'] {
  if (!maySearch) return countryProvenance(place, 'prompt-hint', placeHint(place));
  const { country, region, city } = userLocation(place);
  return countryProvenance(place, 'parameter', [country, region, city].filter(Boolean).join(', '));
}

function foundAnswer({ response, text, stop }: AnsweredResponse): FoundAnswer {
  const calls = listAt(response, 'output').filter((item) => textAt(item, 'type') === 'web_search_call');
  const sources = createSourceList();
  const citations = urlCitations(text.parts, sources);
  for (const call of calls) {
    for (const consulted of listAt(call, 'action', 'sources')) {
      const url = textAt(consulted, 'url');
      if (url !== undefined) sources.add({ url, cited: false });
    }
  }
  return {
    markdown: text.markdown,
    sources: sources.all(),
    citations,
    searchQueries: distinct(calls.flatMap(searchQueries)),
    model: textAt(response, 'model'),
    searched: calls.some((call) => textAt(call, 'status') !== 'failed'),
    stop,
  };
}
