import { piecesOf, type SetText } from '#shared/text/markdown/citationMarks.ts';

type Node = {
  readonly type: string;
  readonly value?: string;
  readonly tagName?: string;
  readonly properties?: Record<string, unknown>;
  children?: Node[];
};

/** Rehype plugin that turns the placeholders of citation marks into `sup` elements with `label` and `href`. */
export function citationElements(marks: SetText['marks']) {
  const replaceIn = (node: Node): void => {
    node.children = node.children?.flatMap((child) => {
      replaceIn(child);
      if (child.type !== 'text' || child.value === undefined) return child;
      return piecesOf(child.value, marks).flatMap((piece): Node | [] => {
        if (typeof piece === 'string') return { type: 'text', value: piece };
        if (piece.label === '') return [];
        return { type: 'element', tagName: 'sup', properties: { ...piece }, children: [] };
      });
    });
  };
  return () =>
    (tree: Node): void => {
      if (marks.length > 0) replaceIn(tree);
    };
}
