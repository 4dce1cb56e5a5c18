/** The part of a syntax tree that headings need. */
type Node = {
  readonly type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  readonly children?: readonly Node[];
};

/** Level of the column header. An answer's headings start below it. */
const columnLevel = 2;

/**
 * Rehype plugin that adjusts an answer's heading levels to its outline, below the column header. Engines begin at any
 * level and skip levels, which is confusing with a screen reader.
 */
export function headingOutline() {
  return (tree: Node): void => {
    const open: number[] = [];
    for (const heading of headingsIn(tree)) {
      const written = Number(heading.tagName?.slice(1));
      while ((open.at(-1) ?? 0) >= written) open.pop();
      open.push(written);
      heading.tagName = `h${Math.min(6, columnLevel + open.length)}`;
      heading.properties = { ...heading.properties, className: `level-${open.length}` };
    }
  };
}

function* headingsIn(node: Node): Generator<Node> {
  if (/^h[1-6]$/.test(node.tagName ?? '')) yield node;
  else for (const child of node.children ?? []) yield* headingsIn(child);
}
