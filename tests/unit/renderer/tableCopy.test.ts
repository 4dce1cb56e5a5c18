import { describe, expect, it } from 'vitest';
import { copiedTable, groupOf, htmlOf, tsvOf } from '#renderer/ui/tableCopy.ts';

describe('a copied table', () => {
  it('gives an interval columns of its own, numbers without thousands, and nothing for "none"', () => {
    const copied = copiedTable(
      ['Brand', 'Visibility', 'Answers', 'Gap'],
      [
        ['Velotto & Söhne', '47 % 38 to 56 %', '1,234', '−2.5'],
        ['自転車', '11.1 %', '0', 'none'],
        ['', '–', '', 'no data'],
      ],
      ',',
    );
    expect(copied.headers).toEqual([
      'Brand',
      'Visibility',
      'Visibility (from)',
      'Visibility (to)',
      'Answers',
      'Gap',
    ]);
    expect(copied.rows).toEqual([
      ['Velotto & Söhne', '47%', '38%', '56%', '1234', '-2.5'],
      ['自転車', '11.1%', '', '', '0', ''],
      ['', '', '', '', '', ''],
    ]);
  });

  it('gives counts columns of their own, with or without an interval', () => {
    const copied = copiedTable(
      ['Name', 'Cited in', 'Completed'],
      [
        ['a', '47 % 1,038 of 2,081 45.3 to 48.9 %', '3 of 4'],
        ['b', '11.1 % 1 of 9', '4'],
        ['c', 'no data', ''],
      ],
      ',',
    );
    expect(copied.headers).toEqual([
      'Name',
      ...['', ' (count)', ' (of)', ' (from)', ' (to)'].map((part) => `Cited in${part}`),
      'Completed',
      'Completed (of)',
    ]);
    expect(copied.rows).toEqual([
      ['a', '47%', '1038', '2081', '45.3%', '48.9%', '3', '4'],
      ['b', '11.1%', '1', '9', '', '', '4', ''],
      ['c', '', '', '', '', '', '', ''],
    ]);
  });

  it('reads the numbers of the locale that shows them', () => {
    const shown = (locale: string) => new Intl.NumberFormat(locale).format(1_234_567.5);
    for (const [locale, expected] of [
      ['en', '1234567.5'],
      ['de', '1234567,5'],
      ['fr', '1234567,5'],
      ['de-CH', '1234567.5'],
    ] as const)
      expect(copiedTable(['Answers'], [[shown(locale)]], groupOf(locale)).rows, locale).toEqual([[expected]]);
  });

  it('leaves text that only begins or ends like a number', () => {
    const texts = ['3-4', '2026-11-27', '1 of 5', '4 answers', '99,– €', 'Nr. 5'];
    expect(
      copiedTable(
        ['Text'],
        texts.map((text) => [text]),
        ',',
      ).rows.flat(),
    ).toEqual(texts);
  });

  it('is text and a table that a spreadsheet takes, without formulas of strangers', () => {
    const copied = copiedTable(
      ['Name', 'Said'],
      [
        ['=1+1', 'say "a\tb"'],
        ['<b>&', '-3'],
      ],
      ',',
    );
    expect(tsvOf(copied)).toBe('Name\tSaid\n\'=1+1\t"say ""a\tb"""\n<b>&\t-3');
    expect(htmlOf(copied)).toContain('<td>&lt;b&gt;&amp;</td><td>-3</td>');
  });
});
