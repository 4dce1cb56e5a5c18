import type { Direction } from '../../model/comparison/comparison.ts';
import { scriptOf } from './scripts.ts';

const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Minimum share of right-to-left letters in a right-to-left text. */
const enough = 0.4;

/**
 * Direction of a text by the share of its letters. Unlike the first-strong rule of `dir="auto"`, an Arabic sentence
 * that begins with a Latin name is right-to-left.
 */
export function textDirection(text: string): Direction {
  if (!rightToLeftLetter.test(text)) return 'ltr';
  let letters = 0;
  let rightToLeft = 0;
  for (let index = 0; index < text.length; index++) {
    const script = scriptOf(text.charCodeAt(index));
    if (script === 'Zyyy') continue;
    letters += 1;
    if (script === 'Arab' || script === 'Hebr') rightToLeft += 1;
  }
  return rightToLeft > 0 && rightToLeft >= letters * enough ? 'rtl' : 'ltr';
}
