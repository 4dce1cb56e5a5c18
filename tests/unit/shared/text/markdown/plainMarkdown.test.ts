import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '#shared/text/markdown/markdownBlocks.ts';
import { parsePlainMarkdown } from '#shared/text/markdown/plainMarkdown.ts';
import { corpus } from '#tests/support/analysis/corpus.ts';

const fragment = fc.constantFrom(
  '**',
  '*',
  '**bold**',
  '*it*',
  '`code`',
  '`',
  '[site](https://a.example/x)',
  '[1](https://b.example)',
  '[1]',
  '[',
  ']',
  '(',
  ')',
  '_',
  'a_b',
  '~',
  '!',
  '.',
  ' ',
  '  ',
  'word',
  'Wort',
  '自転車',
  'は',
  '。',
  'ü',
  '5',
  '1.',
  '2)',
  '- ',
  '* ',
  '# ',
  '## ',
  '> ',
  '|',
  ' | ',
  '---',
  '\n',
  '\n\n',
  '\n- ',
  '\n1. ',
  '\n2. ',
  '\n* ',
  '\n| a | b |\n|---|---|\n| c | d |\n',
  '\n# ',
  ':',
  '–',
  '$84.00',
  '&',
  '<',
  '=',
  '\u00a0',
  '\u3000',
  '😀',
);
const document = (from: number, to: number) =>
  fc.array(fragment, { minLength: from, maxLength: to }).map((parts) => parts.join(''));

describe('plain Markdown', () => {
  it.each([
    [0, 8],
    [9, 25],
  ])('reads exactly what the full parser reads, or refuses, from %i to %i parts', (from, to) => {
    fc.assert(
      fc.property(document(from, to), (markdown) => {
        const read = parsePlainMarkdown(markdown);
        if (read !== null) expect(read).toEqual(parseMarkdown(markdown));
      }),
      { numRuns: 2500 },
    );
  });

  it('reads ordinary answers itself', () => {
    const answers = corpus({ markets: 16, words: 400, languages: 8 }).map(
      (column) => column.samples[0]?.markdown ?? '',
    );
    for (const answer of answers) {
      const read = parsePlainMarkdown(answer);
      expect(read).not.toBeNull();
      expect(read).toEqual(parseMarkdown(answer));
    }
  });
});
