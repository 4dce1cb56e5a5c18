import { shownHost } from '#shared/text/addresses/pages.ts';
import {
  isCitationMark,
  linkAround,
  type MarkdownLink,
  markdownLinks,
  markLabel,
  namesSite,
  provenSpan,
  type Span,
  standsAsMark,
} from './citations.ts';
import type { FoundCitation, SourceList } from './foundAnswer.ts';
import { numberAt, textAt } from './jsonFields.ts';
import type { AnswerPart } from './responsesProtocol.ts';

/** Reads `url_citation` annotations: each becomes a source and a citation. */
export function urlCitations(parts: readonly AnswerPart[], sources: SourceList): readonly FoundCitation[] {
  const citations: FoundCitation[] = [];
  for (const part of parts) {
    const links = markdownLinks(part.text);
    for (const annotation of part.annotations) {
      const url = textAt(annotation, 'url');
      const type = textAt(annotation, 'type');
      if (url === undefined || (type !== undefined && !/citation/.test(type))) continue;
      const numbered = /^\d+$/.test(textAt(annotation, 'title') ?? '');
      const title = numbered ? undefined : textAt(annotation, 'title');
      const source = sources.add({ url, title, cited: true });
      const local = spanIn(
        part.text,
        links,
        url,
        numberAt(annotation, 'start_index'),
        numberAt(annotation, 'end_index'),
      );
      const slice = local === undefined ? '' : part.text.slice(local.start, local.end);
      const span = local && { start: local.start + part.offset, end: local.end + part.offset };
      const label = labelIn(slice, url) ?? title ?? shownHost(url);
      const mark = local !== undefined && isMark(part.text, local, url);
      citations.push({ source, label, span, mark, chip: chipOf(citations, span) });
    }
  }
  return citations;
}

/**
 * The unit of a provider's offsets is not documented, and one emoji before a chip makes the units differ. A
 * unit is used if its slice is a whole chip; otherwise the nearest link with this URL is used; the plain
 * offsets only if the text has no such link.
 */
function spanIn(
  text: string,
  links: readonly MarkdownLink[],
  url: string,
  start?: number,
  end?: number,
): Span | undefined {
  const link = linkAround(text, links, url, start ?? 0);
  if (start === undefined || end === undefined) return link;
  const site = shownHost(url);
  const shows = (slice: string): boolean => slice.includes(url) || (site !== '' && slice.includes(site));
  const proven =
    provenSpan(text, start, end, (slice) => shows(slice) && isCitationMark(slice)) ??
    // A marker such as [web:1] names no site, but is complete only in the right unit.
    provenSpan(text, start, end, (slice) => /^\[[^\][]*\]$/.test(slice));
  if (proven === undefined) return link ?? provenSpan(text, start, end, shows);
  // Offsets of only the link would leave the parentheses around it.
  const whole = linkAround(text, links, url, proven.start);
  return whole !== undefined && whole.start <= proven.start && whole.end >= proven.end ? whole : proven;
}

/** A chip of links in parentheses, a number, or the name of the site behind a sentence: not a linked word. */
function isMark(text: string, span: Span, url: string): boolean {
  const slice = text.slice(span.start, span.end);
  if (isCitationMark(slice)) return true;
  if (slice === url) return standsAsMark(text, span);
  return slice.includes('](') && namesSite(markLabel(slice), url) && standsAsMark(text, span);
}

/** The words this address is linked from inside a chip that may hold several links. */
function labelIn(slice: string, url: string): string | undefined {
  const at = slice.indexOf(`](${url}`);
  if (at !== -1) {
    const opened = slice.lastIndexOf('[', at - 1);
    const label = slice
      .slice(opened + 1, at)
      .replace(/\]$/, '')
      .trim();
    if (label !== '') return label;
  }
  return isCitationMark(slice) ? markLabel(slice) : undefined;
}

/** Citations whose spans overlap are one visible chip. */
function chipOf(citations: readonly FoundCitation[], span: Span | undefined): number {
  if (span !== undefined) {
    for (const { span: other, chip } of citations) {
      if (other !== undefined && other.start < span.end && span.start < other.end) return chip;
    }
  }
  return citations.length;
}
