import type { AnsweredCell } from '../cell.ts';
import type { Page } from '../sources.ts';

/** The members every source has, in the order of the answer's pages. */
export function plainSources(cell: AnsweredCell) {
  return cell.pages.map((page, index) => ({ ...pageMembers(page), position: index + 1 }));
}

export function pageMembers(page: Page) {
  return { url: page.url, label: page.title, description: page.snippet };
}

/**
 * One entry per pair of chip and page.
 * @param firstId id of the first chip: 0 on assistant-a, 1 elsewhere
 */
export function pills(cell: AnsweredCell, firstId: number) {
  return cell.answer.citations.flatMap((citation, index) =>
    citation.pages.flatMap((at) => {
      const page = cell.pages[at];
      if (page === undefined) return [];
      return [
        {
          label: page.title,
          citationPillId: firstId + index,
          url: page.url,
          domain: page.domain,
          description: page.snippet,
          position: at + 1,
        },
      ];
    }),
  );
}

/** An optional block: the member when there is something to show, nothing otherwise. */
export function shown<Key extends string, Item>(
  key: Key,
  items: readonly Item[],
): { readonly [K in Key]?: readonly Item[] } {
  return items.length === 0 ? {} : ({ [key]: items } as { readonly [K in Key]: readonly Item[] });
}

/** Upstream events as an engine would stream them: the answer line by line between a start and an end. */
export function streamedEvents(cell: AnsweredCell, engine: string): unknown[] {
  const id = cell.scene.seeds.job.toString(36);
  return [
    { event: 'start', data: { id, engine, model: `sandbox-${engine}` } },
    ...(cell.queries.length === 0 ? [] : [{ event: 'search', data: { queries: cell.queries } }]),
    ...linesOf(cell.answer.markdown).map((text, index) => ({ event: 'delta', data: { index, text } })),
    { event: 'sources', data: cell.pages.map((page) => ({ url: page.url, title: page.title })) },
    { event: 'end', data: { id, reason: 'stop' } },
  ];
}

/** The text cut behind every line end; the chunks joined give the text again. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)(?=[^\n])/);
}
