import { isCitationMark, linkAround, markLabel, provenSpan, type Span } from './citations.ts';
import { domainOf, type FoundCitation, type SourceList } from './foundAnswer.ts';
import { numberAt, textAt } from './jsonFields.ts';
import type { AnswerPart } from './responsesProtocol.ts';

/** How an address is written down as a source; providers add tracking parameters to it. */
export type CleanUrl = (url: string) => string;

/**
 * Reads `url_citation` annotations: each becomes a source and a citation. A span is believed only when its slice
 * shows the address or the site; otherwise the link nearest to it is taken.
 */
export function urlCitations(
  parts: readonly AnswerPart[],
  sources: SourceList,
  clean: CleanUrl,
): readonly FoundCitation[] {
  const citations: FoundCitation[] = [];
  for (const part of parts) {
    for (const annotation of part.annotations) {
      const url = textAt(annotation, 'url');
      const type = textAt(annotation, 'type');
      if (url === undefined || (type !== undefined && !/citation/.test(type))) continue;
      const numbered = /^\d+$/.test(textAt(annotation, 'title') ?? '');
      const title = numbered ? undefined : textAt(annotation, 'title');
      const source = sources.add({ url: clean(url), title, cited: true });
      const local = spanIn(
        part.text,
        url,
        numberAt(annotation, 'start_index'),
        numberAt(annotation, 'end_index'),
      );
      const slice = local === undefined ? '' : part.text.slice(local.start, local.end);
      const span = local && { start: local.start + part.offset, end: local.end + part.offset };
      const label = labelIn(slice, url) ?? title ?? domainOf(url);
      citations.push({ source, label, span, chip: chipOf(citations, span) });
    }
  }
  return citations;
}

function spanIn(text: string, url: string, start?: number, end?: number): Span | undefined {
  const site = domainOf(url);
  const shows = (slice: string): boolean => slice.includes(url) || (site !== '' && slice.includes(site));
  if (start !== undefined && end !== undefined) {
    // A slice in the wrong unit often still holds the address: a whole chip, brackets and all, proves more. A
    // marker such as [web:1] names no site, but is whole only in the right unit too.
    const proven =
      provenSpan(text, start, end, (slice) => shows(slice) && isCitationMark(slice)) ??
      provenSpan(text, start, end, (slice) => /^\[[^\][]*\]$/.test(slice)) ??
      provenSpan(text, start, end, shows);
    if (proven !== undefined) return proven;
  }
  return linkAround(text, url, start ?? 0);
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
