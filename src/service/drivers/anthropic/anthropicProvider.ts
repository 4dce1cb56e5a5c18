import type Anthropic from '@anthropic-ai/sdk';
import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import { answered, listed } from '../answeredCall.ts';
import type { AnswerFound, AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { countryProvenance, placeHint, placeName, userLocation } from '../countryHints.ts';
import type { Provenance } from '../driver.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { insistOnSearch, instructionsOf, searchUrge } from '../insistOnSearch.ts';
import { objectAt, textAt } from '../jsonFields.ts';
import type { Fetch } from '../providerCall.ts';
import { type FailedOutcome, fatal, retry, unreadable } from '../providerErrors.ts';
import { citedAnswer } from './citedAnswer.ts';
import { type FinishedMessage, finishedMessage, isLastMessageEvent } from './messageStream.ts';

const service = 'Anthropic';
const maxAnswerTokens = 16_000;

/** A long search takes several turns; if a provider never ends, stop after this many. */
const maxTurns = 5;

export type AnthropicSettings = {
  readonly baseUrl: string;
  readonly model: string;
  readonly persona: string;
  readonly searches: '1' | '3' | '5' | '10';
  readonly entityModel: string;
};

export function connectAnthropic({ key, settings }: ProviderSetup<AnthropicSettings>): AnsweringProvider {
  const client = (fetch: Fetch) => anthropicClient(key, settings.baseUrl, fetch);

  const sendOnce = async (
    body: MessageCreateParamsStreaming,
    session: ProviderSession,
  ): Promise<FinishedMessage | FailedOutcome> => {
    const result = await session.exchange(async (fetch, signal) => {
      const anthropic = await client(fetch);
      await anthropic.messages.create(body, { signal }).asResponse();
    }, isLastMessageEvent);
    const call = answered(service, result, session.attempt, ({ body: { events } }) =>
      events.some(isLastMessageEvent),
    );
    if (!call.ok) return call.outcome;
    const message = finishedMessage(service, call.response.body, session.attempt);
    if (message.kind === 'message') session.meter.note({ ...message, requestId: message.id });
    return message;
  };

  /** Handles `pause_turn` by sending the content so far back, until the turn ends. */
  const converse = async (
    body: MessageCreateParamsStreaming,
    session: ProviderSession,
  ): Promise<FinishedMessage | FailedOutcome> => {
    let message = await sendOnce(body, session);
    for (let turn = 1; turn < maxTurns; turn += 1) {
      if (message.kind !== 'message' || message.stopReason !== 'pause_turn') return message;
      const { content } = message;
      const said: MessageParam = { role: 'assistant', content: content as unknown as ContentBlockParam[] };
      const next = await sendOnce({ ...body, messages: [...body.messages, said] }, session);
      if (next.kind !== 'message') return next;
      message = { ...next, content: [...content, ...next.content] };
    }
    return message;
  };

  const askOnce = async (
    asked: AskedQuestion,
    session: ProviderSession,
    urged: boolean,
  ): Promise<AnswerFound | FailedOutcome> => {
    const message = await converse(requestBody(asked, settings, urged), session);
    if (message.kind !== 'message') return message;
    const found = citedAnswer(message);
    const trouble = found.searched ? undefined : searchTrouble(message);
    if (trouble !== undefined) return trouble;
    if (found.markdown.trim() !== '') return { kind: 'found', found, country: honoured(asked) };
    const { stopReason } = message;
    if (stopReason === 'refusal') return fatal('blocked', `${service} refused to answer.`);
    if (stopReason === 'end_turn') return unreadable(service, 'an answer without text', session.attempt);
    return fatal('rejected', `${service} stopped before it answered (${stopReason ?? 'no reason given'}).`);
  };

  return {
    ask: (asked, session) => insistOnSearch(asked, (urged) => askOnce(asked, session, urged)),
    entityModel: settings.entityModel,
    askJson: async ({ model, instructions, text, schema }, session) => {
      const message = await sendOnce(
        {
          model,
          max_tokens: maxAnswerTokens,
          stream: true,
          system: instructions,
          messages: [{ role: 'user', content: text }],
          output_config: { format: { type: 'json_schema', schema: { ...schema } } },
        },
        session,
      );
      return message.kind === 'message' ? citedAnswer(message).markdown : undefined;
    },
    listModels: async (session) => {
      const result = await session.exchange(async (fetch, signal) => {
        const anthropic = await client(fetch);
        await anthropic.models.list({ limit: 1000 }, { signal }).asResponse();
      });
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
function searchTrouble({ content }: FinishedMessage): FailedOutcome | undefined {
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

/** Loaded on first use; its own retries are off, so only the driver's settings count. */
async function anthropicClient(key: string | undefined, baseUrl: string, fetch: Fetch): Promise<Anthropic> {
  const { default: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    apiKey: key ?? '',
    authToken: null,
    webhookKey: null,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: 24 * 60 * 60 * 1000,
    logLevel: 'off',
    fetch,
  });
}

function requestBody(
  asked: AskedQuestion,
  settings: AnthropicSettings,
  urged: boolean,
): MessageCreateParamsStreaming {
  const { prompt, place, maySearch } = asked;
  const location = userLocation(place);
  const located = Object.keys(location).length > 0;
  const system = instructionsOf(
    settings.persona,
    maySearch ? undefined : placeHint(place),
    urged ? searchUrge : undefined,
  );
  return {
    model: settings.model,
    max_tokens: maxAnswerTokens,
    stream: true,
    messages: [{ role: 'user', content: prompt }],
    ...(system === undefined ? {} : { system }),
    ...(maySearch
      ? {
          tools: [
            {
              // Later versions filter results through code and omit some of them from the answer.
              type: 'web_search_20250305',
              name: 'web_search',
              max_uses: Number(settings.searches),
              ...(located ? { user_location: { type: 'approximate' as const, ...location } } : {}),
            },
          ],
        }
      : {}),
  };
}

function honoured({ place, maySearch }: AskedQuestion): Provenance['country'] {
  return maySearch
    ? countryProvenance(place, 'parameter', placeName(place))
    : countryProvenance(place, 'prompt-hint', placeHint(place));
}
