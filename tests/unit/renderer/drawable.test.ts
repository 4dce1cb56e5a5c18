import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawable } from '#renderer/ui/drawable.ts';

const family = '👩\u200d👩\u200d👧';

describe('text prepared for display', () => {
  it.each([
    ['a\tb\r\n', 'a\tb\r\n'],
    ['a\0\x1b[0m\x7f\x9b', 'a\u2400\u241b[0m\u2421\ufffd'],
    [`e${'\u0301'.repeat(32)}`, `e${'\u0301'.repeat(30)}\ufffd\ufffd`],
    [`a${'\u{1d165}'.repeat(31)}`, `a${'\u{1d165}'.repeat(30)}\ufffd`],
    [`ภาษาไทย नमस्ते הַלְּבָנוֹן ${family}`, `ภาษาไทย नमस्ते הַלְּבָנוֹן ${family}`],
    [`${'a'.repeat(1_000)} b`, `${'a'.repeat(1_000)} b`],
    ['𝒂'.repeat(2_001), `${'𝒂'.repeat(1_000)}\n${'𝒂'.repeat(1_000)}\n𝒂`],
  ])('%j', (text, drawn) => expect(drawable(text)).toBe(drawn));

  it('contains no control characters, no letter with more than 30 marks and no unbroken run over 1,000 characters', () => {
    const pieces = fc.array(fc.constantFrom('a', "'", ' ', '\0', '\u0301', '👩', '\ud83d', 'ไ'), {
      maxLength: 9_000,
      size: 'max',
    });
    fc.assert(
      fc.property(pieces, (letters) => {
        expect(drawable(letters.join(''))).not.toMatch(/(?![\t\n\r])\p{Cc}|\p{M}{31}|\S{1001}/u);
      }),
      { numRuns: 30 },
    );
  });
});
