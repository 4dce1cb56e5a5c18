/** As much of a hypertext tree as headings need. */
type Node = {
  readonly type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  readonly children?: readonly Node[];
};

/** The level of a column's own heading, under which an answer's headings start. */
const columnLevel = 2;

/**
 * Rehype plugin: gives an answer's headings the levels of its outline, below the column's own heading. Engines begin
 * at any level and leave levels out; who goes from heading to heading with a screen reader would miss the ones between.
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
