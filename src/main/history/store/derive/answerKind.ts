/** What an answer can be counted in: whether it has text of its own, and whether its page shows an AI Overview. */

import type { Engine } from '#shared/interface/engines.ts';
import { asObject, type JsonObject } from '#shared/json.ts';
import { text } from './sourceLists.ts';

/**
 * Characters of the answer itself: a list of search results is none.
 * @param shown text by `deriveText`
 */
export function answerChars(engine: Engine, result: JsonObject, shown: string): number {
  if (engine === 'search/news') return 0;
  if (engine !== 'search') return shown.length;
  const overview = asObject(result.aioverview);
  return (text(overview?.text) ?? text(overview?.markdown) ?? '').length;
}

/**
 * 1 if the result page shows an AI Overview, 0 if it shows none, null if none was asked for. One that the page showed
 * but the provider did not deliver counts as shown; its provenance says so.
 * @param request body as sent; JSON
 */
export function overviewShown(engine: Engine, result: JsonObject, request: string): 0 | 1 | null {
  if (engine !== 'search') return null;
  const overview = asObject(result.aioverview);
  if (text(overview?.text) !== null || text(overview?.markdown) !== null) return 1;
  if (asObject(asObject(result.provenance)?.overview)?.shown === true) return 1;
  return result.aioverview !== undefined || asksOverview(request) ? 0 : null;
}

function asksOverview(request: string): boolean {
  if (!request.includes('"aioverview"')) return false;
  const asked = asObject(asObject(JSON.parse(request))?.include)?.aioverview;
  return asked !== undefined && asked !== null && asked !== false;
}
