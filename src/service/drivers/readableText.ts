import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { formattingLimit } from '#shared/text/markdown/formattingLimit.ts';
import type { Span } from './citations.ts';

type MarkdownTree = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = MarkdownTree | MarkdownTree['children'][number];

/** The text of an answer without markup, with a mapping from Markdown offsets. */
export type ReadableText = {
  readonly text: string;
  /** The offset in `text` of a Markdown offset (both UTF-16): the nearest position not before it. */
  readonly textOffset: (markdownOffset: number) => number;
  /** Where a mark at a Markdown offset stands in `text`: at the end of the words before it. */
  readonly markOffset: (markdownOffset: number) => number;
};

/** The parsed Markdown; one paragraph of plain text if parsing would take too long. */
export function markdownTree(markdown: string): MarkdownTree {
  if (formattingLimit(markdown) !== null) {
    const position = {
      start: { line: 1, column: 1, offset: 0 },
      end: { line: 1, column: markdown.length + 1, offset: markdown.length },
    };
    const text = { type: 'text' as const, value: markdown, position };
    return { type: 'root', children: [{ type: 'paragraph', children: [text] }] };
  }
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/**
 * Plain text of an answer: blocks on separate lines, list items with a bullet or number, table cells separated
 * by " | ". Citation marks (`marks`, in the Markdown) are omitted, with the space before them.
 */
export function readableText(markdown: string, marks: readonly Span[] = []): ReadableText {
  const chunks: Chunk[] = [];
  writeBlocks(markdownTree(markdown).children, chunks, '\n\n');
  return assemble(
    chunks,
    [...marks].sort((a, b) => a.start - b.start),
  );
}

/** Text with its Markdown offsets, or a separator without one. */
type Chunk = { readonly value: string; readonly from?: Span };

function writeBlocks(nodes: readonly MarkdownNode[], chunks: Chunk[], separator: string): void {
  let first = true;
  let captions: readonly string[] = [];
  for (const node of nodes) {
    const before = chunks.length;
    // Pages repeat the alternative text of a picture below it.
    const repeated = captions.includes(wordsOf(node));
    captions = alternativesIn(node);
    if (repeated) continue;
    if (!first) chunks.push({ value: separator });
    const mark = chunks.length;
    writeBlock(node, chunks);
    if (chunks.length === mark) chunks.length = before;
    else first = false;
  }
}

function wordsOf(node: MarkdownNode): string {
  if ('children' in node) return node.children.map(wordsOf).join('').trim();
  return 'value' in node ? node.value : '';
}

/** Alternative texts of pictures, which are no words of the answer. */
function alternativesIn(node: MarkdownNode): readonly string[] {
  if (node.type === 'image') return [node.alt ?? ''].filter((alt) => alt !== '');
  return node.type === 'paragraph' || node.type === 'link' ? node.children.flatMap(alternativesIn) : [];
}

function writeBlock(node: MarkdownNode, chunks: Chunk[]): void {
  switch (node.type) {
    case 'list': {
      let number = node.start ?? 1;
      node.children.forEach((item, index) => {
        if (index > 0) chunks.push({ value: '\n' });
        chunks.push({ value: node.ordered === true ? `${number}. ` : '- ' });
        writeBlocks(item.children, chunks, '\n');
        number += 1;
      });
      return;
    }
    case 'table':
      node.children.forEach((row, index) => {
        if (index > 0) chunks.push({ value: '\n' });
        row.children.forEach((cell, column) => {
          if (column > 0) chunks.push({ value: ' | ' });
          writeInline(cell.children, chunks);
        });
      });
      return;
    case 'code':
      chunks.push(pieceOf(node, node.value));
      return;
    case 'html':
    case 'definition':
    case 'thematicBreak':
      return;
    case 'root':
    case 'blockquote':
    case 'footnoteDefinition':
    case 'listItem':
      writeBlocks(node.children, chunks, '\n');
      return;
    default:
      writeInline([node], chunks);
  }
}

function writeInline(nodes: readonly MarkdownNode[], chunks: Chunk[]): void {
  for (const [index, node] of nodes.entries()) {
    // The line break after a picture that is left out.
    if (node.type === 'text' && nodes[index - 1]?.type === 'image' && node.value.startsWith('\n')) {
      const { value, from } = pieceOf(node, node.value);
      chunks.push({ value: value.slice(1), from: from && { ...from, start: from.start + 1 } });
    } else if (node.type === 'break') chunks.push({ value: '\n' });
    else if (node.type === 'text' || node.type === 'inlineCode') chunks.push(pieceOf(node, node.value));
    else if ('children' in node) writeInline(node.children, chunks);
  }
}

function pieceOf(node: MarkdownNode, value: string): Chunk {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  return start === undefined || end === undefined ? { value } : { value, from: { start, end } };
}

type Stretch = { readonly markdown: Span; readonly text: Span };

function assemble(chunks: readonly Chunk[], marks: readonly Span[]): ReadableText {
  const stretches: Stretch[] = [];
  /** Positions in the text where a mark was omitted. */
  const holes = new Set<number>();
  let text = '';
  const add = (value: string, from: Span | undefined): void => {
    if (from !== undefined) {
      stretches.push({ markdown: from, text: { start: text.length, end: text.length + value.length } });
    }
    text += value;
  };
  for (const { value, from } of chunks) {
    let rest = value;
    let whole = from;
    for (const mark of marks) {
      if (whole === undefined || mark.end <= whole.start || mark.start >= whole.end) continue;
      const kept = clampedIndex(rest, whole, mark.start);
      const dropped = clampedIndex(rest, whole, mark.end);
      if (kept > 0) add(rest.slice(0, kept), { start: whole.start, end: Math.max(whole.start, mark.start) });
      holes.add(text.length);
      rest = rest.slice(dropped);
      whole = { start: Math.min(mark.end, whole.end), end: whole.end };
    }
    if (rest !== '') add(rest, whole);
  }
  const tidy = tidied(text, [...holes]);
  return {
    text: tidy.text,
    textOffset: (offset) => tidy.offset(rawOffset(stretches, text.length, offset)),
    markOffset: (offset) => tidy.offset(endBefore(stretches, offset)),
  };
}

/** Text index of a Markdown offset; exact while the text is unescaped. */
function clampedIndex(words: string, from: Span, markdownOffset: number): number {
  return Math.min(Math.max(markdownOffset - from.start, 0), words.length);
}

function rawOffset(stretches: readonly Stretch[], length: number, markdownOffset: number): number {
  for (const { markdown, text } of stretches) {
    if (markdownOffset < markdown.start) return text.start;
    if (markdownOffset <= markdown.end) {
      return Math.min(text.start + (markdownOffset - markdown.start), text.end);
    }
  }
  return length;
}

/** The end of the words that start before a Markdown offset, as far as they reach. */
function endBefore(stretches: readonly Stretch[], markdownOffset: number): number {
  const before = stretches.findLast(({ markdown }) => markdown.start < markdownOffset);
  if (before === undefined) return 0;
  return Math.min(before.text.start + (markdownOffset - before.markdown.start), before.text.end);
}

/**
 * Removes the white space around an omitted mark: double spaces, and spaces before closing punctuation or a
 * line's end.
 */
function tidied(
  raw: string,
  holes: readonly number[],
): { readonly text: string; readonly offset: (rawOffset: number) => number } {
  const removed: Span[] = holes.flatMap((hole) => {
    let start = hole;
    let end = hole;
    while (isBlank(raw[start - 1])) start -= 1;
    while (isBlank(raw[end])) end += 1;
    const closes = raw[end] === undefined || /[\n.,;:!?)\]}]/.test(raw[end] ?? '');
    const opens = raw[start - 1] === undefined || raw[start - 1] === '\n';
    if (closes || opens) return [{ start, end }];
    return end > hole && start < hole ? [{ start, end: hole }] : [];
  });
  const inner = cut(raw, removed);
  const lead = inner.length - inner.trimStart().length;
  const text = inner.trim();
  const offset = (rawOffset: number): number => {
    let gone = 0;
    let reached = 0;
    for (const { start, end } of removed) {
      if (start >= rawOffset) break;
      gone += Math.max(0, Math.min(end, rawOffset) - Math.max(start, reached));
      reached = Math.max(reached, end);
    }
    return Math.min(Math.max(rawOffset - gone - lead, 0), text.length);
  };
  return { text, offset };
}

function cut(raw: string, removed: readonly Span[]): string {
  let text = '';
  let at = 0;
  for (const { start, end } of removed) {
    if (start > at) text += raw.slice(at, start);
    at = Math.max(at, end);
  }
  return text + raw.slice(at);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
