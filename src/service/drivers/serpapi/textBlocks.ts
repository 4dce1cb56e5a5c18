import { listAt, numberAt, textAt } from '../jsonFields.ts';

/**
 * The blocks of an AI answer as Markdown, each with the marks of its references: paragraphs, headings, nested lists,
 * tables, comparisons, code and expandable parts (serpapi.com/ai-overview, serpapi.com/google-ai-mode-api).
 */
export function blocksMarkdown(blocks: readonly unknown[], references: readonly unknown[]): string {
  const byIndex = new Map(
    references.map((one, place) => [numberAt(one, 'index') ?? place, textAt(one, 'link')]),
  );
  const marks = (block: unknown): string =>
    listAt(block, 'reference_indexes')
      .flatMap((index) => {
        const link = typeof index === 'number' ? byIndex.get(index) : undefined;
        return link === undefined ? [] : [`[[${Number(index) + 1}]](${link})`];
      })
      .join('');
  return blocks
    .flatMap((block) => written(block, references, marks))
    .filter((part) => part.trim() !== '' && part !== '****')
    .join('\n\n');
}

/** Whether a list came without its items, which SerpApi then gives in its own Markdown only. */
export function lacksItems(blocks: readonly unknown[]): boolean {
  return blocks.some(
    (block) =>
      (textAt(block, 'type') === 'list' && listAt(block, 'list').length === 0) ||
      lacksItems(listAt(block, 'text_blocks')),
  );
}

function written(
  block: unknown,
  references: readonly unknown[],
  marks: (block: unknown) => string,
): readonly string[] {
  const words = (one: unknown): string => {
    const [title, snippet] = [textAt(one, 'title'), textAt(one, 'snippet')];
    const follows =
      snippet !== undefined ||
      title?.endsWith(':') ||
      ['text_blocks', 'list'].some((name) => listAt(one, name).length > 0);
    const colon = follows ? ':' : '';
    const bold = title === undefined ? '' : `**${title.replace(/:$/, '')}${colon}** `;
    return `${bold}${snippet ?? ''}${marks(one)}`.trim();
  };
  switch (textAt(block, 'type')) {
    case 'heading':
      return [`## ${textAt(block, 'snippet') ?? textAt(block, 'title') ?? ''}${marks(block)}`];
    case 'list': {
      const items = listAt(block, 'list').map((item) => {
        const inner = [
          ...listAt(item, 'text_blocks'),
          ...(listAt(item, 'list').length > 0 ? [{ type: 'list', list: listAt(item, 'list') }] : []),
        ];
        const nested = inner.length === 0 ? '' : `\n${blocksMarkdown(inner, references)}`;
        return `- ${typeof item === 'string' ? item : words(item)}${nested.replaceAll('\n', '\n  ')}`;
      });
      return [items.join('\n')];
    }
    case 'table': {
      const table = listAt(block, 'table').length > 0 ? listAt(block, 'table') : listAt(block, 'detailed');
      return [tableOf(table.map((row) => (Array.isArray(row) ? row : [row]))), marks(block)];
    }
    case 'comparison': {
      const rows = listAt(block, 'comparison').map((row) => [
        textAt(row, 'feature') ?? '',
        ...listAt(row, 'values'),
      ]);
      return [tableOf([['', ...listAt(block, 'product_labels')], ...rows]), marks(block)];
    }
    case 'code_block':
      return [`\`\`\`${textAt(block, 'language') ?? ''}\n${textAt(block, 'code') ?? ''}\n\`\`\``];
    case 'expandable':
      return [
        `**${textAt(block, 'title') ?? ''}**`,
        textAt(block, 'snippet') ?? '',
        blocksMarkdown(listAt(block, 'text_blocks'), references),
      ];
    default: {
      const inner = listAt(block, 'text_blocks');
      return [words(block), ...(inner.length === 0 ? [] : [blocksMarkdown(inner, references)])];
    }
  }
}

function tableOf(rows: readonly (readonly unknown[])[]): string {
  const [head = [], ...rest] = rows;
  if (head.length === 0) return '';
  const line = (cells: readonly unknown[]): string => `| ${cells.map(cellText).join(' | ')} |`;
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rest.map(line)].join('\n');
}

/** A cell is text, a number, or an object with its text and links. */
function cellText(cell: unknown): string {
  if (typeof cell === 'string' || typeof cell === 'number') return String(cell).replaceAll('|', '\\|');
  const text =
    textAt(cell, 'text') ?? textAt(cell, 'snippet') ?? textAt(cell, 'value') ?? textAt(cell, 'title') ?? '';
  return text.replaceAll('|', '\\|');
}
