import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCitationMark,
  linkAround,
  markdownLinks,
  markLabel,
  nearest,
  numberMarkers,
  provenSpan,
  spanOfBytes,
} from '#service/drivers/citations.ts';

const texts = ['Größe zählt', '日本の靴は軽い', '👟👩‍👩‍👧 gehen 走る', 'a\u0301ccents', ''];

describe('byte offsets', () => {
  it('name the same place in UTF-16, whatever stands before it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, words) => {
        const text = `${before}${words}`.toWellFormed();
        const start = Buffer.byteLength(before.toWellFormed());
        const at = spanOfBytes(`${text}.`, start, Buffer.byteLength(text) + 1)?.start;
        if (text.startsWith(before.toWellFormed())) expect(at).toBe(before.toWellFormed().length);
      }),
    );
  });

  it.each(texts)('inside a character of "%s" are refused', (text) => {
    const valid = new Set<number>([0]);
    let bytes = 0;
    for (const character of text) {
      bytes += Buffer.byteLength(character);
      valid.add(bytes);
    }
    for (let offset = 0; offset <= bytes + 2; offset += 1) {
      expect(spanOfBytes(`${text}.`, offset, bytes + 1) !== undefined).toBe(valid.has(offset));
    }
  });

  it('that do not fit the words the provider names give way to the words', () => {
    const text = 'Für Füße: Alpina. Sonst Alpina.';
    expect(spanOfBytes(text, 0, 4, 'Für')).toEqual({ start: 0, end: 3 });
    expect(spanOfBytes(text, 25, 31, 'Alpina')).toEqual({ start: 24, end: 30 });
    expect(spanOfBytes(text, 0, 999, 'Alpina')).toEqual({ start: 10, end: 16 });
    expect(spanOfBytes(text, 0, 4, 'nowhere')).toBeUndefined();
  });
});

it('believes offsets in the unit whose slice proves itself: UTF-16, code points or bytes', () => {
  const text = '👟 größer ([a.example](https://a.example/)) gut';
  const chip = '([a.example](https://a.example/))';
  const proves = (slice: string): boolean => slice === chip;
  const start = text.indexOf(chip);
  const end = start + chip.length;
  const points = (index: number): number => [...text.slice(0, index)].length;
  const bytes = (index: number): number => Buffer.byteLength(text.slice(0, index));
  for (const count of [(index: number) => index, points, bytes]) {
    expect(provenSpan(text, count(start), count(end), proves)).toEqual({ start, end });
  }
  expect(provenSpan(text, 3, 9, proves)).toBeUndefined();
  expect(provenSpan(text, 5, 5, () => true)).toBeUndefined();
});

it('finds the occurrence nearest to where the provider pointed', () => {
  expect(nearest('a b a b a', 'a', 5)).toEqual({ start: 4, end: 5 });
  expect(nearest('abc', 'x', 0)).toBeUndefined();
  expect(nearest('abc', '', 0)).toBeUndefined();
});

it('takes the whole chip around an address, brackets in its label included', () => {
  const text = 'x ([site [1]](https://a.example/p)) y [plain](https://b.example/) z https://c.example/';
  const cut = (url: string): string => {
    const span = linkAround(text, markdownLinks(text), url, 0);
    return span === undefined ? '' : text.slice(span.start, span.end);
  };
  expect(cut('https://a.example/p')).toBe('([site [1]](https://a.example/p))');
  expect(cut('https://b.example/')).toBe('[plain](https://b.example/)');
  expect(cut('https://c.example/')).toBe('https://c.example/');
  expect(cut('https://d.example/')).toBe('');
});

it('reads numbers in brackets, but not the text of a link', () => {
  expect(numberMarkers('a[1][2] b[web:3] c [4](https://x) [year 5]').map(({ number }) => number)).toEqual([
    1, 2, 3,
  ]);
});

it.each([
  '([a](https://a))',
  '[[1]](https://a)',
  '[1]',
  '[web:2]',
  '[1][2]',
  '([a](https://a), [b](https://b))',
])('%s is a mere mark', (slice) => expect(isCitationMark(slice)).toBe(true));

it.each(['the Alpina', '[Alpina](https://a) wins', '[Alpina Trail 3](https://a)', 'größer [1]'])(
  '%s is words of the answer',
  (slice) => expect(isCitationMark(slice)).toBe(false),
);

it('labels a pill with the words its link shows', () => {
  expect(markLabel('([site](https://a))')).toBe('site');
  expect(markLabel('[[1]](https://a)')).toBe('1');
  expect(markLabel('[web:2]')).toBe('web:2');
});
