import { describe, expect, it } from 'vitest';
import { type CompareSample, noBrands, noContent } from '#shared/model/comparison/samples.ts';
import { checkedBlocks, prepareAnswer } from '#shared/translation/answerTranslation.ts';

const sample = (markdown: string, language: string): CompareSample => ({
  ...noContent,
  text: markdown,
  markdown,
  language,
  observationId: 'o',
  status: 'completed',
  servedShape: null,
  driver: 'openai',
  surface: null,
  creditsCharged: 1,
  latencyMs: 1,
  at: null,
  error: null,
});
const brands = {
  ...noBrands,
  brands: [
    {
      id: 'alpwerk',
      name: 'Alpwerk',
      kind: 'own' as const,
      aliases: [{ text: 'アルプワーク' }],
      domains: [],
    },
  ],
};
const prepared = (markdown: string, language: string, target = 'en') =>
  prepareAnswer(sample(markdown, language), '', target, brands);
const texts = (answer: ReturnType<typeof prepared>) =>
  answer.blocks.map(({ segments }) => segments.map(({ text }) => text));
/** The one block, translated segment by segment. */
const translated = (answer: ReturnType<typeof prepared>, ...segments: (string | null)[]) =>
  checkedBlocks(answer, [segments])[0];

describe('what a translator gets', () => {
  it('is sentences without citation marks and addresses', () => {
    const answer = prepared(
      'Alpwerk ist leicht.[1](https://a.example/x) Es kostet ca. 1.299 € und hält z. B. fünf Jahre.[2]',
      'de',
    );
    expect(texts(answer)).toEqual([
      ['Alpwerk ist leicht.', 'Es kostet ca. 1.299 € und hält z. B. fünf Jahre.'],
    ]);
  });

  it.each([
    ['ja', 'このロックは軽いです。防水ではありません。価格は高めです。', 3],
    ['zh', '这款锁很轻。不防水。价格偏高。', 3],
    ['hi', 'यह ताला हल्का है। यह जलरोधक नहीं है। क़ीमत ज़्यादा है।', 3],
    ['ar', 'القفل خفيف جدا. ليس مقاوما للماء. السعر مرتفع.', 3],
  ])('is split into the sentences of %s', (language, text, count) => {
    expect(texts(prepared(text, language))[0]).toHaveLength(count);
  });

  it('is every item, heading and cell by itself, without markers', () => {
    const answer = prepared(
      '## Preise im Vergleich\n\n1. **Preis:** ab 79,90 € im Handel\n2. Sehr leicht\n\n| Modell | Gewicht |\n|---|---|\n| Das leichte Modell | 1,5 kg |',
      'de',
    );
    expect(texts(answer)).toEqual([
      ['Preise im Vergleich'],
      ['Preis:', 'ab 79,90 € im Handel'],
      ['Sehr leicht'],
      ['Modell', 'Gewicht'],
      ['Das leichte Modell'],
    ]);
  });

  it('is nothing of code, of numbers, and of an answer in the target language', () => {
    expect(texts(prepared('```\nnpm install\n```', 'de'))).toEqual([]);
    expect(texts(prepared('This answer is written in English, and the reader reads English.', 'en'))).toEqual(
      [],
    );
  });
});

describe('a translated block', () => {
  it('has its marks at the end of their sentences', () => {
    const answer = prepared('Das Schloss ist leicht[1] und stabil. Es ist teuer.[2]', 'de');
    const block = translated(answer, 'The lock is light and sturdy.', 'It is expensive.');
    expect(block?.text).toBe('The lock is light and sturdy. It is expensive.');
    expect(block?.marks.map(({ at, label }) => [block.text.slice(0, at), label])).toEqual([
      ['The lock is light and sturdy.', '1'],
      ['The lock is light and sturdy. It is expensive.', '2'],
    ]);
  });

  it('keeps a link on its words, and after the sentence where they are gone', () => {
    const answer = prepared(
      'Mehr steht im [Testbericht](https://tests.example/a) von [Alpwerk](https://alpwerk.example/b).',
      'de',
    );
    const block = translated(answer, 'More is in the review by Alpwerk.');
    expect(block?.spans.map(({ start, end, href }) => [block.text.slice(start, end), href])).toEqual([
      ['Alpwerk', 'https://alpwerk.example/b'],
    ]);
    expect(block?.marks).toEqual([
      { at: block?.text.length, label: 'tests.example', href: 'https://tests.example/a' },
    ]);
  });

  it('keeps bold leads, and spaces where the target has them', () => {
    const answer = prepared('- **価格**：高いです。軽いです。', 'ja');
    const block = translated(answer, 'Price', 'It is expensive.', 'It is light.');
    expect(block?.text).toBe('Price：It is expensive. It is light.');
    expect(block?.spans).toEqual([{ kind: 'strong', start: 0, end: 5 }]);
  });
});

