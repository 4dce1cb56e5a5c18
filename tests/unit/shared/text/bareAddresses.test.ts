import { expect, it } from 'vitest';
import { parseMarkdown } from '#shared/text/markdown/markdownBlocks.ts';
import { numberRules } from '#shared/text/words/numberRules.ts';
import { tokenize } from '#shared/text/words/tokens.ts';

const linksIn = (markdown: string): readonly (string | undefined)[] =>
  parseMarkdown(markdown).flatMap(({ spans }) =>
    spans.flatMap(({ kind, ...span }) => (kind === 'link' && 'href' in span ? [span.href] : [])),
  );
const addressesIn = (text: string): readonly string[] =>
  tokenize(text, numberRules('en', 'US')).flatMap(({ kind, start, end }) =>
    kind === 'url' ? [text.slice(start, end)] : [],
  );

/** A sentence, and the addresses in it. */
const sentences: readonly (readonly [string, readonly string[]])[] = [
  ['詳しくはhttps://a.example/x。次の文です。', ['https://a.example/x']],
  ['「https://a.example/x」を参照', ['https://a.example/x']],
  ['https://a.example/xです。', ['https://a.example/x']],
  [
    '看 https://a.example/x，然后 https://b.example/y（推荐）。',
    ['https://a.example/x', 'https://b.example/y'],
  ],
  ['见 https://a.example/x；https://b.example/y。', ['https://a.example/x', 'https://b.example/y']],
  ['https://a.example/x！', ['https://a.example/x']],
  ['자세히는 https://a.example/x를 보세요.', ['https://a.example/x']],
  ['راجع https://a.example/x، ثم https://b.example/y؟', ['https://a.example/x', 'https://b.example/y']],
  ['देखें https://a.example/x। फिर', ['https://a.example/x']],
  ['„https://a.example/x“ und «https://b.example/y»', ['https://a.example/x', 'https://b.example/y']],
  ['see https://a.example/x… and (https://b.example/y).', ['https://a.example/x', 'https://b.example/y']],
  // What belongs to an address stays.
  [
    'https://ja.wikipedia.org/wiki/自転車 と https://日本語.jp/パス/',
    ['https://ja.wikipedia.org/wiki/自転車', 'https://日本語.jp/パス/'],
  ],
  ['https://a.example/?q=自転車&l=ja', ['https://a.example/?q=自転車&l=ja']],
  [
    'https://a.example/x_(y), https://a.example/a,b;c=1',
    ['https://a.example/x_(y)', 'https://a.example/a,b;c=1'],
  ],
  [
    'https://a.example/#:~:text=a, https://a.example/@ana-',
    ['https://a.example/#:~:text=a', 'https://a.example/@ana-'],
  ],
];

it.each(sentences)('an address ends where its sentence goes on: %s', (sentence, addresses) => {
  expect(linksIn(sentence)).toEqual(addresses);
  expect(addressesIn(sentence)).toEqual(addresses);
  expect(parseMarkdown(sentence).map(({ text }) => text)).toEqual([sentence]);
});

it('an address with a mark of Markdown around it is as it was written', () => {
  expect(
    linksIn(
      '<https://a.example/x。y> [看](https://a.example/x。y) [https://a.example/x。](https://a.example/z)',
    ),
  ).toEqual(['https://a.example/x。y', 'https://a.example/x。y', 'https://a.example/z']);
});
