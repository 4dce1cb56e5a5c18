import { spanOfBytes } from '../citations.ts';
import type { CapturedBody } from '../eventCapture.ts';
import { createSourceList, distinct, type FoundAnswer, type FoundCitation } from '../foundAnswer.ts';
import { type JsonObject, listAt, numberAt, objectAt, textAt, textsAt } from '../jsonFields.ts';
import { classifyError, type FailedOutcome, fatal, unreadable } from '../providerErrors.ts';

/** Stops that withhold the answer; everything else without text is a stop of another kind. */
const withheld = /SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|LANGUAGE|BLOCKED/;

function chunksOf(body: CapturedBody): readonly unknown[] {
  if (body.document === undefined) return body.events.map(({ data }) => data);
  return Array.isArray(body.document) ? body.document : [body.document];
}

/** Why a captured stream is no answer; undefined when it is one. */
export function streamFailure(
  service: string,
  body: CapturedBody,
  found: FoundAnswer,
  attempt: number,
): FailedOutcome | undefined {
  const chunks = chunksOf(body);
  const error = chunks.find((chunk) => Object.keys(objectAt(chunk, 'error')).length > 0);
  if (error !== undefined) {
    const status = numberAt(error, 'error', 'code');
    return classifyError(service, { ...(status === undefined ? {} : { status }), body: error }, attempt);
  }
  const blocked = chunks.map((chunk) => textAt(chunk, 'promptFeedback', 'blockReason')).find(Boolean);
  if (blocked !== undefined && found.markdown === '') {
    return fatal('blocked', `${service} refused the question (${blocked}).`);
  }
  const stop = chunks.map((chunk) => textAt(chunk, 'candidates', 0, 'finishReason')).findLast(Boolean);
  if (stop === undefined) return unreadable(service, 'a stream without an end', attempt);
  if (found.markdown.trim() !== '') return undefined;
  if (withheld.test(stop)) return fatal('blocked', `${service} withheld the answer (${stop}).`);
  if (stop === 'STOP') return unreadable(service, 'an answer without text', attempt);
  return fatal('rejected', `${service} stopped before it answered (${stop}).`);
}

/** Puts the chunks of a stream, or one document, together into an answer with checked citations. */
export function groundedAnswer(body: CapturedBody): FoundAnswer {
  const chunks = chunksOf(body);
  const parts = chunks.flatMap((chunk) => listAt(chunk, 'candidates', 0, 'content', 'parts'));
  const markdown = parts
    .map((part) => (objectAt(part).thought === true ? '' : (textAt(part, 'text') ?? '')))
    .join('');
  const grounding = chunks
    .map((chunk) => objectAt(chunk, 'candidates', 0, 'groundingMetadata'))
    .filter((metadata) => Object.keys(metadata).length > 0);
  const sources = createSourceList();
  const citations: FoundCitation[] = [];
  let pages: readonly unknown[] = [];
  for (const metadata of grounding) {
    const given = listAt(metadata, 'groundingChunks');
    if (given.length > 0) pages = given;
    const indices = pages.map((page) => sources.add({ ...sourceOf(page), cited: false }));
    for (const support of listAt(metadata, 'groundingSupports')) {
      const span = spanOf(markdown, objectAt(support, 'segment'));
      const chip = citations.length;
      for (const cited of listAt(support, 'groundingChunkIndices')) {
        const source = typeof cited === 'number' ? indices[cited] : undefined;
        const page = source === undefined ? undefined : pages[cited as number];
        if (source === undefined || page === undefined) continue;
        sources.add({ ...sourceOf(page), cited: true });
        const { title, domain } = sourceOf(page);
        citations.push({ source, label: domain ?? title ?? '', span, chip });
      }
    }
  }
  const queries = grounding.flatMap((metadata) => textsAt(metadata, 'webSearchQueries'));
  return {
    markdown,
    sources: sources.all(),
    citations,
    searchQueries: distinct(queries),
    model: chunks.map((chunk) => textAt(chunk, 'modelVersion')).findLast(Boolean),
    searched: queries.length > 0 || sources.all().length > 0,
    suggestions: grounding.map((one) => textAt(one, 'searchEntryPoint', 'renderedContent')).findLast(Boolean),
  };
}

/** The link is Google's redirect; the title usually is just the site's host. */
function sourceOf(page: unknown): {
  readonly url: string;
  readonly redirectLink: string;
  readonly title: string | undefined;
  readonly domain: string | undefined;
} {
  const url = textAt(page, 'web', 'uri') ?? '';
  const title = textAt(page, 'web', 'title');
  const domain = textAt(page, 'web', 'domain') ?? (isHost(title) ? title : undefined);
  return { url, redirectLink: url, title, domain: domain?.replace(/^www\./, '') };
}

function isHost(title: string | undefined): boolean {
  return title !== undefined && /^[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u.test(title);
}

/** Offsets are UTF-8 bytes, end exclusive; the segment's own words decide when the offsets do not fit them. */
function spanOf(markdown: string, segment: JsonObject) {
  const start = numberAt(segment, 'startIndex') ?? 0;
  const end = numberAt(segment, 'endIndex') ?? 0;
  return spanOfBytes(markdown, start, end, textAt(segment, 'text'));
}
