import type { JsonObject } from '#shared/json.ts';
import { answered } from './answeredCall.ts';
import type { AnswerStop } from './driver.ts';
import type { ProviderSession } from './driverFrame.ts';
import type { CapturedBody, CapturedEvent } from './eventCapture.ts';
import { listAt, numberAt, objectAt, textAt, textsAt } from './jsonFields.ts';
import { tokenUsage, usageOf } from './meter.ts';
import type { ProviderRequest } from './providerCall.ts';
import { classifyError, type FailedOutcome, fatal, halfAnswer, unreadable } from './providerErrors.ts';

/** The Responses protocol, defined by OpenAI and also used by xAI, Perplexity's Agent API and local servers. */

function isLastResponsesEvent({ data }: CapturedEvent): boolean {
  const type = textAt(data, 'type');
  return (
    type === 'response.completed' ||
    type === 'response.incomplete' ||
    type === 'response.failed' ||
    type === 'error'
  );
}

type FinishedResponse = { readonly kind: 'response'; readonly response: JsonObject } | FailedOutcome;

/**
 * The finished response object of a captured body: one document, or the last event of a stream. If the last
 * event has no output, it is assembled from the finished items.
 */
function finishedResponse(
  service: string,
  body: CapturedBody,
  { attempt, errors }: Pick<ProviderSession, 'attempt' | 'errors'>,
): FinishedResponse {
  const events = body.events.map(({ data }) => data);
  const error = events.find((event) => textAt(event, 'type') === 'error');
  if (error !== undefined) return classifyError(service, { body: error }, attempt, errors);
  const last = events.findLast((event) =>
    /^response\.(completed|incomplete|failed)$/.test(textAt(event, 'type') ?? ''),
  );
  const response = body.document === undefined ? objectAt(last, 'response') : objectAt(body.document);
  if (
    body.document !== undefined &&
    textAt(response, 'object') !== 'response' &&
    response.output === undefined
  ) {
    if (response.error !== undefined) return classifyError(service, { body: response }, attempt, errors);
    return unreadable(service, 'a document that is no response', attempt);
  }
  if (textAt(response, 'status') === 'failed') {
    return classifyError(service, { body: { error: objectAt(response, 'error') } }, attempt, errors);
  }
  const given = listAt(response, 'output');
  if (given.some(isMessage) || last === undefined) return ended(service, response);
  const finished = events
    .filter((event) => textAt(event, 'type') === 'response.output_item.done')
    .map((event) => objectAt(event, 'item'));
  // Perplexity's last event can have the searches only: the message came before.
  const output = given.length === 0 ? finished : [...given, ...finished.filter(isMessage)];
  // A server can send the words as they are written only, and then neither an item nor an output with them.
  const written = output.some(isMessage) ? '' : writtenText(events);
  const message = { type: 'message', content: [{ type: 'output_text', text: written }] };
  return ended(service, { ...response, output: written === '' ? output : [...output, message] });
}

function writtenText(events: readonly unknown[]): string {
  const ofType = (type: string, member: string): string =>
    events.map((event) => (textAt(event, 'type') === type ? textAt(event, member) : '')).join('');
  return ofType('response.output_text.done', 'text') || ofType('response.output_text.delta', 'delta');
}

function isMessage(item: unknown): boolean {
  return (
    textAt(item, 'type') === 'message' &&
    listAt(item, 'content').some((part) => textAt(part, 'text') ?? textAt(part, 'refusal'))
  );
}

function ended(service: string, response: JsonObject): FinishedResponse {
  if (Object.keys(response).length === 0) return halfAnswer(service);
  return { kind: 'response', response };
}

/** One text part of the answer with its annotations, and where it starts in the whole answer (UTF-16). */
export type AnswerPart = {
  readonly text: string;
  readonly offset: number;
  readonly annotations: readonly JsonObject[];
};

export type AnswerText = { readonly markdown: string; readonly parts: readonly AnswerPart[] };

/**
 * The text of the answer: all text and refusal parts of messages in order; only the final ones if the provider
 * marks phases: commentary is the model's own planning, and alone it is no answer.
 */