describe('the checks', () => {
  it.each([
    ['de', 'Es kostet 1.299,00 € im Handel.', 'It costs €1,299.00 in shops.'],
    ['ja', '価格は120万円ほどです。', 'The price is about 1.2 million yen.'],
    ['ja', '価格は120万円ほどです。', 'The price is about 1,200,000 yen.'],
    ['hi', 'इसकी क़ीमत लगभग २ लाख रुपये है।', 'It costs about 200,000 rupees.'],
    ['ar', 'السعر حوالي ١٢٩٩ ريالا في المتاجر.', 'The price is about 1,299 riyals in shops.'],
    ['de', 'Es gibt 3 gute Modelle.', 'There are three good models.'],
    ['ja', '2026年3月12日に発売されました。', 'It was released on 12 March 2026.'],
    ['de', 'Der Umsatz betrug 3,5 Mio. Euro.', 'Revenue was 3.5 million euros.'],
    ['de', 'Geöffnet bis 18 Uhr jeden Tag.', 'Open until 6 pm every day.'],
    ['ja', 'アルプワークのロックは軽いです。', 'The Alpwerk lock is light.'],
  ])('accept what is the same by value: %s %s', (language, source, target) => {
    expect(translated(prepared(source, language), target)?.problem).toBeNull();
  });

  it.each([
    [
      'de',
      'Es kostet 1.299 € im Handel.',
      'It costs €1,399 in shops.',
      'The translation has the number €1,399 in place of 1.299 €',
    ],
    [
      'de',
      'Es wiegt 2,5 kg ohne Halter.',
      'It is light without its mount.',
      'The translation lost the number 2,5 kg',
    ],
    [
      'de',
      'Alpwerk ist besonders leicht.',
      'The brand is particularly light.',
      'The translation lost the name “Alpwerk”',
    ],
    [
      'ja',
      'アルプワークのロックは軽いです。',
      'The Alp Work lock is light.',
      'The translation lost the name “アルプワーク”',
    ],
    [
      'ja',
      'このロックにはGPSが付いています。',
      'This lock has satellite positioning.',
      'The translation lost the name “GPS”',
    ],
    [
      'de',
      'Das Schloss ist besonders leicht.',
      'The Alpwerk lock is light.',
      'The translation names “Alpwerk”',
    ],
    ['de', 'Das Schloss ist besonders leicht.', '', 'The translator returned no text'],
    [
      'de',
      'Das Schloss ist besonders leicht und stabil.',
      'Das Schloss ist besonders leicht und stabil.',
      'The translator left the text as it is',
    ],
    [
      'fr',
      'TITRE EN MAJUSCULES ICI',
      `${'that that that that '.repeat(4)}`,
      'The translation repeats itself',
    ],
    [
      'ja',
      'このロックはとても軽いです。',
      'このロックはとても軽い製品です。',
      'The translator left the text as it is',
    ],
  ])('show the original with the reason: %s %s', (language, source, target, problem) => {
    const block = translated(prepared(source, language), target);
    expect(block?.problem).toContain(problem);
    expect(block?.text).toBe('');
  });

  it('read a sentence that was merged into the one before together with it', () => {
    const answer = prepared('Es kostet 79 € im Laden. Es wiegt 2 kg ohne Halter.', 'de');
    expect(translated(answer, 'It costs 79 € and weighs 2 kg.', null)?.problem).toBeNull();
    expect(translated(answer, 'It costs 79 € in shops.', null)?.problem).toContain('2 kg');
  });
});
