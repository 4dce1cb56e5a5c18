/** HTML that some engines mix into their Markdown: lists, headings and bold words become Markdown before it is parsed. */

const hasBlocks = /<(?:[ou]l|h[1-6])\b/i;
/** Code is left alone. */
const code = /(`{3}[\s\S]*?(?:`{3}|$)|`[^`\n]+`)/;
const tag = /[ \t]{0,20}\n?[ \t]{0,20}<(\/?)(ol|ul|li|h[1-6])\b([^>]{0,200})>\s*/gi;
const bold = /<(\/?)(?:b|strong)>/gi;
const firstNumber = /\bstart=["']?(\d{1,4})/i;

type OpenList = {
  /** Number of the next item; null in a list without numbers. */
  next: number | null;
  /** Columns that its items are indented by. */
  readonly indent: number;
};

/** A Markdown text whose HTML lists and headings are written in Markdown; a text without any is returned as it is. */
export function withoutHtmlLists(markdown: string): string {
  if (!hasBlocks.test(markdown)) return markdown;
  const open: OpenList[] = [];
  return markdown
    .split(code)
    .map((part, at) => (at % 2 === 1 ? part : rewritten(part, open)))
    .join('');
}

function rewritten(text: string, open: OpenList[]): string {
  const blocks = text.replace(tag, (_, slash: string, named: string, attributes: string) => {
    const name = named.toLowerCase();
    const closes = slash !== '';
    if (name.startsWith('h')) return closes ? '\n\n' : `\n\n${'#'.repeat(Number(name.charAt(1)))} `;
    if (name === 'li') return closes ? '\n' : itemMark(open.at(-1));
    if (closes) {
      open.pop();
      return open.length === 0 ? '\n\n' : '\n';
    }
    const outer = open.at(-1);
    // Deeper lists stay at one depth, so that lists in lists without end stay short.
    const indent = outer === undefined ? 0 : Math.min(24, outer.indent + (outer.next === null ? 2 : 4));
    const next = name === 'ul' ? null : Number(firstNumber.exec(attributes)?.[1] ?? 1);
    open.push({ next, indent });
    return outer === undefined ? '\n\n' : '\n';
  });
  return blocks.replace(bold, '**');
}

function itemMark(list: OpenList | undefined): string {
  if (list === undefined) return '\n- ';
  const mark = list.next === null ? '-' : `${list.next++}.`;
  return `\n${' '.repeat(list.indent)}${mark} `;
}
