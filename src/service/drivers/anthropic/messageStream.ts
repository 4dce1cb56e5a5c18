import type { JsonObject } from '#shared/json.ts';
import type { ProviderSession } from '../driverFrame.ts';
import type { CapturedBody, CapturedEvent } from '../eventCapture.ts';
import { listAt, numberAt, objectAt, textAt } from '../jsonFields.ts';
import { usageOf } from '../meter.ts';
import type { ProviderUsage } from '../prices.ts';
import { classifyError, type FailedOutcome, halfAnswer, unreadable } from '../providerErrors.ts';

/** A finished message with its content blocks as the provider would have sent them in one piece. */
export type FinishedMessage = {
  readonly kind: 'message';
  readonly id: string | undefined;
  readonly model: string | undefined;
  readonly usage: ProviderUsage;
  readonly stopReason: string | undefined;
  readonly content: readonly JsonObject[];
};

export function isLastMessageEvent({ data }: CapturedEvent): boolean {
  const type = textAt(data, 'type');
  return type === 'message_stop' || type === 'error';
}

/** Assembles a captured stream, or one document; unknown kinds of events, blocks and deltas are skipped. */
export function finishedMessage(
  service: string,
  body: CapturedBody,
  session: Pick<ProviderSession, 'attempt' | 'errors'>,
): FinishedMessage | FailedOutcome {
  const { attempt, errors } = session;
  if (body.document !== undefined) return documentMessage(service, objectAt(body.document), session);
  const events = body.events.map(({ data }) => data);
  const error = events.find((event) => textAt(event, 'type') === 'error');
  if (error !== undefined) return classifyError(service, { body: error }, attempt, errors);
  const started = events.find((event) => textAt(event, 'type') === 'message_start');
  if (!events.some((event) => textAt(event, 'type') === 'message_stop')) {
    return halfAnswer(service);
  }
  const changes = events.filter((event) => textAt(event, 'type') === 'message_delta');
  const stopReason = changes
    .map((event) => textAt(event, 'delta', 'stop_reason'))
    .findLast((reason) => reason !== undefined);
  // The final counts are totals; what they omit is in the initial ones.
  const counts = { ...objectAt(started, 'message', 'usage') };
  for (const change of changes) Object.assign(counts, given(objectAt(change, 'usage')));
  return {
    kind: 'message',
    id: textAt(started, 'message', 'id'),
    model: textAt(started, 'message', 'model'),
    usage: usageIn(counts),
    stopReason,
    content: contentBlocks(events),
  };
}

function documentMessage(
  service: string,
  message: JsonObject,
  { attempt, errors }: Pick<ProviderSession, 'attempt' | 'errors'>,
): FinishedMessage | FailedOutcome {
  if (textAt(message, 'type') === 'error') return classifyError(service, { body: message }, attempt, errors);
  if (!Array.isArray(message.content)) return unreadable(service, 'a document that is no message', attempt);
  return {
    kind: 'message',
    id: textAt(message, 'id'),
    model: textAt(message, 'model'),
    usage: usageIn(objectAt(message, 'usage')),
    stopReason: textAt(message, 'stop_reason'),
    content: listAt(message, 'content').map((block) => objectAt(block)),
  };
}

function given(counts: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== null));
}

/** Anthropic counts cache reads and writes separately from other input. */
function usageIn(counts: JsonObject): ProviderUsage {
  const cached = numberAt(counts, 'cache_read_input_tokens');
  const kept = numberAt(counts, 'cache_creation_input_tokens') ?? 0;
  const fresh = numberAt(counts, 'input_tokens');
  return usageOf({
    inputTokens: fresh === undefined ? undefined : fresh + kept + (cached ?? 0),
    outputTokens: numberAt(counts, 'output_tokens'),
    cachedTokens: cached,
    searches: numberAt(counts, 'server_tool_use', 'web_search_requests'),
  });
}

type GrowingBlock = { block: Record<string, unknown>; partialJson: string };

function contentBlocks(events: readonly unknown[]): readonly JsonObject[] {
  const blocks = new Map<number, GrowingBlock>();
  for (const event of events) {
    const index = numberAt(event, 'index');
    if (index === undefined) continue;
    const type = textAt(event, 'type');
    if (type === 'content_block_start') {
      blocks.set(index, { block: { ...objectAt(event, 'content_block') }, partialJson: '' });
    } else if (type === 'content_block_delta') {
      const growing = blocks.get(index);
      if (growing !== undefined) grow(growing, objectAt(event, 'delta'));
    }
  }
  return [...blocks.entries()].sort(([a], [b]) => a - b).map(([, growing]) => settled(growing));
}

function grow(growing: GrowingBlock, delta: JsonObject): void {
  const { block } = growing;
  switch (textAt(delta, 'type')) {
    case 'text_delta':
      block.text = `${textAt(block, 'text') ?? ''}${textAt(delta, 'text') ?? ''}`;
      return;
    case 'citations_delta':
      block.citations = [...listAt(block, 'citations'), delta.citation];
      return;
    case 'input_json_delta':
      growing.partialJson += textAt(delta, 'partial_json') ?? '';
      return;
    case 'thinking_delta':
      block.thinking = `${textAt(block, 'thinking') ?? ''}${textAt(delta, 'thinking') ?? ''}`;
      return;
    case 'signature_delta':
      block.signature = delta.signature;
      return;
    default:
  }
}

function settled({ block, partialJson }: GrowingBlock): JsonObject {
  // An answer to continue is sent back unchanged, but the API rejects an empty list of citations.
  if (Array.isArray(block.citations) && block.citations.length === 0) delete block.citations;
  if (partialJson === '') return block;
  try {
    return { ...block, input: JSON.parse(partialJson) as unknown };
  } catch {
    return block;
  }
}
