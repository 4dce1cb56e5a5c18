import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from '#renderer/ui/Markdown.tsx';

const levels = (source: string): string[] =>
  [...renderToStaticMarkup(createElement(Markdown, { source })).matchAll(/<(h[1-6])/g)].map(
    ([, level]) => level ?? '',
  );

describe('the headings of an answer', () => {
  it.each([
    ['# a\n\n## b\n\n## c\n\n# d', ['h3', 'h4', 'h4', 'h3']],
    ['### a\n\n### b', ['h3', 'h3']],
    ['# a\n\n#### b\n\n## c', ['h3', 'h4', 'h4']],
    ['### a\n\n# b\n\n## c', ['h3', 'h3', 'h4']],
    ['# a\n\n## b\n\n### c\n\n#### d\n\n##### e', ['h3', 'h4', 'h5', 'h6', 'h6']],
  ])('start below the heading of the column and leave no level out: %j', (source, expected) => {
    expect(levels(source)).toEqual(expected);
  });
});
