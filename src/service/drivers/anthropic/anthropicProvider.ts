import type { JsonObject } from '#shared/json.ts';
import { answered, listed } from '../answeredCall.ts';
import type { AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { countryProvenance, placeHint, placeName, userLocation } from '../countryHints.ts';
import type { Provenance } from '../driver.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { instructionsOf, searchUrge } from '../instructions.ts';
import { objectAt, textAt } from '../jsonFields.ts';
import { jsonAnswer } from '../modelEntities.ts';
import { bearer } from '../providerCall.ts';
import { type FailedOutcome, fatal, retry, unreadable } from '../providerErrors.ts';
import type { ModelSettings } from '../settings.ts';
import { citedAnswer } from './citedAnswer.ts';
import { type FinishedMessage, finishedMessage, isLastMessageEvent } from './messageStream.ts';

export const apiVersion = '2026-10-21';
const maxAnswerTokens = 16_000;

/** A long search takes several turns; if a provider never ends, stop after this many. */
const maxTurns = 5;

export type AnthropicSettings = ModelSettings & { readonly searches: '1' | '3' | '5' | '10' };

export function connectAnthropic({ key, settings }: ProviderSetup<AnthropicSettings>): AnsweringProvider {
  const dialect = {
    service: 'Anthropic',
    headers: { ...bearer(key), 'anthropic-version': apiVersion },
    located: true,
  };
  return connectMessages(dialect, settings);
}

/** What differs between providers that speak the Messages API. */
type MessagesDialect = {
  readonly service: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether its web search takes the country as a parameter; else one sentence names it. */
  readonly located: boolean;
};

/** The Messages API with its web search tool, which other providers implement too. */
export function connectMessages(
  { service, headers, located }: MessagesDialect,
  settings: AnthropicSettings,
): AnsweringProvider {
  const requestTo = (path: string, body?: unknown) => ({
    url: `${settings.baseUrl}/v1/${path}`,
    headers,
    body,
  });

  const sendOnce = async (
    body: Conversation,
    session: ProviderSession,
  ): Promise<FinishedMessage | FailedOutcome> => {
    const result = await session.exchange(requestTo('messages', body), isLastMessageEvent);
    const call = answered(service, result, session.attempt, ({ body: { events } }) =>
      events.some(isLastMessageEvent),
    );
    if (!call.ok) return call.outcome;
    const message = finishedMessage(service, call.response.body, session);
    if (message.kind === 'message') session.meter.note({ ...message, requestId: message.id });
    return message;
  };

  /** Handles `pause_turn` by sending the content so far back, until the turn ends. */
  const converse = async (
    body: Conversation,
    session: ProviderSession,
  ): Promise<FinishedMessage | FailedOutcome> => {
    let message = await sendOnce(body, session);
    for (let turn = 1; turn < maxTurns; turn += 1) {
      if (message.kind !== 'message' || message.stopReason !== 'pause_turn') return message;
      const { content } = message;
      const said = { role: 'assistant', content };
      const next = await sendOnce({ ...body, messages: [...body.messages, said] }, session);
      if (next.kind !== 'message') return next;
      message = { ...next, content: [...content, ...next.content] };
    }
    return message;
  };

  const ask: AnsweringProvider['ask'] = async (asked, session, urged) => {
    const message = await converse(requestBody(asked, settings, { urged, located }), session);
    if (message.kind !== 'message') return message;
    const found = citedAnswer(message);
    const trouble = found.searched ? undefined : searchTrouble(service, message);
    if (trouble !== undefined) return trouble;
    if (found.markdown.trim() !== '') return { kind: 'found', found, country: honoured(asked, located) };
    const { stopReason } = message;
    if (stopReason === 'refusal') return fatal('blocked', `${service} refused to answer.`);
    if (stopReason === 'end_turn') return unreadable(service, 'an answer without text', session.attempt);
    return fatal('rejected', `${service} stopped before it answered (${stopReason ?? 'no reason given'}).`);
  };

  return {
    ask,
    insists: true,
    entityModel: settings.entityModel,
    askJson: async ({ model, instructions, text, schema, temperature }, session) => {
      const message = await sendOnce(
        {
          model,
          max_tokens: maxAnswerTokens,
          stream: true,
          system: instructions,
          temperature,
          messages: [{ role: 'user', content: text }],
          output_config: { format: { type: 'json_schema', schema } },
        },
        session,
      );
      if (message.kind !== 'message') return message;
      const found = citedAnswer(message);
      return jsonAnswer(service, found.markdown, found);
    },
    listModels: async (session) => {
      const result = await session.exchange(requestTo('models?limit=1000'));
      return listed(service, result).flatMap((model) => {
        const name = textAt(model, 'id');
        const search = objectAt(model, 'capabilities', 'server_tools', 'web_search');
        return name === undefined || search.supported === false ? [] : [{ name }];
      });
    },
  };
}

/**
 * A temporarily failed search is worth another attempt: an answer from memory would pass for one with search. A
 * search that is not allowed at all is not retried.
 */
function searchTrouble(service: string, { content }: FinishedMessage): FailedOutcome | undefined {
  const codes = content
    .filter((block) => textAt(block, 'type') === 'web_search_tool_result')
    .flatMap((block) => textAt(block, 'content', 'error_code') ?? []);
  if (codes.includes('too_many_requests')) {
    return retry('rate', `${service} limits the rate of its web search`);
  }
  return codes.includes('unavailable')
    ? retry('trouble', `The web search of ${service} is not available at present`)
    : undefined;
}

/** The body of a request: a conversation that can be continued. */
type Conversation = JsonObject & { readonly messages: readonly unknown[] };

function requestBody(
  asked: AskedQuestion,
  settings: AnthropicSettings,
  { urged, located: takesPlace }: { readonly urged: boolean; readonly located: boolean },
): Conversation {
  const { prompt, place, maySearch } = asked;
  const location = userLocation(place);
  const located = takesPlace && Object.keys(location).length > 0;
  const system = instructionsOf(
    settings.persona,
    maySearch && takesPlace ? undefined : placeHint(place),
    urged ? searchUrge : undefined,
  );
  const searchTool = {
    // Later versions filter results through code and omit some of them from the answer.
    type: 'web_search_20250305',
    name: 'web_search',
    max_uses: Number(settings.searches),
    user_location: located ? { type: 'approximate', ...location } : undefined,
  };
  return {
    model: settings.model,
    max_tokens: maxAnswerTokens,
    stream: true,
    messages: [{ role: 'user', content: prompt }],
    system,
    tools: maySearch ? [searchTool] : undefined,
  };
}

function honoured({ place, maySearch }: AskedQuestion, located: boolean): Provenance['country'] {
  return maySearch && located
    ? countryProvenance(place, 'parameter', placeName(place))
    : countryProvenance(place, 'prompt-hint', placeHint(place));
}
