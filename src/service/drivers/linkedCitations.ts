import { isCitationMark, markdownLinks, markLabel } from './citations.ts';
import { createSourceList, domainOf, type FoundCitation, type FoundSource } from './foundAnswer.ts';

/** Sources of an answer, those linked in its Markdown marked as cited, and a citation for every mark. */
export type LinkedSources = {
  readonly sources: readonly FoundSource[];
  readonly citations: readonly FoundCitation[];
};

/**
 * Reads citation marks (`[site](address)`, `[[1]](address)`). A link within a sentence to a page that is not
 * listed is part of the answer. A source without a mark was only shown beside the answer.
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

/** Numbers do not describe the source. */
function labelOf(mark: string): string | undefined {
  const label = markLabel(mark);
  return label === '' || /^\d+$/.test(label) ? undefined : label;
}
