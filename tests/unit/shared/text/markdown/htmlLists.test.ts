import { expect, it } from 'vitest';
import { parseAnswer } from '#shared/text/markdown/blocks.ts';
import { withoutHtmlLists } from '#shared/text/markdown/htmlLists.ts';

const read = (markdown: string) =>
  parseAnswer('', markdown).blocks.map(({ kind, text, depth, listRank }) => [kind, text, depth, listRank]);

it('reads lists of HTML like those of Markdown, with their numbers and what is nested in them', () => {
  expect(
    read('Top:\n<ol start="2"><li><b>Acme</b>: light<ul><li>cheap</li></ul></li>\n<li>Kuvo</li></ol>End.'),
  ).toEqual([
    ['paragraph', 'Top:', 0, null],
    ['list-item', 'Acme: light', 0, 2],
    ['list-item', 'cheap', 1, 1],
    ['list-item', 'Kuvo', 0, 3],
    ['paragraph', 'End.', 0, null],
  ]);
});

it('reads headings and paragraphs of HTML apart', () => {
  expect(read('<h3>1. Acme</h3><p>Good.</p><p>Light.</p>')).toEqual([
    ['heading', '1. Acme', 0, null],
    ['paragraph', 'Good.\nLight.', 0, null],
  ]);
});

it('leaves code and texts without such lists alone', () => {
  const markdown = 'Write `<ol><li>x</li></ol>`:\n\n```html\n<ol><li>Acme</li></ol>\n```\n';
  expect(withoutHtmlLists(markdown)).toBe(markdown);
  expect(withoutHtmlLists('1 < 2 and <b>bold</b>')).toBe('1 < 2 and <b>bold</b>');
});

it.each([
  ['tags that are never closed', '<li>'.repeat(50_000)],
  ['spaces before a tag', `<ol>${' '.repeat(200_000)}`],
  ['lists in lists', '<ol><li>'.repeat(2000)],
  ['open brackets', `<ol>${'<ol '.repeat(50_000)}`],
])('ends on %s', (_, markdown) => {
  expect(withoutHtmlLists(markdown).length).toBeGreaterThan(0);
  expect(withoutHtmlLists(markdown).length).toBeLessThan(2_000_000);
});
