import { isCitationMark, markdownLinks, markLabel } from './citations.ts';
import { createSourceList, domainOf, type FoundCitation, type FoundSource } from './foundAnswer.ts';

/** Sources of an answer, those its Markdown links to marked as cited, and a citation for every mark. */
export type LinkedSources = {
  readonly sources: readonly FoundSource[];
  readonly citations: readonly FoundCitation[];
};

/**
 * Reads the marks (`[site](address)`, `[[1]](address)`) an answer's page carries for its sources. A link to a page
 * that was not listed, in the middle of a sentence, is words of the answer. A source that no mark points at was shown
 * beside the answer.
 */
export function linkedCitations(markdown: string, listed: readonly FoundSource[]): LinkedSources {
  const sources = createSourceList();
  for (const source of listed) sources.add(source);
  const citations: FoundCitation[] = [];
  const chips = new Map<number, number>();
  for (const { address, span } of markdownLinks(markdown)) {
    const mark = markdown.slice(span.start, span.end);
    const known = sources.find(address);
    if (known === undefined && !/^\(|^\[\[?\d/.test(mark)) continue;
    const source = sources.add({ url: address, cited: true });
    const label = labelOf(mark) ?? known?.title ?? domainOf(address);
    const chip = chips.get(span.start) ?? citations.length;
    chips.set(span.start, chip);
    citations.push({ source, label, span: isCitationMark(mark) ? span : undefined, chip });
  }
  return { sources: sources.all(), citations };
}

/** Numbers say nothing of the source. */
function labelOf(mark: string): string | undefined {
  const label = markLabel(mark);
  return label === '' || /^\d+$/.test(label) ? undefined : label;
}
