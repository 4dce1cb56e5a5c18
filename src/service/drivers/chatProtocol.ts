import type { JsonObject } from '#shared/json.ts';
import { shownHost } from '#shared/text/addresses/pages.ts';
import { answered } from './answeredCall.ts';
import { numberMarkers } from './citations.ts';
import type { AnswerStop } from './driver.ts';
import type { ProviderSession } from './driverFrame.ts';
import type { CapturedBody, CapturedEvent } from './eventCapture.ts';
import { createSourceList, type FoundAnswer, type FoundCitation } from './foundAnswer.ts';
import { listAt, numberAt, objectAt, partsAt, textAt, textsAt } from './jsonFields.ts';
import { type Metered, tokenUsage, usageOf } from './meter.ts';
import type { ProviderRequest } from './providerCall.ts';
import { classifyError, type FailedOutcome, fatal, halfAnswer, unreadable } from './providerErrors.ts';
import { urlCitations } from './urlCitations.ts';

/** The chat completions protocol, used by Brave Answers and local servers. */

export type ChatAnswer = {
  readonly kind: 'chat';
  /** The answer's Markdown without a reasoning block at its start. */
  readonly text: string;
  readonly model: string | undefined;
  readonly stop: AnswerStop | undefined;
  /** Every chunk, or the one document, in order. */
  readonly chunks: readonly JsonObject[];
  /** `url_citation` annotations of the message, as gateways send them. */
  readonly annotations: readonly JsonObject[];
};

function isLastChunk({ data }: CapturedEvent): boolean {
  return data === '[DONE]';
}

function isFinished({ data }: CapturedEvent): boolean {
  return isLastChunk({ data }) || textAt(data, 'choices', 0, 'finish_reason') !== undefined;
}

/** The conversation that asks a question, with instructions before it if there are any. */
export function chatMessages(system: string | undefined, user: string): readonly object[] {
  const asked = { role: 'user', content: user };
  return system === undefined ? [asked] : [{ role: 'system', content: system }, asked];
}

/** One question over the chat protocol: an answer with text, or the failure. */
export async function askChat(
  service: string,
  session: ProviderSession,
  request: ProviderRequest,
  meteredOf: (answer: ChatAnswer) => Metered = tokensOf,
): Promise<ChatAnswer | FailedOutcome> {
  const result = await session.exchange(request, isLastChunk);
  const call = answered(service, result, session.attempt, ({ body }) => body.events.some(isFinished));
  if (!call.ok) return call.outcome;
  const finished = finishedChat(service, call.response.body, session);
  if (finished.kind === 'chat') {
    const requestId = finished.chunks.map((chunk) => textAt(chunk, 'id')).find(Boolean);
    session.meter.note({ requestId, ...meteredOf(finished) });
  }
  return finished;
}

/** Servers repeat the counts with every chunk, or send them with the last. */
function tokensOf({ chunks, model }: ChatAnswer): Metered {
  const usage = chunks.map((chunk) => chunk.usage).findLast(Boolean);
  const searches =
    numberAt(usage, 'server_tool_use', 'web_search_requests') ??
    numberAt(usage, 'server_tool_use_details', 'web_search_requests') ??
    numberAt(usage, 'num_search_queries');
  return {
    model,
    usage: { ...tokenUsage(usage), ...usageOf({ searches }) },
    // US dollars: OpenRouter and LiteLLM state what the gateway charged.
    statedCost: numberAt(usage, 'cost'),
  };
}

function finishedChat(
  service: string,
  body: CapturedBody,
  { attempt, errors }: Pick<ProviderSession, 'attempt' | 'errors'>,
): ChatAnswer | FailedOutcome {
  const streamed = body.document === undefined;
  const chunks = (streamed ? body.events.map(({ data }) => data) : [body.document]).map((chunk) =>
    objectAt(chunk),
  );
  // Servers report errors after a status of 200: as a separate chunk, or in the choice (OpenRouter's API reference).
  const error = chunks
    .flatMap((chunk) => [chunk, objectAt(chunk, 'choices', 0)])
    .find((part) => part.error !== undefined && part.error !== null);
  if (error !== undefined) return classifyError(service, { body: error }, attempt, errors);
  if (!chunks.some((chunk) => Array.isArray(chunk.choices))) {
    return unreadable(service, 'a document that is no chat completion', attempt);
  }
  if (streamed && !body.events.some(isFinished)) return halfAnswer(service);
  const text = withoutReasoning(contentOf(chunks));
  const reason = chunks.map((chunk) => textAt(chunk, 'choices', 0, 'finish_reason')).findLast(Boolean);
  if (text.trim() === '') {
    if (reason === 'content_filter')
      return fatal('blocked', `${service} withheld the answer (content filter).`);
    if (reason === 'length') return fatal('rejected', `${service} stopped before it answered (length).`);
    return unreadable(service, 'an answer without text', attempt);
  }
  const model = chunks.map((chunk) => textAt(chunk, 'model')).findLast(Boolean);
  const annotations = annotationsIn(chunks);
  return { kind: 'chat', text, model, stop: stopOf(reason, chunks), chunks, annotations };
}

