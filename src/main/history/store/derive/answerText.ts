import type { Engine } from '#shared/interface/engines.ts';
import { asObject, type JsonObject } from '#shared/json.ts';
import { withoutMarks } from '#shared/text/markdown/citationMarks.ts';
import { text } from './sourceLists.ts';

/**
 * The text of an answer, without citation marks: an assistant's answer; for search engines the overview, then each
 * result as a numbered title with its snippet.
 */
export function deriveText(engine: Engine, result: JsonObject): string {
  if (engine === 'search') {
    const overview = withoutMarks(text(asObject(result.aioverview)?.text) ?? '');
    return [overview, resultLines(result.organicResults)].filter(Boolean).join('\n\n');
  }
  if (engine === 'search/news') return resultLines(result.newsResults);
  return withoutMarks(text(result.text) ?? '');
}

/** Fields of a result that `deriveText` uses. */
export function textMembers(engine: Engine): readonly string[] {
  if (engine === 'search') return ['aioverview', 'organicResults'];
  return engine === 'search/news' ? ['newsResults'] : ['text'];
}

/** The Markdown that the engine returned, with its citation marks; null means that `text` is shown. */
export function deriveMarkdown(engine: Engine, result: JsonObject): string | null {
  if (engine === 'search') {
    const overview = text(asObject(result.aioverview)?.markdown);
    if (overview === null) return null;
    return [overview, resultLines(result.organicResults)].filter(Boolean).join('\n\n');
  }
  return text(result.markdown);
}

/** The engine's fan-out queries; one engine calls them `search_model_queries`, in older captures as objects. */
export function deriveSearchQueries(result: JsonObject): readonly string[] {
  const given = result.searchQueries ?? result.search_model_queries;
  if (!Array.isArray(given)) return [];
  return given.map((entry) => text(entry) ?? text(asObject(entry)?.query)).filter((q) => q !== null);
}

function resultLines(value: unknown): string {
  if (!Array.isArray(value)) return '';
  const lines: string[] = [];
  for (const [index, entry] of value.entries()) {
    const item = asObject(entry);
    const title = text(item?.title);
    if (title === null) continue;
    const snippet = text(item?.snippet);
    lines.push(`${index + 1}. ${title}${snippet ? `\n   ${snippet}` : ''}`);
  }
  return lines.join('\n');
}
