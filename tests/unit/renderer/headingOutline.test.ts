import { describe, expect, it } from 'vitest';
import { headingOutline } from '#renderer/ui/headingOutline.ts';

/** The levels that headings written as these tags are given, each heading a child of its own element. */
function levels(written: readonly string[]): (string | undefined)[] {
  const headings = written.map((tagName) => ({ type: 'element', tagName, children: [] }));
  headingOutline()({
    type: 'root',
    children: headings.map((heading) => ({ type: 'element', tagName: 'div', children: [heading] })),
  });
  return headings.map(({ tagName }) => tagName);
}

describe('the headings of an answer', () => {
  it.each([
    { written: ['h1', 'h2', 'h2', 'h1'], shown: ['h3', 'h4', 'h4', 'h3'] },
    { written: ['h3', 'h3'], shown: ['h3', 'h3'] },
    { written: ['h1', 'h4', 'h2'], shown: ['h3', 'h4', 'h4'] },
    { written: ['h3', 'h1', 'h2'], shown: ['h3', 'h3', 'h4'] },
    { written: ['h1', 'h2', 'h3', 'h4', 'h5'], shown: ['h3', 'h4', 'h5', 'h6', 'h6'] },
  ])('$written start below the heading of the column and skip no level', ({ written, shown }) => {
    expect(levels(written)).toEqual(shown);
  });
});
