import type { Engine } from '#shared/interface/engines.ts';
import { asObject, type JsonObject } from '#shared/json.ts';
import type { SearchFieldName } from '#shared/model/search.ts';
import { deriveText, textMembers } from './answerText.ts';
import { resultOf } from './result.ts';
import { memberReader } from './resultMembers.ts';

export type SearchableText = { readonly field: SearchFieldName; readonly text: string };

/** Lists of a result and their labels. Citation pills repeat the sources, raw chunks the answer. */
const lists: ReadonlyMap<string, SearchFieldName> = new Map(
  (
    [
      ['source', 'sources'],
      [
        'query',
        'searchQueries search_model_queries mapSearchQueries related_queries relatedSearches peopleAlsoAsk',
      ],
      ['product', 'shoppingCards shopping_cards inlineProducts productResults'],
      ['ad', 'ads'],
      ['more', 'entities places map hotels videos localResults knowledgeGraph'],
    ] as const
  ).flatMap(([field, members]) => members.split(' ').map((member) => [member, field] as const)),
);

/** Fields with text for readers; everything else is URLs, ids and numbers. */
const worded = new Set([
  'title',
  'label',
  'description',
  'snippet',
  'name',
  'question',
  'query',
  'body',
  'text',
  'store',
  'merchant',
  'brand',
  'siteName',
  'headline',
]);

/** Deeper than any result of the interface. */
const deepest = 8;

/** Every searchable text of a stored answer: prompt, answer, titles, snippets, queries, products and ads. */
export function searchableTexts(
  engine: Engine,
  question: string,
  result: JsonObject,
): readonly SearchableText[] {
  const answer = { field: 'answer', text: deriveText(engine, result) } as const;
  return [answer, { field: 'question', text: question } as const, ...listedTexts(result)].filter(
    ({ text }) => text !== '',
  );
}

/**
 * The same, read lazily from the body: most hits are found in the text of the answer, and then the rest of the
 * body is not parsed.
 */
export function* searchableTextsIn(
  engine: Engine,
  question: string,
  body: Buffer,
): Generator<SearchableText, void> {
  const read = memberReader(body);
  const members = Object.fromEntries(textMembers(engine).map((name) => [name, read(name)]));
  const answer = deriveText(engine, members);
  if (answer !== '') yield { field: 'answer', text: answer };
  if (question !== '') yield { field: 'question', text: question };
  yield* listedTexts(resultOf(body.toString('utf8')));
}

function listedTexts(result: JsonObject): readonly SearchableText[] {
  const texts: SearchableText[] = [];
  const collect = (value: unknown, field: SearchFieldName, words: string[], depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) for (const entry of value) collectEntry(entry, field, depth + 1);
    else
      for (const [name, member] of Object.entries(asObject(value) ?? {})) {
        if (typeof member !== 'string') collect(member, field, words, depth + 1);
        else if (worded.has(name)) words.push(member);
      }
  };
  const collectEntry = (entry: unknown, field: SearchFieldName, depth: number): void => {
    if (typeof entry === 'string') {
      texts.push({ field, text: entry });
      return;
    }
    const words: string[] = [];
    collect(entry, field, words, depth);
    if (words.length > 0) texts.push({ field, text: words.join(' · ') });
  };
  for (const [name, field] of lists) {
    const value = result[name];
    if (Array.isArray(value)) for (const entry of value) collectEntry(entry, field, 0);
    else if (value !== undefined) collectEntry(value, field, 0);
  }
  const overview = asObject(result.aioverview);
  if (overview) collectEntry({ ...overview, text: undefined }, 'source', 0);
  return texts.filter(({ text }) => text !== '');
}
