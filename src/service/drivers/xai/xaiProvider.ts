import type { JsonObject } from '#shared/json.ts';
import type { AnswerFound, AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { countryProvenance, placeHint, placeName, userLocation } from '../countryHints.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { createSourceList, distinct, type FoundAnswer, type FoundSource } from '../foundAnswer.ts';
import { instructionsOf, searchUrge } from '../instructions.ts';
import { listAt, numberAt, objectAt, textAt, textsAt } from '../jsonFields.ts';
import { openaiJson, openaiModels, openaiRequest } from '../openai/openaiRequests.ts';
import type { FailedOutcome } from '../providerErrors.ts';
import { type AnsweredResponse, askResponses, searchQueries } from '../responsesProtocol.ts';
import type { ModelSettings } from '../settings.ts';
import { urlCitations } from '../urlCitations.ts';

const service = 'xAI';

export type XaiSettings = ModelSettings & { readonly postSearch: boolean };

export function connectXai({ key, settings }: ProviderSetup<XaiSettings>): AnsweringProvider {
  const setup = { key, baseUrl: settings.baseUrl };
  // user_location is documented for gRPC, not for REST: once rejected, it is not sent again.
  let locationRefused = false;

  const askOnce = async (
    asked: AskedQuestion,
    session: ProviderSession,
    how: Manner,
  ): Promise<AnswerFound | FailedOutcome> => {
    const request = openaiRequest(setup, 'responses', requestBody(asked, settings, how));
    const outcome = await askResponses(service, session, request, searchesMade);
    if (outcome.kind !== 'response') return outcome;
    const { place } = asked;
    // Only the prompt text certainly arrives.
    const parameter = how.located ? ` user_location ${placeName(place)} (not documented over REST)` : '';
    const country = countryProvenance(place, 'prompt-hint', `${placeHint(place)}${parameter}`);
    return { kind: 'found', found: foundAnswer(outcome), country };
  };

  const ask: AnsweringProvider['ask'] = async (asked, session, urged) => {
    const located = asked.maySearch && asked.place.country !== undefined && !locationRefused;
    const first = await askOnce(asked, session, { located, urged });
    const status = session.exchanges.at(-1)?.response?.status;
    const refused =
      first.kind === 'fatal' && first.reason === 'rejected' && (status === 400 || status === 422);
    if (!located || !refused) return first;
    const second = await askOnce(asked, session, { located: false, urged });
    if (second.kind !== 'found') return first;
    locationRefused = true;
    return second;
  };

  return {
    ask,
    insists: true,
    askJson: (question, session) => openaiJson(service, setup, question, session),
    entityModel: settings.entityModel,
    listModels: (session) => openaiModels(service, setup, session),
  };
}

/** `located`: the country is also sent as a parameter. `urged`: asked again to search. */
type Manner = { readonly located: boolean; readonly urged: boolean };

function requestBody(asked: AskedQuestion, settings: XaiSettings, { located, urged }: Manner) {
  const { prompt, place, maySearch } = asked;
  const instructions = instructionsOf(settings.persona, placeHint(place), urged ? searchUrge : undefined);
  const webSearch = {
    type: 'web_search',
    user_location: located ? { type: 'approximate', ...userLocation(place) } : undefined,
  };
  const tools = settings.postSearch ? [webSearch, { type: 'x_search' }] : [webSearch];
  return {
    model: settings.model,
    input: prompt,
    store: false,
    stream: true,
    instructions,
    tools: maySearch ? tools : undefined,
  };
}

function searchesMade(response: JsonObject): number | undefined {
  const calls = objectAt(response, 'usage', 'server_side_tool_usage_details');
  const counts = ['web_search_calls', 'x_search_calls'].flatMap((name) => numberAt(calls, name) ?? []);
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

function foundAnswer({ response, text, stop }: AnsweredResponse): FoundAnswer {
  const output = listAt(response, 'output');
  const calls = output.filter((item) => isSearch(item));
  const sources = createSourceList();
  const citations = urlCitations(text.parts, {
    ...sources,
    add: (source) => sources.add(asPost(source)),
  });
  const consulted = [
    ...textsAt(response, 'citations'),
    ...calls.flatMap((call) =>
      listAt(call, 'action', 'sources').flatMap((found) => textAt(found, 'url') ?? []),
    ),
  ];
  for (const url of consulted) sources.add(asPost({ url, cited: false }));
  return {
    markdown: text.markdown,
    sources: sources.all(),
    citations,
    searchQueries: distinct(calls.flatMap(queriesOf)),
    model: textAt(response, 'model'),
    searched: calls.some((call) => textAt(call, 'status') !== 'failed'),
    stop,
  };
}

/** Web searches, and searches of posts in both shapes xAI has used. */
function isSearch(item: unknown): boolean {
  const type = textAt(item, 'type');
  if (type === 'web_search_call' || type === 'x_search_call') return true;
  return type === 'custom_tool_call' && (textAt(item, 'name') ?? '').startsWith('x_');
}

function queriesOf(call: unknown): readonly string[] {
  const queries = searchQueries(call);
  return queries.length > 0 ? queries : [textAt(argumentsOf(call), 'query') ?? []].flat();
}

function argumentsOf(call: unknown): JsonObject {
  try {
    return objectAt(JSON.parse(textAt(call, 'input') ?? textAt(call, 'arguments') ?? '{}'));
  } catch {
    return {};
  }
}

/** Adds data from the URL of a post on X: the site, and the author unless the path is the neutral `/i/`. */
export function asPost(source: FoundSource): FoundSource {
  const url = URL.parse(source.url);
  if (url === null || !/^(www\.|mobile\.)?(x|twitter)\.com$/.test(url.hostname)) return source;
  const [, author, kind] = url.pathname.split('/');
  const named = kind === 'status' && author !== undefined && author !== 'i' ? author : undefined;
  const post = kind === 'status' ? 'Post on X' : 'Profile on X';
  const title = source.title ?? (named === undefined ? post : `Post by ${named} on X`);
  return { ...source, title, siteName: 'X', creator: named };
}
