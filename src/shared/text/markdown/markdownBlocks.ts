/** Parses Markdown (CommonMark with GitHub's tables and strikethrough) into blocks. */
import type { List, ListItem, PhrasingContent, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { TextSpan } from '../../model/comparison/comparison.ts';
import { endBareAddresses } from './bareAddresses.ts';
import { type ParsedBlock, plainBlock } from './parsedBlock.ts';

/** Blocks of a text in reading order. */
export function parseMarkdown(markdown: string): ParsedBlock[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  endBareAddresses(tree);
  const blocks: ParsedBlock[] = [];
  const reader: Reader = { markdown, blocks, lists: 0 };
  for (const node of tree.children) readBlock(node, reader, 0);
  return blocks;
}

type Reader = {
  readonly markdown: string;
  readonly blocks: ParsedBlock[];
  lists: number;
};

function readBlock(node: RootContent, reader: Reader, depth: number): void {
  switch (node.type) {
    case 'heading':
      push(reader, { ...plainBlock, kind: 'heading', ...inline(node.children), level: node.depth });
      return;
    case 'paragraph':
      push(reader, { ...plainBlock, kind: 'paragraph', ...inline(node.children) });
      return;
    case 'code':
      push(reader, { ...plainBlock, kind: 'code', text: node.value });
      return;
    case 'html': {
      const text = withoutTags(node.value);
      if (text !== '') push(reader, { ...plainBlock, kind: 'paragraph', text });
      return;
    }
    case 'list':
      readList(node, reader, depth);
      return;
    case 'table':
      readTable(node, reader);
      return;
    case 'blockquote':
    case 'footnoteDefinition':
      for (const child of node.children) readBlock(child, reader, depth);
      return;
    default:
      return;
  }
}

function push(reader: Reader, block: ParsedBlock): void {
  if (block.text.trim() !== '') reader.blocks.push(block);
}

function readList(list: List, reader: Reader, depth: number): void {
  reader.lists++;
  const number = reader.lists;
  const from = list.ordered === true ? (list.start ?? 1) : 1;
  const second = list.children[1]?.position?.start.offset ?? reader.markdown.length;
  const step =
    list.ordered === true ? stepOf(from, /^\d{1,9}/.exec(reader.markdown.slice(second, second + 9))?.[0]) : 1;
  for (const [at, item] of list.children.entries())
    readItem(item, list.ordered === true, number, from + step * at, reader, depth);
}

/** What each item of a list adds to the number of the one before: a list counts up, or down ("10." before "9."). */
export function stepOf(first: number, second: string | undefined): 1 | -1 {
  return second !== undefined && Number(second) === first - 1 ? -1 : 1;
}

/** The item's own text is one block. Lists and tables inside it are separate blocks. */
function readItem(
  item: ListItem,
  ordered: boolean,
  list: number,
  rank: number,
  reader: Reader,
  depth: number,
): void {
  const [inner] = item.children;
  if (inner?.type === 'list' && inner.ordered === true && item.children.length === 1) {
    const [numbered, ...others] = inner.children;
    // "* 1. Name" is a numbered item in a list of bullets.
    if (numbered !== undefined && others.length === 0) {
      readItem(numbered, true, list, inner.start ?? 1, reader, depth);
      return;
    }
  }
  const own: { text: string; spans: TextSpan[] } = { text: '', spans: [] };
  let later = 0;
  for (const child of item.children) {
    if (child.type !== 'paragraph') break;
    later++;
    const part = inline(child.children);
    if (own.text !== '') own.text += '\n';
    for (const span of part.spans)
      own.spans.push({ ...span, start: span.start + own.text.length, end: span.end + own.text.length });
    own.text += part.text;
  }
  push(reader, { ...plainBlock, kind: 'list-item', ...own, depth, ordered, listRank: rank, list });
  for (const child of item.children.slice(later)) readBlock(child, reader, depth + 1);
}

function readTable(table: Table, reader: Reader): void {
  reader.lists++;
  const list = reader.lists;
  table.children.forEach((row, index) => {
    let text = '';
    const spans: TextSpan[] = [];
    row.children.forEach((cell, column) => {
      if (column > 0) text += ' | ';
      const part = inline(cell.children);
      for (const span of part.spans)
        spans.push({ ...span, start: span.start + text.length, end: span.end + text.length });
      text += part.text;
    });
    push(reader, {
      ...plainBlock,
      kind: 'table-row',
      text,
      spans,
      header: index === 0,
      listRank: index === 0 ? null : index,
      list,
    });
  });
}

/** Plain text of inline content, with its formatting as offsets. */
function inline(nodes: readonly PhrasingContent[]): {
  readonly text: string;
  readonly spans: readonly TextSpan[];
} {
  const out: WrittenText = { text: '', spans: [] };
  for (const node of nodes) readInline(node, out);
  return trimmedInline(out);
}

/** Growing plain text with its formatting. */
export type WrittenText = {
  text: string;
  readonly spans: TextSpan[];
};

/** Trims the text at both ends and shifts its spans. */
export function trimmedInline(out: { readonly text: string; readonly spans: readonly TextSpan[] }): {
  readonly text: string;
  readonly spans: readonly TextSpan[];
} {
  const leading = out.text.length - out.text.trimStart().length;
  const text = out.text.trim();
  if (leading === 0 && text.length === out.text.length) return { text, spans: out.spans };
  const spans = out.spans
    .map((mark) => ({
      ...mark,
      start: Math.max(0, mark.start - leading),
      end: Math.min(text.length, mark.end - leading),
    }))
    .filter((mark) => mark.end > mark.start);
  return { text, spans };
}

function readInline(node: PhrasingContent, out: WrittenText): void {
  const start = out.text.length;
  switch (node.type) {
    case 'text':
      out.text += node.value.replace(/[ \t]*\n[ \t]*/g, ' ');
      return;
    case 'break':
      out.text += '\n';
      return;
    case 'inlineCode':
      out.text += node.value;
      out.spans.push({ kind: 'code', start, end: out.text.length });
      return;
    case 'html':
      if (/^<br\s*\/?>$/i.test(node.value)) out.text += '\n';
      return;
    case 'link':
    case 'strong':
    case 'emphasis':
    case 'delete':
    case 'linkReference': {
      for (const child of node.children) readInline(child, out);
      const end = out.text.length;
      if (end === start) return;
      if (node.type === 'strong') out.spans.push({ kind: 'strong', start, end });
      else if (node.type === 'link') out.spans.push({ kind: 'link', start, end, href: node.url });
      else if (node.type === 'emphasis') out.spans.push({ kind: 'emphasis', start, end });
      else if (node.type === 'delete') out.spans.push({ kind: 'strike', start, end });
      return;
    }
    default:
      return;
  }
}

function withoutTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<br\s*\/?>|<\/(?:p|div|tr|h[1-6]|section|article|blockquote)>/gi, '\n')
    .replace(/<\/t[dh]>\s*<t[dh]\b[^>]*>/gi, ' | ')
    .replace(/<[^>]*>/g, '')
    .trim();
}
