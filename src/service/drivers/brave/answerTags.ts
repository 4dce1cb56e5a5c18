import type { Entity } from '../brandEntities.ts';
import { provenSpan } from '../citations.ts';
import {
  createSourceList,
  distinct,
  domainOf,
  type FoundAnswer,
  type FoundCitation,
} from '../foundAnswer.ts';
import { type JsonObject, listAt, numberAt, objectAt, textAt } from '../jsonFields.ts';

/**
 * Brave Answers writes its findings as tags with JSON into the text: `<citation>`, `<enum_item>` (an entity in a
 * list), `<queries>`, `<usage>` and more. Reads those it knows and takes all of them out of the words.
 */
export function readTags(text: string): Omit<FoundAnswer, 'model' | 'searched'> {
  const sources = createSourceList();
  const citations: FoundCitation[] = [];
  const entities: Entity[] = [];
  const queries: string[] = [];
  let markdown = '';
  let at = 0;

  const cite = (citation: JsonObject): void => {
    const url = textAt(citation, 'url');
    if (url === undefined) return;
    const description = textAt(citation, 'snippet');
    const source = sources.add({ url, description, favicon: textAt(citation, 'favicon'), cited: true });
    const span = spanBefore(markdown, citation);
    citations.push({ source, label: domainOf(url), span, chip: citations.length });
  };

  const read: Readonly<Record<string, (payload: unknown) => void>> = {
    citation: (payload) => cite(objectAt(payload)),
    enum_item: (payload) => {
      const name = textAt(payload, 'name');
      if (name === undefined) return;
      entities.push({ type: 'entity', name });
      // The item stands for words of the answer: its own, else its name as an item of a list.
      const words = textAt(payload, 'original_tokens');
      markdown += words ?? `${markdown === '' || markdown.endsWith('\n') ? '' : '\n'}- **${name}**\n`;
      for (const citation of listAt(payload, 'citations')) cite(objectAt(citation));
    },
    queries: (payload) => {
      const listed = Array.isArray(payload) ? payload : listAt(payload, 'queries');
      for (const query of listed) {
        const words = typeof query === 'string' ? query : textAt(query, 'query');
        if (words !== undefined) queries.push(words);
      }
    },
  };

  for (const tag of text.matchAll(/<([a-z_]+)>([\s\S]*?)<\/\1>/g)) {
    const [whole, name = '', inside = ''] = tag;
    const payload = parsed(inside);
    // Only tags that carry JSON are Brave's own; `<b>` in an answer about HTML is not.
    if (payload === undefined && !ownTags.has(name)) continue;
    markdown += text.slice(at, tag.index);
    at = tag.index + whole.length;
    if (payload !== undefined) read[name]?.(payload);
  }
  markdown = (markdown + text.slice(at)).trimEnd();
  const common = { markdown, sources: sources.all(), citations, searchQueries: distinct(queries) };
  return entities.length === 0 ? common : { ...common, entities };
}

const ownTags: ReadonlySet<string> = new Set([
  'thinking',
  'progress',
  'analyzing',
  'blindspots',
  'enum_start',
  'enum_end',
]);

/** Offsets count the words without tags; they are believed when the span ends where the tag stands. */
function spanBefore(markdown: string, citation: JsonObject) {
  const [start, end] = [numberAt(citation, 'start_index'), numberAt(citation, 'end_index')];
  const here = { start: markdown.length, end: markdown.length };
  if (start === undefined || end === undefined) return here;
  return provenSpan(markdown, start, end, (slice) => markdown.trimEnd().endsWith(slice.trimEnd())) ?? here;
}

function parsed(inside: string): unknown {
  try {
    return JSON.parse(inside) as unknown;
  } catch {
    return undefined;
  }
}
