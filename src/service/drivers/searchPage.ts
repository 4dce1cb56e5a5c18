import { pageKey, shownHost } from '#shared/text/addresses/pages.ts';
import { withoutSender } from '#shared/text/addresses/tracking.ts';
import { textWithoutCodes } from './foundAnswer.ts';
import { textAt } from './jsonFields.ts';
import { linkedCitations } from './linkedCitations.ts';

type Reference = {
  readonly position: number;
  readonly url: string;
  readonly label: string;
  readonly description?: string;
};

/** Sources of an overview in the interface's shape; each address once. */
export function pageReferences(references: readonly unknown[]): readonly Reference[] {
  const found = new Map<string, Omit<Reference, 'position'>>();
  for (const reference of references) {
    const address = textAt(reference, 'url') ?? textAt(reference, 'link');
    if (address === undefined) continue;
    const url = withoutSender(address);
    const key = pageKey(address);
    if (found.has(key)) continue;
    const description = textAt(reference, 'text') ?? textAt(reference, 'snippet');
    found.set(key, {
      url,
      label: textAt(reference, 'title') ?? textAt(reference, 'source') ?? shownHost(url),
      description,
    });
  }
  return [...found.values()].map((reference, index) => ({ position: index + 1, ...reference }));
}

/** An AI overview as `search` gives it; null when the page showed none. */
export async function aiOverview(
  written: string | undefined,
  sources: readonly Reference[],
  include: { readonly markdown: boolean },
): Promise<Record<string, unknown> | null> {
  if (written === undefined) return null;
  const markdown = textWithoutCodes(written);
  // Reading Markdown takes eighty small modules that a cold start can do without.
  const { readableText } = await import('./readableText.ts');
  const linked = linkedCitations(
    markdown,
    sources.map(({ url, label }) => ({ url, title: label, cited: false })),
  );
  const marks = linked.citations.flatMap(({ span, mark }) => (mark && span !== undefined ? [span] : []));
  const positions = new Map(sources.map(({ url, position }) => [pageKey(url), position]));
  const citationPills = linked.citations.flatMap(({ source, label, chip }) => {
    const url = linked.sources[source]?.url ?? '';
    const position = positions.get(pageKey(url));
    if (position === undefined) return [];
    return [{ label, citationPillId: chip + 1, url, domain: shownHost(url), position }];
  });
  return {
    text: readableText(markdown, marks).text,
    ...(include.markdown ? { markdown } : {}),
    sources,
    ...(citationPills.length === 0 ? {} : { citationPills }),
  };
}
