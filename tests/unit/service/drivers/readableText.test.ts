import { describe, expect, it } from 'vitest';
import { readableText } from '#service/drivers/readableText.ts';

describe('the words of an answer', () => {
  it('keep paragraphs, lists, tables and code apart without their markup', () => {
    const markdown = [
      '# Best *shoes*',
      '',
      'Take the **Alpina** & [Nordlauf](https://n.example).',
      '',
      '1. one',
      '2. two',
      '   - nested',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '',
      '> quoted',
      '',
      '```js',
      'let x;',
      '```',
      '',
      '![picture](https://p.example)',
      '<b>html</b>',
    ].join('\n');
    expect(readableText(markdown).text).toBe(
      [
        'Best shoes',
        'Take the Alpina & Nordlauf.',
        '1. one\n2. two\n- nested',
        'a | b\n1 | 2',
        'quoted',
        'let x;',
        'html',
      ].join('\n\n'),
    );
  });

  it('leave out citation marks and what they leave behind', () => {
    const markdown = 'Big. ([a](https://a.example)) Small [1][2]; done[3].';
    const marks = [...markdown.matchAll(/\(\[a\]\([^)]*\)\)|\[\d\](?:\[\d\])?/g)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
    expect(readableText(markdown, marks).text).toBe('Big. Small; done.');
  });

  it('keep the blanks that belong to them: French punctuation, empty brackets, code', () => {
    expect(readableText('Vraiment ? Oui : `f( )` et g() !').text).toBe('Vraiment ? Oui : f( ) et g() !');
  });

  it('never fails on markup that is broken', () => {
    expect(readableText('**open [link( `code').text).toBe('**open [link( `code');
    expect(readableText('').text).toBe('');
  });
});

describe('a place in the Markdown', () => {
  const markdown = '**Größe** zählt: 👟 *日本* wins [1] here.';
  const mark = { start: markdown.indexOf('[1]'), end: markdown.indexOf('[1]') + 3 };
  const { text, textOffset } = readableText(markdown, [mark]);

  it.each(['Größe', 'zählt', '👟', '日本', 'wins', 'here'])('%s is found again in the words', (word) => {
    const at = textOffset(markdown.indexOf(word));
    expect(text.slice(at, at + word.length)).toBe(word);
  });

  it('of a mark is where the words before it end', () => {
    expect(text).toBe('Größe zählt: 👟 日本 wins here.');
    expect(text.slice(0, textOffset(mark.start)).trimEnd()).toBe('Größe zählt: 👟 日本 wins');
  });

  it('beyond the end is the end', () => {
    expect(textOffset(9_999)).toBe(text.length);
  });
});