function answerText(response: JsonObject): AnswerText {
  const messages = listAt(response, 'output').filter((item) => textAt(item, 'type') === 'message');
  const final = messages.filter((message) => textAt(message, 'phase') === 'final_answer');
  const spoken = messages.filter((message) => textAt(message, 'phase') !== 'commentary');
  const chosen = final.length > 0 ? final : spoken;
  const parts: AnswerPart[] = [];
  let markdown = '';
  for (const message of chosen) {
    if (markdown !== '') markdown += '\n\n';
    for (const part of listAt(message, 'content')) {
      const text = textAt(part, 'text') ?? textAt(part, 'refusal');
      if (text === undefined) continue;
      const annotations = listAt(part, 'annotations').map((annotation) => objectAt(annotation));
      parts.push({ text, offset: markdown.length, annotations });
      markdown += text;
    }
  }
  return { markdown, parts };
}

export type AnsweredResponse = {
  readonly kind: 'response';
  readonly response: JsonObject;
  readonly text: AnswerText;
  readonly stop: AnswerStop | undefined;
};

/** What a provider of this protocol charges for in addition to tokens, from its finished response. */
export type SearchCount = (response: JsonObject) => number | undefined;

/** One question over the Responses protocol: the finished response with non-empty text, or the failure. */
export async function askResponses(
  service: string,
  session: ProviderSession,
  request: ProviderRequest,
  searchesOf: SearchCount = () => undefined,
): Promise<AnsweredResponse | FailedOutcome> {
  const result = await session.exchange(request, isLastResponsesEvent);
  const call = answered(service, result, session.attempt, ({ body: { events } }) =>
    events.some(isLastResponsesEvent),
  );
  if (!call.ok) return call.outcome;
  const finished = finishedResponse(service, call.response.body, session);
  if (finished.kind !== 'response') return finished;
  const { response } = finished;
  session.meter.note({
    requestId: textAt(response, 'id'),
    model: textAt(response, 'model'),
    usage: { ...tokenUsage(response.usage), ...usageOf({ searches: searchesOf(response) }) },
    statedCost: statedCost(response.usage),
  });
  const text = answerText(response);
  const empty = emptyAnswer(service, response, text.markdown, session.attempt);
  return empty ?? { kind: 'response', response, text, stop: stopOf(response) };
}

/** US dollars: Perplexity states dollars, xAI units of 1/10,000,000,000 dollar. */
function statedCost(usage: unknown): number | undefined {
  const ticks = numberAt(usage, 'cost_in_usd_ticks');
  return numberAt(usage, 'cost', 'total_cost') ?? (ticks === undefined ? undefined : ticks / 1e10);
}

function stopOf(response: JsonObject): AnswerStop | undefined {
  const status = textAt(response, 'status');
  if (status === 'incomplete') {
    const reason = textAt(response, 'incomplete_details', 'reason') ?? status;
    return { kind: reason === 'content_filter' ? 'blocked' : 'cut', reason };
  }
  const refused = listAt(response, 'output')
    .flatMap((item) => listAt(item, 'content'))
    .some((part) => textAt(part, 'type') === 'refusal');
  if (refused) return { kind: 'refused', reason: 'refusal' };
  return status === 'completed' ? { kind: 'complete' } : undefined;
}

/** Why an answer has no text; undefined if it has. */
function emptyAnswer(
  service: string,
  response: JsonObject,
  markdown: string,
  attempt: number,
): FailedOutcome | undefined {
  if (markdown.trim() !== '') return undefined;
  const reason = textAt(response, 'incomplete_details', 'reason');
  if (reason === 'content_filter')
    return fatal('blocked', `${service} withheld the answer (content filter).`);
  if (reason !== undefined) return fatal('rejected', `${service} stopped before it answered (${reason}).`);
  return unreadable(service, 'an answer without text', attempt);
}

/** What a `web_search_call` searched for: several queries, or one. */
export function searchQueries(call: unknown): readonly string[] {
  const many = textsAt(call, 'action', 'queries');
  return many.length > 0 ? many : [textAt(call, 'action', 'query') ?? []].flat();
}
