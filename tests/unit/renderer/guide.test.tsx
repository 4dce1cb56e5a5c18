import { describe, expect, it } from 'vitest';
import { addressOfLink, pagesIn } from '#renderer/features/guide/GuideScreen.tsx';

const texts = Object.entries(
  import.meta.glob<string>('../../../docs/guide/*.md', { eager: true, query: '?raw', import: 'default' }),
).map(([path, text]) => ({ name: path.replace(/^.*\/|\.md$/g, ''), text }));
const contents = texts.find(({ name }) => name === 'README')?.text ?? '';
const links = (text: string) =>
  [...text.matchAll(/(?<!!)\[[^\]]+\]\(([^)]+)\)/g)].map(([, href = '']) => href);

describe('the guide in the window', () => {
  it('lists every page once, by the contents', () => {
    const listed = pagesIn(contents).map(({ name }) => name);
    // That page consists of pictures, which the window does not show.
    const written = texts.map(({ name }) => name).filter((name) => !/^(README|screens)$/.test(name));
    expect(listed.toSorted()).toEqual(written.toSorted());
    expect(pagesIn(contents)[0]).toEqual({ name: 'first-question', title: 'Your first question' });
  });

  it('leads to every page and section that its pages link to', () => {
    const inside = texts.flatMap(({ name, text }) =>
      links(text)
        .filter((href) => /^[\w-]*(\.md)?(#|$)/.test(href) && !href.startsWith('screens'))
        .map((href) => [name, href, addressOfLink(name, href)] as const),
    );
    expect(inside.length).toBeGreaterThan(70);
    expect(inside.filter(([, , address]) => address === null)).toEqual([]);
    expect(addressOfLink('history', 'engines.md#evidence')).toBe('#/guide/engines?section=evidence');
    expect(addressOfLink('history', '#evidence')).toBe('#/guide/history?section=evidence');
    expect(addressOfLink('history', 'README.md')).toBe('#/guide/contents');
    for (const outside of ['https://example.org/', '../security.md', 'screens.md', ''])
      expect(addressOfLink('history', outside)).toBeNull();
  });
});
