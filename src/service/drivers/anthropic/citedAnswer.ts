import {
  createSourceList,
  distinct,
  domainOf,
  type FoundAnswer,
  type FoundCitation,
} from '../foundAnswer.ts';
import { type JsonObject, listAt, textAt } from '../jsonFields.ts';
import type { FinishedMessage } from './messageStream.ts';

/**
 * The answer is what the model says after its last search; before that it announces what it is about to do.
 * Citations carry no offsets: a cited text block is the cited span itself.
 */
export function citedAnswer({ content, model }: FinishedMessage): FoundAnswer {
  const results = content.filter((block) => textAt(block, 'type') === 'web_search_tool_result');
  const said = spoken(content);
  const sources = createSourceList();
  const citations: FoundCitation[] = [];
  let markdown = '';
  for (const block of said) {
    const text = textAt(block, 'text') ?? '';
    const words = markdown === '' ? text.replace(/^\s+/, '') : text;
    const span = { start: markdown.length, end: markdown.length + words.length };
    markdown += words;
    const chip = citations.length;
    for (const citation of listAt(block, 'citations')) {
      const url = textAt(citation, 'url');
      if (url === undefined) continue;
      const title = textAt(citation, 'title');
      const source = sources.add({ url, title, description: textAt(citation, 'cited_text'), cited: true });
      citations.push({ source, label: title ?? domainOf(url), span, chip });
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
    // A search that failed comes back as an error object in place of the list of pages.
    searched: results.some((result) => Array.isArray(result.content)),
  };
}

function spoken(content: readonly JsonObject[]): readonly JsonObject[] {
  const isText = (block: JsonObject): boolean => textAt(block, 'type') === 'text';
  const lastResult = content.findLastIndex((block) => /_tool_result$/.test(textAt(block, 'type') ?? ''));
  const after = content.slice(lastResult + 1).filter(isText);
  const hasWords = after.some((block) => (textAt(block, 'text') ?? '').trim() !== '');
  return hasWords ? after : content.filter(isText);
}
