import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldUnits, textOf } from '#shared/text/words/folding.ts';

/** What is written, what it folds to, and where in what is written each folded unit begins. */
const pieces: readonly (readonly [written: string, folded: string, starts: readonly number[]])[] = [
  ['Foldmaster 90', 'foldmaster 90', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  ['É', 'e', [0]],
  ['ﬁ', 'fi', [0, 0]],
  ['ß', 'ss', [0, 0]],
  ['Ж', 'ж', [0]],
  ['–', '-', [0]],
  ['😀', '😀', [0, 0]],
  ['ｶﾞ', 'ガ', [0]],
  ['か\u3099', 'が', [0]],
  ['กำ', 'กำ', [0, 1]],
  ['ก\u0e4d\u0e32', 'กำ', [0, 1]],
  ['a\u00adb™ c', 'ab c', [0, 2, 4, 5]],
  ['Κλειδός', 'κλειδοσ', [0, 1, 2, 3, 4, 5, 6]],
  ['Зверёк', 'зверек', [0, 1, 2, 3, 4, 5]],
  ['и\u0306', 'й', [0]],
  ['한'.normalize('NFD'), '한', [0]],
  ['কো'.normalize('NFD'), 'কো', [0, 1]],
  ['٩٠', '90', [0, 1]],
  ['x\u00a0\ty', 'x  y', [0, 1, 2, 3]],
  ['ﷺ', 'صلي الله عليه وسلم', Array.from({ length: 18 }, () => 0)],
  ['折叠锁', '折叠锁', [0, 1, 2]],
];

it('folds piece by piece and knows where every unit came from', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (made) => {
      const written = made.map(([piece]) => piece).join('');
      let at = 0;
      const starts = made.flatMap(([piece, , offsets]) => {
        const before = at;
        at += piece.length;
        return offsets.map((offset) => before + offset);
      });
      const folded = foldUnits(written);
      const text = textOf(folded);
      const offsets = folded.offsets?.slice(0, folded.length + 1) ?? null;
      expect(text).toBe(made.map(([, folded]) => folded).join(''));
      // Without offsets every unit stands where it stood, the second half of a pair included.
      if (offsets === null) expect(text.length).toBe(written.length);
      else expect([...offsets]).toEqual([...starts, written.length]);
    }),
  );
});
