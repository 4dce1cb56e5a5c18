import { shownHost } from '#shared/text/addresses/pages.ts';
import { isCitationMark, markdownLinks, markLabel, namesSite, standsAsMark } from './citations.ts';
import { createSourceList, type FoundCitation, type FoundSource } from './foundAnswer.ts';

/** Sources of an answer, those linked in its Markdown marked as cited, and a citation for every mark. */
export type LinkedSources = {
  readonly sources: readonly FoundSource[];
  readonly citations: readonly FoundCitation[];
};

/**
 * Reads the links of pages that people see. A number is a mark; so is a chip in parentheses that leads to a listed
 * source or names its site, and the name of the site behind a sentence. Any other link is words of the answer: its
 * source is cited if it is listed. A source without a link was only shown beside the answer.
 */
export function linkedCitations(markdown: string, listed: readonly FoundSource[]): LinkedSources {
  const sources = createSourceList();
  for (const source of listed) sources.add(source);
  const citations: FoundCitation[] = [];
  const chips = new Map<number, number>();
  for (const { address, span, link } of markdownLinks(markdown)) {
    const written = markdown.slice(span.start, span.end);
    const label = markLabel(markdown.slice(link.start, link.end));
    const known = sources.find(address);
    const named = namesSite(label, address);
    const inChip = isCitationMark(written);
    const mark = inChip
      ? known !== undefined || named || /^(?:web:)?\d*$/.test(label)
      : named && standsAsMark(markdown, span);
    if (known === undefined && !mark) continue;
    const source = sources.add({ url: address, cited: true });
    const shown = labelOf(label) ?? known?.title ?? shownHost(address);
    const chip = chips.get(span.start) ?? citations.length;
    chips.set(span.start, chip);
    citations.push({ source, label: shown, span: mark ? span : link, mark, chip });
  }
  return { sources: sources.all(), citations };
}

/** Numbers do not describe the source. */
function labelOf(label: string): string | undefined {
  return label === '' || /^\d+$/.test(label) ? undefined : label;
}