/** A citation has its members within `url_citation`, and here beside its type, as the Responses API has them. */
function annotationsIn(chunks: readonly JsonObject[]): readonly JsonObject[] {
  return chunks
    .flatMap((chunk) => [
      ...listAt(chunk, 'choices', 0, 'delta', 'annotations'),
      ...listAt(chunk, 'choices', 0, 'message', 'annotations'),
    ])
    .map((annotation) => ({ ...objectAt(annotation), ...objectAt(annotation, 'url_citation') }));
}

/** Sources and citations of a chat answer: annotations of a gateway, or the list of addresses that some send. */
export function chatSources({
  text,
  annotations,
  chunks,
}: ChatAnswer): Pick<FoundAnswer, 'sources' | 'citations' | 'searched'> {
  const sources = createSourceList();
  const citations = urlCitations([{ text, offset: 0, annotations }], sources);
  for (const annotation of annotations) {
    const url = textAt(annotation, 'url');
    if (url !== undefined)
      sources.add({
        url,
        title: textAt(annotation, 'title'),
        description: textAt(annotation, 'content'),
        cited: true,
      });
  }
  const listed = textsAt(
    chunks.findLast((chunk) => Array.isArray(chunk.citations)),
    'citations',
  );
  const marked = annotations.length > 0 ? [] : listedCitations(text, listed, sources);
  for (const url of listed) sources.add({ url, cited: false });
  const found = sources.all();
  return { sources: found, citations: [...citations, ...marked], searched: found.length > 0 };
}

/** `[1]` in the text is the first address of `citations`, as gateways to Perplexity’s models send it. */
function listedCitations(
  text: string,
  listed: readonly string[],
  sources: ReturnType<typeof createSourceList>,
): readonly FoundCitation[] {
  return numberMarkers(text).flatMap(({ start, end, number }, chip) => {
    const url = listed[number - 1];
    if (url === undefined) return [];
    const source = sources.add({ url, cited: true });
    return [{ source, label: shownHost(url), span: { start, end }, mark: true, chip }];
  });
}

function stopOf(reason: string | undefined, chunks: readonly JsonObject[]): AnswerStop | undefined {
  if (reason === 'length') return { kind: 'cut', reason };
  if (reason === 'content_filter') return { kind: 'blocked', reason };
  const refused = chunks.some(
    (chunk) =>
      (textAt(chunk, 'choices', 0, 'delta', 'refusal') ??
        textAt(chunk, 'choices', 0, 'message', 'refusal')) !== undefined,
  );
  if (refused) return { kind: 'refused', reason: 'refusal' };
  return reason === undefined ? undefined : { kind: 'complete' };
}

/**
 * Deltas in order; the whole message of the last chunk if a server sends no deltas; a refusal is an answer too.
 */
function contentOf(chunks: readonly JsonObject[]): string {
  const deltas = chunks.map((chunk) => saidIn(objectAt(chunk, 'choices', 0, 'delta'))).join('');
  if (deltas !== '') return deltas;
  const messages = chunks.map((chunk) => saidIn(objectAt(chunk, 'choices', 0, 'message')));
  return messages.findLast((text) => text !== '') ?? '';
}

/** Some servers send the content in parts (docs.mistral.ai/capabilities/reasoning): what is thought is no text of the answer. */
function saidIn(message: JsonObject): string {
  const parts = partsAt(message, 'content').filter((part) => textAt(part, 'type') === 'text');
  return (
    textAt(message, 'content') ??
    (parts.length > 0
      ? parts.map((part) => textAt(part, 'text') ?? '').join('')
      : (textAt(message, 'refusal') ?? ''))
  );
}

/** Reasoning models of local servers write their reasoning in a block before the answer. */
function withoutReasoning(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '');
}
