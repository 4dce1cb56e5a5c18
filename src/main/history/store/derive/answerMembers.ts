import { asObject, type JsonObject } from '#shared/json.ts';
import { memberReader } from './resultMembers.ts';

/**
 * The fields of a result that are searched for brands, with those that name what the answer presents; sources and citations are most of a result. `text` is
 * skipped if there is Markdown, which is used instead.
 *
 * @param body a stored result, which is valid JSON
 */
export function answerMembers(body: Buffer): JsonObject {
  const read = memberReader(body);
  const markdown = read('markdown');
  const hasMarkdown = typeof markdown === 'string' && markdown.trim() !== '';
  const overview = asObject(read('aioverview'));
  return {
    text: hasMarkdown ? undefined : read('text'),
    markdown,
    entities: read('entities'),
    shoppingCards: read('shoppingCards'),
    shopping_cards: read('shopping_cards'),
    inlineProducts: read('inlineProducts'),
    productResults: read('productResults'),
    ...(overview ? { aioverview: { text: overview.text, markdown: overview.markdown } } : {}),
  };
}
