import { expect, it } from 'vitest';
import { sentencesOf } from '#shared/translation/sentences.ts';

const split = (text: string, language: string): readonly string[] =>
  sentencesOf(text, language).map(({ start, end }) => text.slice(start, end));

it.each([
  ['ja', ['決め手は予算です。', '「自転車ライト」の候補は進化しました。', '（参考）価格は一万円です。']],
  ['zh', ['主要看预算。', '《评测》也这样说。', '（参考）价格是一万元。']],
])('gives a bracket in %s to the sentence that it opens', (language, sentences) => {
  expect(split(sentences.join(''), language)).toEqual(sentences);
});

it('keeps a closing quotation mark with its sentence', () => {
  expect(split('„Es ist gut.“ Dann kam mehr. (Siehe oben.) Ende.', 'de')).toEqual([
    '„Es ist gut.“',
    'Dann kam mehr.',
    '(Siehe oben.)',
    'Ende.',
  ]);
});
