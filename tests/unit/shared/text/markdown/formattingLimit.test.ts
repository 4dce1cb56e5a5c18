import { describe, expect, it } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { parseAnswer } from '#shared/text/markdown/blocks.ts';
import { formattingLimit, formattingNotice } from '#shared/text/markdown/formattingLimit.ts';
import { column } from '#tests/support/analysis/columns.ts';
import { corpus } from '#tests/support/analysis/corpus.ts';
import { hostileTexts } from '#tests/support/analysis/hostileMarkdown.ts';
import { fileCases } from '#tests/support/golden/goldenCase.ts';

const limited = Object.entries(hostileTexts)
  .map(([name, text]) => [name, text(100_000)] as const)
  .filter(([, markdown]) => parseAnswer('', markdown).limit !== null);

const lettersOf = (text: string) => text.replace(/[^a-z0-9]/g, '');

describe('limits of formatting', () => {
  it('leave answers as engines give them alone', () => {
    const answers = [
      ...fileCases().flatMap(({ columns }) => columns.map(([, text]) => text)),
      ...corpus({ markets: 8, words: 50_000, languages: 8 }).map(({ samples }) => samples[0]?.markdown ?? ''),
      `${'**A** and [b](https://c.example/d_e) `f`\n'.repeat(100)}\n`.repeat(20),
      `1. a\n   - b\n${'     '.repeat(2)}- c\n\n> > quoted twice`,
    ];
    for (const answer of answers) expect(formattingLimit(answer)).toBeNull();
  });

  it.each([
    ['~a'.repeat(40_000), 'marks'],
    ['**a'.repeat(33_000), 'marks'],
    ['[a]('.repeat(25_000), 'marks'],
    ['> '.repeat(20_000), 'nesting'],
    ['- '.repeat(6_000), 'nesting'],
    [`${'1. '.repeat(40)}a`, 'nesting'],
    [Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'), 'nesting'],
    ['# a\n'.repeat(25_000), 'lines'],
    ['a\n\n'.repeat(25_000), 'lines'],
    [`# a${' '.repeat(100_000)}b`, 'spaces'],
    ['word '.repeat(100_000), 'length'],
    [`${'*a* '.repeat(1000)}\n\n`.repeat(20), 'marks'],
    [`${'|a'.repeat(1001)}\n${'|-'.repeat(1001)}`, 'columns'],
    [`a [b\n${'c '.repeat(10_000)}`, 'bracket'],
    [`] [${'c '.repeat(10_000)}`, 'bracket'],
  ] as const)('name what passes them (%#)', (markdown, limit) => {
    expect(formattingLimit(markdown)).toBe(limit);
    expect(formattingNotice(limit)).toMatch(/^Shown as plain text: .*\.$/);
  });

  it.each(limited)('lose no letter of %s', (_, markdown) => {
    const { blocks } = parseAnswer('', markdown);
    // List marks are told apart from words; everything else is there.
    const left = lettersOf(blocks.map((block) => block.text).join(''));
    expect(left.length).toBeGreaterThanOrEqual(
      lettersOf(markdown.replace(/^ *(?:[-*]|\d+\.) /gm, '')).length,
    );
  });

  it('stop most texts that are made to be slow', () => {
    expect(limited.length).toBeGreaterThan(12);
  });

  it('are said where answers are compared', () => {
    const compare = (text: string) =>
      compareObservations([column('A', 'Said in short.'), column('B', text)], defaultOptions).dataQuality
        .notes;
    const said = 'Some answers are too long or too heavily formatted and are compared as plain text.';
    expect(compare('~a'.repeat(5_000))).toContain(said);
    expect(compare('**a** and *b*')).not.toContain(said);
  });
});
