import type { JsonObject } from '#shared/json.ts';
import { shownHost } from '#shared/text/addresses/pages.ts';
import type { AnswerStop } from '../driver.ts';
import { createSourceList, distinct, type FoundAnswer, type FoundCitation } from '../foundAnswer.ts';
import { listAt, textAt } from '../jsonFields.ts';
import type { FinishedMessage } from './messageStream.ts';

/**
 * The answer begins after the search of its first citation; before that, the model announces what it will do.
 * It may search again within the answer. Citations have no offsets: a cited text block is the cited span
 * itself.
 */
export function citedAnswer({ content, model, stopReason }: FinishedMessage): FoundAnswer {
  const results = content.filter((block) => textAt(block, 'type') === 'web_search_tool_result');
  const said = spoken(content);
  const sources = createSourceList();
  const citations: FoundCitation[] = [];
  let markdown = '';
  for (const { block, resumed } of said) {
    const text = textAt(block, 'text') ?? '';
    if (resumed && markdown !== '' && !/\s$/.test(markdown) && !/^\s/.test(text)) markdown += '\n\n';
    const words = markdown === '' ? text.replace(/^\s+/, '') : text;
    const span = { start: markdown.length, end: markdown.length + words.length };
    markdown += words;
    const chip = citations.length;
    for (const citation of listAt(block, 'citations')) {
      const url = textAt(citation, 'url');
      if (url === undefined) continue;
      const title = textAt(citation, 'title');
      const source = sources.add({ url, title, description: textAt(citation, 'cited_text'), cited: true });
      citations.push({ source, label: title ?? shownHost(url), span, mark: false, chip });
    }
  }
  for (const page of results.flatMap((result) => listAt(result, 'content'))) {
    const url = textAt(page, 'url');
    if (url === undefined) continue;
    sources.add({ url, title: textAt(page, 'title'), datePublished: textAt(page, 'page_age'), cited: false });
  }
  const queries = content
    .filter((block) => textAt(block, 'type') === 'server_tool_use' && textAt(block, 'name') === 'web_search')
    .flatMap((block) => textAt(block, 'input', 'query') ?? []);
  return {
    markdown,
    sources: sources.all(),
    citations,
    searchQueries: distinct(queries),
    model,
    // A failed search is returned as an error object instead of the list of pages.
    searched: results.some((result) => Array.isArray(result.content)),
    stop: stopOf(stopReason),
  };
}

type Spoken = {
  readonly block: JsonObject;
  /** Written right after a search, so it does not continue the previous words. */
  readonly resumed: boolean;
};

function spoken(content: readonly JsonObject[]): readonly Spoken[] {
  const isText = (block: JsonObject | undefined): boolean => textAt(block, 'type') === 'text';
  const firstCited = content.findIndex((block) => isText(block) && listAt(block, 'citations').length > 0);
  const until = firstCited === -1 ? content.length : firstCited;
  const search = content.slice(0, until).findLastIndex(isResult);
  const said = content.flatMap((block, index) =>
    isText(block) ? [{ block, index, resumed: !isText(content[index - 1]) }] : [],
  );
  const after = said.filter(({ index }) => index > search);
  const hasWords = after.some(({ block }) => (textAt(block, 'text') ?? '').trim() !== '');
  return hasWords ? after : said;
}

function isResult(block: JsonObject): boolean {
  return /_tool_result$/.test(textAt(block, 'type') ?? '');
}

function stopOf(reason: string | undefined): AnswerStop | undefined {
  switch (reason) {
    case undefined:
      return undefined;
    case 'end_turn':
    case 'stop_sequence':
      return { kind: 'complete' };
    case 'refusal':
      return { kind: 'refused', reason };
    default:
      return { kind: 'cut', reason };
  }
}
