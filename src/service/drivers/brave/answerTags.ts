import type { JsonObject } from '#shared/json.ts';
import { shownHost } from '#shared/text/addresses/pages.ts';
import type { Entity } from '../brandEntities.ts';
import { provenSpan } from '../citations.ts';
import { createSourceList, distinct, type FoundAnswer, type FoundCitation } from '../foundAnswer.ts';
import { listAt, numberAt, objectAt, textAt } from '../jsonFields.ts';
import { type Metered, usageOf } from '../meter.ts';

export type ReadTags = Omit<FoundAnswer, 'model' | 'searched'> & { readonly metered: Metered };

/**
 * Brave Answers writes its findings as tags with JSON into the text: `<citation>`, `<enum_item>` (an entity in
 * a list), `<queries>`, `<usage>` and more. Parses the known ones and removes all of them from the text.
 * Research puts the answer itself, with its citations, into `<answer>`; the text around it is Brave's own
 * progress output.
 */
export function readTags(text: string): ReadTags {
  const sources = createSourceList();
  const citations: FoundCitation[] = [];
  const entities: Entity[] = [];
  const queries: string[] = [];
  let markdown = '';
  let metered: Metered = {};

  const cite = (citation: JsonObject): void => {
    const url = textAt(citation, 'url');
    if (url === undefined) return;
    const description = textAt(citation, 'snippet');
    const source = sources.add({ url, description, favicon: textAt(citation, 'favicon'), cited: true });
    const span = spanBefore(markdown, citation);
    citations.push({ source, label: shownHost(url), span, mark: false, chip: citations.length });
  };

  const read: Readonly<Record<string, (payload: unknown) => void>> = {
    citation: (payload) => cite(objectAt(payload)),
    enum_item: (payload) => {
      const name = textAt(payload, 'name');
      if (name === undefined) return;
      entities.push({ type: 'entity', name });
      // The item's words in the answer: its own text, or else its name as a list item.
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
    usage: (payload) => {
      metered = meteredBy(payload);
    },
  };

  const answer = [...text.matchAll(/<answer>([\s\S]*?)(?:<\/answer>|$)/g)].at(-1);
  const research = answer === undefined ? '' : text.replace(answer[0], '');
  for (const { name, payload } of tagsIn(research)) {
    if (name === 'queries' || name === 'usage') read[name]?.(payload);
  }
  const words = answer?.[1] ?? text;
  let at = 0;
  for (const { name, payload, start, end } of tagsIn(words)) {
    markdown += words.slice(at, start);
    at = end;
    if (payload !== undefined) read[name]?.(payload);
  }
  markdown = (markdown + words.slice(at)).trim();
  const common = { markdown, sources: sources.all(), citations, searchQueries: distinct(queries), metered };
  return entities.length === 0 ? common : { ...common, entities };
}

type Tag = {
  readonly name: string;
  /** Undefined for a tag that contains words. */
  readonly payload: unknown;
  readonly start: number;
  readonly end: number;
};

/** Brave's own tags: those with JSON, and the known ones with words; `<b>` in an answer is not one. */
function tagsIn(text: string): readonly Tag[] {
  // Positions where the tags of each name close, ascending: searching the end of each opening tag separately
  // takes quadratic time.
  const closings = new Map<string, number[]>();
  for (const { 1: name = '', index } of text.matchAll(/<\/([a-z_]+)>/g)) {
    const known = closings.get(name);
    if (known === undefined) closings.set(name, [index]);
    else known.push(index);
  }
  const passed = new Map<string, number>();
  const closingOf = (name: string, from: number): number | undefined => {
    const known = closings.get(name) ?? [];
    let next = passed.get(name) ?? 0;
    while ((known[next] ?? from) < from) next += 1;
    passed.set(name, next);
    return known[next];
  };
  const tags: Tag[] = [];
  let at = 0;
  for (const { 0: opening, 1: name = '', index } of text.matchAll(/<([a-z_]+)>/g)) {
    const inside = index + opening.length;
    const closing = index < at ? undefined : closingOf(name, inside);
    if (closing === undefined) continue;
    at = closing + opening.length + 1;
    const payload = parsed(text.slice(inside, closing));
    if (payload !== undefined || ownTags.has(name)) tags.push({ name, payload, start: index, end: at });
  }
  return tags;
}

/** The cost is stated in US dollars. */
function meteredBy(payload: unknown): Metered {
  const usage = usageOf({
    inputTokens: numberAt(payload, 'X-Request-Tokens-In'),
    outputTokens: numberAt(payload, 'X-Request-Tokens-Out'),
    searches: numberAt(payload, 'X-Request-Queries'),
    requests: numberAt(payload, 'X-Request-Requests'),
  });
  return { usage, statedCost: numberAt(payload, 'X-Request-Total-Cost') };
}

const ownTags: ReadonlySet<string> = new Set([
  'thinking',
  'progress',
  'analyzing',
  'blindspots',
  'enum_start',
  'enum_end',
]);

/** Offsets count the text without tags; they are trusted if the span ends at the tag's position. */
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
