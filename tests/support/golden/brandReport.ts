/** Brand mentions against the difficult cases: precision, recall and cases wholly right, by script and by half. */
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { brandCases } from './brandCases.ts';
import { precision, recall, type Score, total } from './evaluate.ts';

export type BrandScore = {
  readonly language: string;
  readonly script: string;
  readonly kind: string;
  readonly heldOut: boolean;
  readonly text: string;
  readonly score: Score;
  readonly right: boolean;
  /** What was found and should not be, and what should be and was not. */
  readonly mistakes: readonly string[];
};

export function scoreBrands(): readonly BrandScore[] {
  return brandCases.map(({ language, script, kind, brands, text, mentions, heldOut }) => {
    const matcher = createBrandMatcher(brands);
    const found = matcher
      .find(text, language.split('-')[0])
      .map(({ brand, start, end }) => `${matcher.brands[brand]?.id} ${start} ${end}`);
    const wrong = found.filter((each) => !mentions.includes(each));
    const missing = mentions.filter((each) => !found.includes(each));
    return {
      ...{ language, script, kind, heldOut, text },
      score: { right: found.length - wrong.length, found: found.length, expected: mentions.length },
      right: wrong.length === 0 && missing.length === 0,
      mistakes: [...wrong.map((each) => `wrong ${each}`), ...missing.map((each) => `missing ${each}`)],
    };
  });
}

/** @param withMistakes of the half that is not held out; nobody is shown those of the other */
export function printBrandReport(withMistakes: boolean): void {
  const scores = scoreBrands();
  const share = (value: number): string => value.toFixed(3);
  const line = (label: string, of: readonly BrandScore[]): void => {
    const sum = total(of.map(({ score }) => score));
    const right = of.filter((each) => each.right).length;
    console.log(
      `  ${label.padEnd(22)} ${`${right} of ${of.length}`.padStart(10)} cases right  precision ${share(precision(sum))}  recall ${share(recall(sum))}  (${sum.expected} mentions)`,
    );
  };
  for (const heldOut of [false, true]) {
    const half = scores.filter((each) => each.heldOut === heldOut);
    const languages = new Set(half.map(({ language }) => language)).size;
    console.log(
      `brand mentions, ${heldOut ? 'held-out half' : 'half the rules are tuned on'}: ${languages} languages`,
    );
    for (const script of [...new Set(scores.map((each) => each.script))].sort()) {
      const of = half.filter((each) => each.script === script);
      if (of.length > 0) line(script, of);
    }
    line('all', half);
    if (withMistakes && !heldOut)
      for (const { language, kind, text, mistakes } of half)
        if (mistakes.length > 0) console.log(`\n${language}, ${kind}: ${text}\n  ${mistakes.join('\n  ')}`);
  }
}
