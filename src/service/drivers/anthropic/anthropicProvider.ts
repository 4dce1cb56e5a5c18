import type Anthropic from '@anthropic-ai/sdk';
import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import { answered } from '../answeredCall.ts';
import type { AnswerFound, AnsweringProvider } from '../answeringDriver.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { countryProvenance, placeHint, placeName, userLocation } from '../countryHints.ts';
import type { Provenance } from '../driver.ts';
import type { ProviderSession, ProviderSetup } from '../driverFrame.ts';
import { insistOnSearch, instructionsOf, searchUrge } from '../insistOnSearch.ts';
import { listAt, textAt } from '../jsonFields.ts';
import type { Fetch } from '../providerCall.ts';
import { type FailedOutcome, fatal, unreadable } from '../providerErrors.ts';
import { citedAnswer } from './citedAnswer.ts';
import { type FinishedMessage, finishedMessage, isLastMessageEvent } from './messageStream.ts';

const service = 'Anthropic';
const longestAnswerTokens = 16_000;

/** A long search comes in several turns; a provider that never ends one is not followed further. */
const mostTurns = 5;

export function connectAnthropic({ key, settings }: ProviderSetup): AnsweringProvider {
  const client = (fetch: Fetch) => anthropicClient(key, settings.baseUrl ?? '', fetch);

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
    return call.ok ? finishedMessage(service, call.response.body, session.attempt) : call.outcome;
  };

  /** Follows `pause_turn` by sending the content so far back, until the turn ends. */
  const converse = async (
    body: MessageCreateParamsStreaming,
    session: ProviderSession,
  ): Promise<FinishedMessage | FailedOutcome> => {
    let message = await sendOnce(body, session);
    for (let turn = 1; turn < mostTurns; turn += 1) {
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
    if (found.markdown.trim() !== '') return { kind: 'found', found, country: honoured(asked) };
    const { stopReason } = message;
    if (stopReason === 'refusal') return fatal('blocked', `${service} refused to answer.`);
    if (stopReason === 'end_turn') return unreadable(service, 'an answer without text', session.attempt);
    return fatal('rejected', `${service} stopped before it answered (${stopReason ?? 'no reason given'}).`);
  };

  return {
    ask: (asked, session) => insistOnSearch(asked, (urged) => askOnce(asked, session, urged)),
    askJson: async ({ model, instructions, text, schema }, session) => {
      const message = await sendOnce(
        {
          model,
          max_tokens: longestAnswerTokens,
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
      const call = answered(service, result, 2);
      if (!call.ok)
        throw new Error(call.outcome.kind === 'fatal' ? call.outcome.message : call.outcome.reason);
      const names = listAt(call.response.body.document, 'data').flatMap((one) => textAt(one, 'id') ?? []);
      return names.sort((a, b) => a.localeCompare(b, 'en'));
    },
  };
}

/** Loaded on first use; its own retries are off, and only the driver's settings count. */
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
  settings: Readonly<Record<string, string>>,
  urged: boolean,
): MessageCreateParamsStreaming {
  const { prompt, place, maySearch } = asked;
  const location = userLocation(place);
  const located = Object.keys(location).length > 0;
  const system = instructionsOf(maySearch ? undefined : placeHint(place), urged ? searchUrge : undefined);
  return {
    model: settings.model ?? '',
    max_tokens: longestAnswerTokens,
    stream: true,
    messages: [{ role: 'user', content: prompt }],
    ...(system === undefined ? {} : { system }),
    ...(maySearch
      ? {
          tools: [
            {
              // The later kinds filter results through code and leave some of them out of the answer.
              type: 'web_search_20250305',
              name: 'web_search',
              max_uses: Number(settings.searches ?? '5'),
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
