import type { JsonObject } from '#shared/json.ts';
import { hostName } from '#shared/text/addresses/pages.ts';
import { type Span, spanOfBytes } from '../citations.ts';
import type { AnswerStop } from '../driver.ts';
import type { ProviderSession } from '../driverFrame.ts';
import type { CapturedBody } from '../eventCapture.ts';
import { createSourceList, distinct, type FoundAnswer, type FoundCitation } from '../foundAnswer.ts';
import { listAt, numberAt, objectAt, textAt, textsAt } from '../jsonFields.ts';
import { type Metered, usageOf } from '../meter.ts';
import { classifyError, type FailedOutcome, fatal, halfAnswer, unreadable } from '../providerErrors.ts';

/** Finish reasons that withhold the answer; any other without text is a different kind of stop. */
const withheld = /SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|LANGUAGE|BLOCKED/;

function chunksOf(body: CapturedBody): readonly unknown[] {
  if (body.document === undefined) return body.events.map(({ data }) => data);
  return Array.isArray(body.document) ? body.document : [body.document];
}

/** Why a captured stream is not an answer; undefined if it is. */
export function streamFailure(
  service: string,
  body: CapturedBody,
  found: FoundAnswer,
  { attempt, errors }: Pick<ProviderSession, 'attempt' | 'errors'>,
): FailedOutcome | undefined {
  const chunks = chunksOf(body);
  const error = chunks.find((chunk) => Object.keys(objectAt(chunk, 'error')).length > 0);
  if (error !== undefined) {
    const status = numberAt(error, 'error', 'code');
    return classifyError(service, { status, body: error }, attempt, errors);
  }
  const blocked = chunks.map((chunk) => textAt(chunk, 'promptFeedback', 'blockReason')).find(Boolean);
  if (blocked !== undefined && found.markdown === '') {
    return fatal('blocked', `${service} refused the question (${blocked}).`);
  }
  const stop = chunks.map((chunk) => textAt(chunk, 'candidates', 0, 'finishReason')).findLast(Boolean);
  if (stop === undefined) return halfAnswer(service);
  if (found.markdown.trim() !== '') return undefined;
  if (withheld.test(stop)) return fatal('blocked', `${service} withheld the answer (${stop}).`);
  if (stop === 'STOP') return unreadable(service, 'an answer without text', attempt);
  return fatal('rejected', `${service} stopped before it answered (${stop}).`);
}

/** Assembles the chunks of a stream, or one document, into an answer with verified citations. */
export function groundedAnswer(body: CapturedBody): FoundAnswer {
  const chunks = chunksOf(body);
  const { markdown, starts } = joined(chunks);
  const grounding = chunks.map((chunk) => objectAt(chunk, 'candidates', 0, 'groundingMetadata'));
  // Grounding may be repeated with every chunk, each time more complete: the last one counts.
  const last = (member: string): readonly unknown[] =>
    grounding.map((metadata) => listAt(metadata, member)).findLast((list) => list.length > 0) ?? [];
  const sources = createSourceList();
  const pages = last('groundingChunks').map(pageOf);
  const indices = pages.map((page) =>
    page === undefined ? undefined : sources.add({ ...page, cited: false }),
  );
  const citations: FoundCitation[] = [];
  for (const support of last('groundingSupports')) {
    const span = spanOf(markdown, starts, objectAt(support, 'segment'));
    const chip = citations.length;
    for (const cited of listAt(support, 'groundingChunkIndices')) {
      const [page, source] = typeof cited === 'number' ? [pages[cited], indices[cited]] : [];
      if (source === undefined || page === undefined) continue;
      sources.add({ ...page, cited: true });
      citations.push({ source, label: page.domain ?? page.title ?? '', span, mark: false, chip });
    }
  }
  const queries = distinct(grounding.flatMap((metadata) => textsAt(metadata, 'webSearchQueries')));
  const stop = chunks.map((chunk) => textAt(chunk, 'candidates', 0, 'finishReason')).findLast(Boolean);
  return {
    markdown,
    sources: sources.all(),
    citations,
    searchQueries: queries,
    model: modelOf(chunks),
    searched: queries.length > 0 || sources.all().length > 0,
    suggestions: grounding.map((one) => textAt(one, 'searchEntryPoint', 'renderedContent')).findLast(Boolean),
    stop: stop === undefined ? undefined : stopOf(stop),
  };
}

