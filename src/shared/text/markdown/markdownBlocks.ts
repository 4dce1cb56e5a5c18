/** Parses Markdown (CommonMark with GitHub's tables and strikethrough) into blocks. */
import type { List, ListItem, PhrasingContent, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { InlineMark } from '../../model/comparison/comparison.ts';
import { urlIdentity } from '../addresses/urls.ts';
import { type ParsedBlock, plainBlock } from './parsedBlock.ts';

/** Blocks of a text in reading order. */
export function parseMarkdown(markdown: string): ParsedBlock[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const blocks: ParsedBlock[] = [];
  const reader: Reader = { blocks, lists: 0 };
  for (const node of tree.children) readBlock(node, reader, 0);
  return blocks;
}

type Reader = {
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
      push(reader, { ...plainBlock, kind: 'code', text: node.value, marks: [] });
      return;
    case 'html': {
      const text = withoutTags(node.value);
      if (text !== '') push(reader, { ...plainBlock, kind: 'paragraph', text, marks: [] });
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
  let rank = list.ordered === true ? (list.start ?? 1) : 1;
  for (const item of list.children) {
    readItem(item, list.ordered === true, number, rank, reader, depth);
    rank++;
  }
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
  const own: { text: string; marks: InlineMark[] } = { text: '', marks: [] };
  let later = 0;
  for (const child of item.children) {
    if (child.type !== 'paragraph') break;
    later++;
    const part = inline(child.children);
    if (own.text !== '') own.text += '\n';
    for (const mark of part.marks)
      own.marks.push({ ...mark, start: mark.start + own.text.length, end: mark.end + own.text.length });
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
    const marks: InlineMark[] = [];
    row.children.forEach((cell, column) => {
      if (column > 0) text += ' | ';
      const part = inline(cell.children);
      for (const mark of part.marks)
        marks.push({ ...mark, start: mark.start + text.length, end: mark.end + text.length });
      text += part.text;
    });
    push(reader, {
      ...plainBlock,
      kind: 'table-row',
      text,
      marks,
      header: index === 0,
      listRank: index === 0 ? null : index,
      list,
    });
  });
}

/** Plain text of inline content, with its formatting as offsets. */
function inline(nodes: readonly PhrasingContent[]): {
  readonly text: string;
  readonly marks: readonly InlineMark[];
} {
  const out = writtenText();
  for (const node of nodes) readInline(node, out);
  return trimmedInline(out);
}

/**
 * Growing plain text with its formatting. The last character is stored separately, because reading it from a string
 * that is still growing copies the string.
 */
export type WrittenText = {
  text: string;
  last: string;
  readonly marks: InlineMark[];
};

export function writtenText(): WrittenText {
  return { text: '', last: '', marks: [] };
}

export function write(out: WrittenText, chunk: string): void {
  if (chunk === '') return;
  out.text += chunk;
  out.last = chunk.charAt(chunk.length - 1);
}

/** Appends separately written text and shifts its marks. */
export function writeApart(out: WrittenText, part: WrittenText): void {
  const start = out.text.length;
  write(out, part.text);
  for (const mark of part.marks)
    out.marks.push({ ...mark, start: mark.start + start, end: mark.end + start });
}

/** Trims the text at both ends and shifts its marks. */
export function trimmedInline(out: { readonly text: string; readonly marks: readonly InlineMark[] }): {
  readonly text: string;
  readonly marks: readonly InlineMark[];
} {
  const leading = out.text.length - out.text.trimStart().length;
  const text = out.text.trim();
  if (leading === 0 && text.length === out.text.length) return { text, marks: out.marks };
  const marks = out.marks
    .map((mark) => ({
      ...mark,
      start: Math.max(0, mark.start - leading),
      end: Math.min(text.length, mark.end - leading),
    }))
    .filter((mark) => mark.end > mark.start);
  return { text, marks };
}

function readInline(node: PhrasingContent, out: WrittenText): void {
  const start = out.text.length;
  switch (node.type) {
    case 'text':
      write(out, node.value.replace(/[ \t]*\n[ \t]*/g, ' '));
      return;
    case 'break':
      write(out, '\n');
      return;
    case 'inlineCode':
      write(out, node.value);
      out.marks.push({ kind: 'code', start, end: out.text.length });
      return;
    case 'html':
      if (/^<br\s*\/?>$/i.test(node.value)) write(out, '\n');
      return;
    case 'image':
    case 'imageReference':
      write(out, node.alt ?? '');
      return;
    case 'footnoteReference':
      write(out, `[^${node.label ?? node.identifier}]`);
      out.marks.push({ kind: 'citation', start, end: out.text.length });
      return;
    case 'link': {
      const label = writtenText();
      for (const child of node.children) readInline(child, label);
      const before = out.last;
      writeApart(out, label);
      if (label.text !== '') out.marks.push(linkMark(label.text, before, start, node.url));
      return;
    }
    case 'strong':
    case 'emphasis':
    case 'delete':
    case 'linkReference': {
      for (const child of node.children) readInline(child, out);
      const end = out.text.length;
      if (end === start) return;
      if (node.type === 'strong') out.marks.push({ kind: 'strong', start, end });
      else if (node.type === 'emphasis') out.marks.push({ kind: 'emphasis', start, end });
      else if (node.type === 'delete') out.marks.push({ kind: 'strike', start, end });
      return;
    }
    default:
      return;
  }
}

/** The mark of a link. A link whose text is only a number or the name of the site is a citation mark. */
export function linkMark(words: string, before: string, start: number, href: string): InlineMark {
  const end = start + words.length;
  const label = words.replace(/^\[|\]$/g, '').trim();
  if (/^\^?\d{1,3}$/.test(label)) return { kind: 'citation', start, end, href };
  const host = urlIdentity(href)?.host ?? '';
  const named = label
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\+\d+$/, '');
  const bracketed = before === '(';
  if (host !== '' && (named === host || (bracketed && host.split('.').includes(named))))
    return { kind: 'citation', start, end, href };
  return { kind: 'link', start, end, href };
}

function withoutTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .trim();
}
