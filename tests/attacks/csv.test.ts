import { csvParseRows, dsvFormat } from 'd3-dsv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from '#shared/tables/sheetFormats.ts';

/** What a spreadsheet takes for the beginning of a formula, after what it does not show. */
const runs = (cell: string): boolean => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell);

const command = "cmd|' /C calc'!A0";

describe('a cell that a spreadsheet would run', () => {
  it.each([
    ['a sign', `=${command}`],
    ['plus', `+${command}`],
    ['minus', `-${command}`],
    ['at', `@SUM(1)`],
    ['a full-width sign', `＝${command}`],
    ['full-width plus', `＋${command}`],
    ['full-width minus', `－${command}`],
    ['full-width at', `＠SUM(1)`],
    ['a line break before it', `\n=${command}`],
    ['CR LF before it', `\r\n=${command}`],
    ['a tab before it', `\t=${command}`],
    ['a space before it', ` =${command}`],
    ['a space that does not break', `\u00a0=${command}`],
    ['an ideographic space', `\u3000＝${command}`],
    ['a byte order mark', `\ufeff=${command}`],
    ['a zero-width space', `\u200b=${command}`],
    ['a NUL', `\u0000=${command}`],
  ])('begins with an apostrophe: %s', (_, text) => {
    const [[, cell = ''] = []] = csvParseRows(csvRow('csv', ['first', text]));
    // A NUL, which ends a cell or a file for some programs, is written as the replacement character.
    expect(cell).toBe(`'${text.replaceAll('\0', '\ufffd')}`);
    expect(runs(cell)).toBe(false);
  });

  it.each([`a;=${command}`, `a; =${command}`, `a;"=${command}`, `a;\n=${command}`, `a;＝${command};+1;@x`])(
    'is none after a semicolon either, where that separates columns: %j',
    (text) => {
      for (const line of [
        csvRow('csv', ['first', text]),
        csvRow('csv', [text, 'last']),
        csvRow('csv', [text]),
      ])
        for (const row of dsvFormat(';').parseRows(line))
          for (const cell of row) expect(runs(cell), line).toBe(false);
    },
  );

  it('never results from any text, and every other text stays unchanged', () => {
    const unit = fc.constantFrom(...'=+-@＝＋－＠;,"\'\t\r\n \u00a0\ufeffaz1'.split(''));
    fc.assert(
      fc.property(fc.array(fc.string({ unit, maxLength: 12 }), { minLength: 1, maxLength: 4 }), (cells) => {
        const [row = []] = csvParseRows(csvRow('csv', cells));
        expect(row).toHaveLength(cells.length);
        row.forEach((cell, index) => {
          expect(runs(cell)).toBe(false);
          const given = cells[index] ?? '';
          if (!/[=+\-@＝＋－＠\t\r\n]/.test(given)) expect(cell).toBe(given);
          expect(cell.replaceAll("'", '')).toBe(given.replaceAll("'", ''));
        });
      }),
      { numRuns: 5000 },
    );
  });

  it('is no number: figures stay figures', () => {
    expect(csvRow('csv', [-5, 0.25, null, 'a, b'])).toBe('-5,0.25,,"a, b"\r\n');
  });
});

describe('a line for Excel', () => {
  it.each([
    '00123',
    '3-4',
    '1/2',
    '1E5',
    '1.2e-3',
    '4111111111111111',
    '12:30',
    '1,299.00',
    'MAR1',
    '2-Mar',
    'Sept 7',
  ])('keeps %s as text', (text) => {
    expect(csvParseRows(csvRow('csv-excel', [text, 'last']))).toEqual([[`="${text}"`, 'last']]);
  });

  it('leaves numbers and other text alone, and still runs nothing', () => {
    const cells = [
      1300,
      'Marble 7 locks',
      '3 locks',
      'Décembre',
      null,
      `=${command}`,
      `1;=${command}`,
      '1"=2',
    ];
    expect(csvRow('csv-excel', cells)).toBe(csvRow('csv', cells));
  });
});
