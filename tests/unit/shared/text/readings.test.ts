import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, placeMarks, setMarks, withoutMarks } from '#shared/text/markdown/citationMarks.ts';
import { mistakesIn } from '#tests/support/golden/readings/readingSet.ts';
import { readingSets } from '#tests/support/golden/readings/readingSets.ts';

describe.each(readingSets)('$name', (set) => {
  it('are read as a careful person reads them', () => {
    expect(mistakesIn(set, set.cases)).toEqual([]);
  });

  it('are read right in at least nine of ten unseen texts', () => {
    expect(set.heldOut.length).toBeGreaterThanOrEqual(20);
    expect(mistakesIn(set, set.heldOut).length).toBeLessThanOrEqual(set.heldOut.length / 10);
  });
});

describe('citation marks', () => {
  const sources = fc.array(
    fc.oneof(
      fc.constantFrom(
        'Vellimo',
        ' is',
        ' the best',
        '. ',
        '\n',
        '**',
        '`',
        '29',
        '$',
        ' ',
        '\ufffc',
        '\u2800',
      ),
      fc.constantFrom(
        '[1](https://a.example/b)',
        '[2]',
        '\u00b9',
        '([a.example](https://a.example/x))',
        '\u30104:0\u2020s\u3011',
      ),
    ),
    { maxLength: 40 },
  );

  it('leave the words, and stand inside them', () => {
    fc.assert(
      fc.property(sources, (parts) => {
        const source = parts.join('');
        const { text, marks } = setMarks(source);
        const placed = placeMarks({ text, spans: [{ kind: 'strong', start: 0, end: text.length }] }, marks);
        expect(placed.marks).toHaveLength(marks.length);
        expect(placed.text.trim()).toBe(withoutMarks(source).trim());
        for (const { at } of placed.marks) expect(at >= 0 && at <= placed.text.length).toBe(true);
        const words = chunksOf(text, marks).filter((chunk) => typeof chunk === 'string');
        if (marks.length > 0) expect(words.join('').trim()).toBe(placed.text);
      }),
    );
  });

  it('are taken out in a time in proportion to the text', () => {
    for (const part of [
      '[',
      '[1](',
      '(',
      ' ',
      '`',
      '\ue200cite',
      '<sup>',
      '\u00b9 ',
      '[1] ',
      '![a](',
      '\u3010',
    ]) {
      const started = process.cpuUsage();
      withoutMarks(part.repeat(200_000 / part.length));
      const used = process.cpuUsage(started);
      expect([part, (used.user + used.system) / 1000 < 2000]).toEqual([part, true]);
    }
  });
});
