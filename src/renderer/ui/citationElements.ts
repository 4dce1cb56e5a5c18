import { chunksOf, type SetText } from '#shared/text/markdown/citationMarks.ts';

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
      return chunksOf(child.value, marks).flatMap((chunk): Node | [] => {
        if (typeof chunk === 'string') return { type: 'text', value: chunk };
        if (chunk.label === '') return [];
        return { type: 'element', tagName: 'sup', properties: { ...chunk }, children: [] };
      });
    });
  };
  return () =>
    (tree: Node): void => {
      if (marks.length > 0) replaceIn(tree);
    };
}
