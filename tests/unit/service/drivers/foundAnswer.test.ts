import { describe, expect, it } from 'vitest';
import { type FoundAnswer, textWithoutCodes, withoutCodes } from '#service/drivers/foundAnswer.ts';

const found = (markdown: string, words: string): FoundAnswer => {
  const start = markdown.indexOf(words);
  return {
    markdown,
    sources: [{ url: 'https://a.example', cited: true }],
    citations: [{ source: 0, label: 'A', mark: false, chip: 0, span: { start, end: start + words.length } }],
    searchQueries: [],
    searched: true,
  };
};

describe('codes of an assistant’s page', () => {
  it.each([
    ['Abus leads \ue200cite\ue202turn0search0\ue201. Then', 'Abus leads. Then'],
    ['Abus leads\ue200cite\ue202turn0search0\ue202turn1search3\ue201', 'Abus leads'],
    ['Abus \ue200cite\ue202turn2view0\ue201and Kuvo', 'Abus and Kuvo'],
    ['\ue200entity\ue202["company","Abus","maker"]\ue201 leads', 'Abus leads'],
    ['says \ue200url\ue202the review\ue202turn0search1\ue201.', 'says the review.'],
    ['light【4:0†source】, wide', 'light, wide'],
    ['light:contentReference[oaicite:0]{index=0}', 'light'],
    ['cut \ue200cite\ue202turn0sea', 'cut'],
    ['Row [1], [2], and 「石」', 'Row [1], [2], and 「石」'],
  ])('of %j leave the words', (given, words) => {
    expect(textWithoutCodes(given)).toBe(words);
  });

  it('move no citation: its span still covers its words', () => {
    const given = found('Für 👟 \ue200cite\ue202turn0search0\ue201: the Alpina Trail leads.', 'Alpina Trail');
    const { markdown, citations } = withoutCodes(given);
    const { start = 0, end = 0 } = citations[0]?.span ?? {};
    expect(markdown).toBe('Für 👟: the Alpina Trail leads.');
    expect(markdown.slice(start, end)).toBe('Alpina Trail');
    expect(withoutCodes({ ...given, markdown: 'Alpina Trail' })).toMatchObject({ markdown: 'Alpina Trail' });
  });
});