function stopOf(reason: string): AnswerStop {
  if (reason === 'STOP') return { kind: 'complete' };
  return { kind: withheld.test(reason) ? 'blocked' : 'cut', reason };
}

/**
 * The provider's counts.
 * @param searches queries that it charges for individually
 */
export function meteredStream(body: CapturedBody, searches: number): Metered {
  const chunks = chunksOf(body);
  const counts = chunks
    .map((chunk) => objectAt(chunk, 'usageMetadata'))
    .findLast((metadata) => Object.keys(metadata).length > 0);
  const sum = (...names: readonly string[]): number | undefined => {
    const given = names.flatMap((name) => numberAt(counts, name) ?? []);
    return given.length === 0 ? undefined : given.reduce((total, count) => total + count, 0);
  };
  return {
    requestId: chunks.map((chunk) => textAt(chunk, 'responseId')).findLast(Boolean),
    model: modelOf(chunks),
    usage: usageOf({
      inputTokens: sum('promptTokenCount', 'toolUsePromptTokenCount'),
      outputTokens: sum('candidatesTokenCount', 'thoughtsTokenCount'),
      reasoningTokens: numberAt(counts, 'thoughtsTokenCount'),
      cachedTokens: numberAt(counts, 'cachedContentTokenCount'),
      searches: searches === 0 ? undefined : searches,
    }),
  };
}

function modelOf(chunks: readonly unknown[]): string | undefined {
  return chunks.map((chunk) => textAt(chunk, 'modelVersion')).findLast(Boolean);
}

/** The text of the answer, and where in it each part starts (UTF-16). */
type Joined = { readonly markdown: string; readonly starts: readonly number[] };

/**
 * In a stream, parts continue across chunks: the first part of a chunk continues the previous part of the same
 * kind.
 */
function joined(chunks: readonly unknown[]): Joined {
  const starts: number[] = [];
  let markdown = '';
  let before: string | undefined;
  for (const chunk of chunks) {
    for (const [index, part] of listAt(chunk, 'candidates', 0, 'content', 'parts').entries()) {
      const thought = objectAt(part).thought === true;
      const text = textAt(part, 'text');
      const kind = thought ? 'thought' : text === undefined ? 'other' : 'text';
      if (index > 0 || kind !== before) starts.push(markdown.length);
      before = kind;
      if (!thought) markdown += text ?? '';
    }
  }
  return { markdown, starts };
}

type GroundingPage = {
  readonly url: string;
  readonly redirectLink: string;
  readonly title: string | undefined;
  readonly domain: string | undefined;
};

/**
 * The link is Google's redirect; the title is usually the site's host. Undefined for Maps places, images and
 * anything else that is not a page.
 */
function pageOf(chunk: unknown): GroundingPage | undefined {
  const url = textAt(chunk, 'web', 'uri');
  if (url === undefined) return undefined;
  const title = textAt(chunk, 'web', 'title');
  const domain = hostName(textAt(chunk, 'web', 'domain') ?? title) ?? undefined;
  return { url, redirectLink: url, title, domain };
}

/**
 * Offsets are UTF-8 bytes within one part of the answer, end exclusive; if they do not match the segment's
 * words, the words decide.
 */
function spanOf(markdown: string, starts: readonly number[], segment: JsonObject): Span | undefined {
  const base = starts[numberAt(segment, 'partIndex') ?? 0] ?? 0;
  const start = numberAt(segment, 'startIndex') ?? 0;
  const end = numberAt(segment, 'endIndex') ?? 0;
  const words = textAt(segment, 'text');
  const local = spanOfBytes(markdown.slice(base), start, end, words);
  if (local !== undefined) return { start: local.start + base, end: local.end + base };
  return words === undefined ? undefined : spanOfBytes(markdown, start, end, words);
}
