import { shownHost } from '#shared/text/addresses/pages.ts';
import type { AskedQuestion } from './askedQuestion.ts';
import type { Entity } from './brandEntities.ts';
import type { Span } from './citations.ts';
import type { FoundAnswer, FoundSource } from './foundAnswer.ts';
import { type ReadableText, readableText } from './readableText.ts';

export type ShapedParts = {
  readonly asked: AskedQuestion;
  readonly found: FoundAnswer;
  readonly entities: readonly Entity[];
  /** Upstream chunks as received. */
  readonly rawEvents: readonly unknown[];
};

/**
 * Converts an answer into the result shape of one engine (gap-fill section 9). Fields the driver cannot provide
 * stay absent. In addition to the interface, pills have `start` and `end`: UTF-16 offsets of the cited words in
 * `text`, both equal if the citation is only a mark, which `text` omits.
 */
export function engineResult({ asked, found, entities, rawEvents }: ShapedParts): Record<string, unknown> {
  const { engine, include } = asked;
  const marks = found.citations.flatMap(({ span, mark }) => (span !== undefined && mark ? [span] : []));
  const readable = readableText(found.markdown, marks);
  const sources = found.sources.map((source, index) => sourceOf(asked, source, index));
  const pills = engine === 'assistant-c' ? [] : pillsOf(asked, found, readable);
  return {
    text: readable.text,
    sources,
    ...(pills.length === 0 ? {} : { citationPills: pills }),
    ...(include.markdown ? { markdown: found.markdown } : {}),
    ...(include.rawResponse ? { rawResponse: rawEvents } : {}),
    ...(found.entities === undefined || found.entities.length === 0 ? {} : { entities: found.entities }),
    ...ownMembers(asked, found, entities),
    ...found.members,
  };
}

function ownMembers(
  { engine, include }: AskedQuestion,
  found: FoundAnswer,
  entities: readonly Entity[],
): Record<string, unknown> {
  const queries = found.searchQueries;
  switch (engine) {
    case 'assistant-a':
      // The model's name here would claim that the older interface was served; it is in the provenance.
      return {
        model: null,
        entities,
        ...(include.searchQueries ? { searchQueries: queries, mapSearchQueries: [] } : {}),
      };
    case 'assistant-c':
      return { searchQueries: queries, model: found.model ?? null };
    case 'assistant-d':
      return queries.length === 0 ? {} : { searchQueries: queries };
    case 'assistant-e':
      return {
        ...(queries.length === 0 ? {} : { search_model_queries: queries }),
        ...(found.relatedQueries === undefined || found.relatedQueries.length === 0
          ? {}
          : { related_queries: found.relatedQueries }),
      };
    default:
      return {};
  }
}

function sourceOf({ engine }: AskedQuestion, source: FoundSource, index: number): Record<string, unknown> {
  const { url, title, description, datePublished, cited, domain, redirectLink } = source;
  return {
    position: index + 1,
    url,
    label: title ?? domain ?? shownHost(url),
    ...present({ description, redirectLink, domain }),
    ...(engine === 'assistant-a' ? { footnote: !cited, ...present({ datePublished }) } : {}),
    ...(engine === 'assistant-c'
      ? present({
          siteName: source.siteName,
          creator: source.creator,
          image: source.image,
          favicon: source.favicon,
          metadataTitle: title,
        })
      : {}),
  };
}

function pillsOf(
  { engine }: AskedQuestion,
  found: FoundAnswer,
  { textOffset, markOffset }: ReadableText,
): readonly Record<string, unknown>[] {
  const place = (span: Span, mark: boolean): { readonly start: number; readonly end: number } => {
    const start = mark ? markOffset(span.start) : textOffset(span.start);
    return { start, end: mark ? start : textOffset(span.end) };
  };
  const firstId = engine === 'assistant-a' ? 0 : 1;
  const chips = new Map<number, number>();
  const perChip = new Map<number, number>();
  for (const { chip } of found.citations) perChip.set(chip, (perChip.get(chip) ?? 0) + 1);
  return found.citations.flatMap(({ source: index, label, span, mark, chip }) => {
    const source = found.sources[index];
    if (source === undefined) return [];
    const id = chips.get(chip) ?? chips.size + firstId;
    chips.set(chip, id);
    return [
      {
        label,
        citationPillId: id,
        url: source.url,
        domain: source.domain ?? shownHost(source.url),
        position: index + 1,
        ...present({ description: source.description, redirectLink: source.redirectLink }),
        ...(engine === 'assistant-a'
          ? { type: (perChip.get(chip) ?? 1) > 1 ? 'groupedWebpage' : 'searchResult' }
          : {}),
        ...(span === undefined ? {} : place(span, mark)),
      },
    ];
  });
}

function present(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
