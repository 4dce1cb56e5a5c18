/** Parses the content of an observation into blocks, section by section, in reading order. */

import type { OrganicItem, ProductItem, SampleContent, Section } from '../../model/comparison/samples.ts';
import { placeMarks, setMarks } from './citationMarks.ts';
import { type FormattingLimit, formattingLimit } from './formattingLimit.ts';
import { withoutHtmlLists } from './htmlLists.ts';
import { parseMarkdown } from './markdownBlocks.ts';
import { type ParsedBlock, plainBlock } from './parsedBlock.ts';
import { parsePlainText } from './plainBlocks.ts';
import { parsePlainMarkdown } from './plainMarkdown.ts';

export type SectionBlocks = {
  readonly section: Section;
  readonly blocks: readonly ParsedBlock[];
};

/** Blocks of an answer. `limit` is the reason if Markdown was read as plain text. */
export type ParsedAnswer = {
  readonly blocks: readonly ParsedBlock[];
  readonly limit: FormattingLimit | null;
};

/**
 * Parsed answers by text: those of the last comparison, and of the current one. Most are the same after another answer
 * arrived or an option changed.
 */
export type ParseCache = {
  readonly last: ReadonlyMap<string, ParsedAnswer>;
  readonly current: Map<string, ParsedAnswer>;
};

/** Parses the text of an answer: as Markdown if there is any, otherwise line by line. Its citation marks are no text. */
export function parseAnswer(text: string, markdown: string | null, cache?: ParseCache): ParsedAnswer {
  const key = markdown === null ? `t${text}` : `m${markdown}`;
  const parsed =
    cache?.current.get(key) ?? cache?.last.get(key) ?? parseMarked(markdown ?? text, markdown !== null);
  cache?.current.set(key, parsed);
  return parsed;
}

function parseMarked(source: string, formatted: boolean): ParsedAnswer {
  const { text, marks } = setMarks(source);
  const parsed = formatted ? parseFormatted(text) : { blocks: parsePlainText(text), limit: null };
  if (marks.length === 0) return parsed;
  const blocks = parsed.blocks.map((block) => ({ ...block, ...placeMarks(block, marks) }));
  return { ...parsed, blocks: blocks.filter((block) => block.text !== '') };
}

function parseFormatted(formatted: string): ParsedAnswer {
  const markdown = withoutHtmlLists(formatted);
  const plain = parsePlainMarkdown(markdown);
  if (plain !== null) return { blocks: rankedRows(plain), limit: null };
  const limit = formattingLimit(markdown);
  return {
    blocks: limit === null ? rankedRows(parseMarkdown(markdown)) : parsePlainText(markdown),
    limit,
  };
}

/** Rows of a table whose first column counts them (1 to n, in any order) have that rank. */
function rankedRows(blocks: readonly ParsedBlock[]): readonly ParsedBlock[] {
  if (!blocks.some(({ kind }) => kind === 'table-row')) return blocks;
  const rows = Map.groupBy(
    blocks.filter(({ kind, header }) => kind === 'table-row' && !header),
    ({ list }) => list,
  );
  const ranks = new Map<ParsedBlock, number>();
  for (const table of rows.values()) {
    const numbers = table.map(({ text }) => Number(/^#?(\d{1,2})[.)]? \| /.exec(text)?.[1] ?? 0));
    if (table.length > 1 && [...numbers].sort((one, two) => one - two).every((rank, at) => rank === at + 1))
      for (const [at, row] of table.entries()) ranks.set(row, numbers[at] ?? 0);
  }
  return ranks.size === 0
    ? blocks
    : blocks.map((block) => ({ ...block, listRank: ranks.get(block) ?? block.listRank }));
}

export type ParsedContent = {
  readonly sections: readonly SectionBlocks[];
  /** Why the answer was read without formatting; null if it was read with formatting. */
  readonly limit: FormattingLimit | null;
};

/** Parses every section of a result that contains text. */
export function parseContent(content: SampleContent, cache?: ParseCache): ParsedContent {
  const sections: SectionBlocks[] = [];
  const add = (section: Section, blocks: readonly ParsedBlock[]): void => {
    if (blocks.length > 0) sections.push({ section, blocks });
  };
  const answer = parseAnswer(content.text, content.markdown, cache);
  add('answer', answer.blocks);
  const { overview } = content;
  const above = overview === null ? null : parseAnswer(overview.text, overview.markdown, cache);
  if (above !== null) add('ai-overview', above.blocks);
  add(
    'organic',
    (content.organic ?? []).map((item) => resultBlock(item, 1)),
  );
  add(
    'questions',
    (content.questions ?? []).map((item, index) => listed(item.question, index + 1, item.url)),
  );
  add(
    'related',
    (content.relatedQueries ?? []).map((query, index) => listed(query, index + 1, null)),
  );
  add(
    'news',
    (content.news ?? []).map((item) => resultBlock(item, 1)),
  );
  add('products', (content.shopping ?? []).map(productBlock));
  add(
    'places',
    (content.places ?? []).map((place) =>
      listed([place.name, place.address ?? ''].filter(Boolean).join(' | '), place.position, null),
    ),
  );
  return { sections, limit: answer.limit ?? above?.limit ?? null };
}

const base = { ...plainBlock, ordered: true, list: 1 } as const;

function resultBlock(item: OrganicItem, list: number): ParsedBlock {
  const title = item.title.trim();
  const text = [title, item.snippet.trim()].filter((part) => part !== '').join('\n');
  return {
    ...base,
    kind: 'result',
    text: text === '' ? item.url : text,
    spans: title === '' ? [] : [{ kind: 'strong', start: 0, end: title.length }],
    listRank: item.position,
    list,
    href: (item.resolvedUrl ?? item.url) || null,
  };
}

function productBlock(product: ProductItem): ParsedBlock {
  const title = product.title.trim();
  const details = [
    product.price,
    product.oldPrice === null ? null : `(${product.oldPrice})`,
    product.seller,
  ].filter((part) => part !== null);
  return {
    ...base,
    kind: 'product',
    text: [title, details.join(' '), product.description?.trim() ?? '']
      .filter((part) => part !== '')
      .join('\n'),
    spans: [{ kind: 'strong', start: 0, end: title.length }],
    listRank: product.position,
    href: product.url,
  };
}

function listed(text: string, rank: number, href: string | null): ParsedBlock {
  return { ...base, kind: 'result', text: text.trim(), listRank: rank, href };
}
