import { pageKey, shownHost } from '#shared/text/addresses/pages.ts';
import { withoutSender } from '#shared/text/addresses/tracking.ts';
import { textWithoutCodes } from './foundAnswer.ts';
import { objectAt, textAt } from './jsonFields.ts';
import { linkedCitations } from './linkedCitations.ts';
import type { SearchQuestion } from './searchedMarket.ts';

/** A row of a result in the interface's shape. */
export type Row = Record<string, unknown>;

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

/** An entry of "People also ask": an overview of its own, or the page that answers it. */
export function askedAlso(question: string | undefined, answer: unknown, isOverview = false): readonly Row[] {
  if (question === undefined) return [];
  if (isOverview) return [{ question, type: 'AIOVERVIEW', ...objectAt(answer) }];
  const link = textAt(answer, 'link') ?? textAt(answer, 'url');
  const [snippet, title] = [
    textAt(answer, 'snippet') ?? textAt(answer, 'description'),
    textAt(answer, 'title'),
  ];
  return [{ question, type: link === undefined ? 'UNKNOWN' : 'LINK', snippet, title, link }];
}

/** Google's panel beside the results, in the words of the providers that read its page. */
export function knowledgePanel(panel: unknown, type: string | undefined): Row {
  const title = textAt(panel, 'title');
  if (title === undefined) return {};
  return {
    knowledgeGraph: {
      title,
      type,
      description: textAt(panel, 'description'),
      imageUrl: textAt(panel, 'image') ?? textAt(panel, 'image_url'),
      website: textAt(panel, 'website') ?? textAt(panel, 'url'),
    },
  };
}

/** Links below a result. */
export function sitelinks(links: readonly unknown[]): Row {
  const inline = links.flatMap((one) => {
    const [title, link] = [textAt(one, 'title'), textAt(one, 'link') ?? textAt(one, 'url')];
    return title === undefined || link === undefined ? [] : [{ title, link }];
  });
  return inline.length === 0 ? {} : { sitelinks: { inline } };
}

/** Google's own parameters for the age of results and for its filter of explicit ones. */
export function googleFilters({ freshness, safe }: SearchQuestion): Readonly<Record<string, string>> {
  const american = (day: string): string => {
    const [year, month, date] = day.split('-');
    return `${Number(month)}/${Number(date)}/${year}`;
  };
  const tbs =
    freshness?.kind === 'within'
      ? `qdr:${freshness.unit.charAt(0)}`
      : freshness?.kind === 'between'
        ? `cdr:1,cd_min:${american(freshness.from)},cd_max:${american(freshness.to)}`
        : undefined;
  return {
    ...(tbs === undefined ? {} : { tbs }),
    ...(safe === 'strict' ? { safe: 'active' } : safe === 'off' ? { safe: 'off' } : {}),
  };
}
