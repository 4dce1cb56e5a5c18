import { transcode } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8Of } from '#main/history/store/compression/packBody.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  // Halves of characters, which no network answer has and an imported text may.
  fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'é', '錠', 'a') }),
);

it.each([
  ['with what Node brings', transcode],
  ['where Node was built without it', undefined],
])('a text becomes the bytes it has everywhere, %s', (_, own) => {
  fc.assert(
    fc.property(text, (each) => {
      expect(Buffer.from(utf8Of(each, own))).toEqual(Buffer.from(each, 'utf8'));
    }),
  );
});

it('texts of any length, one after the other, keep their own bytes', () => {
  const long = 'Größe 錠 '.repeat(40_000);
  const [one, two, three] = [utf8Of('first'), utf8Of(long), utf8Of('second')];
  expect(Buffer.from(one).toString()).toBe('first');
  expect(Buffer.from(two).toString()).toBe(long);
  expect(Buffer.from(three).toString()).toBe('second');
});
