import { describe, expect, it } from 'vitest';
import { translatedPassage } from '#shared/translation/passages.ts';

const block = (id: string, text: string, language = 'de') => ({ id, text, language });
const translated = (id: string, text: string, problem: string | null = null) =>
  [id, { id, text, spans: [], marks: [], problem }] as const;

const blocks = [
  block('1', 'Das Alpwerk ist leicht. Es kostet 1.299 Euro. Der Akku hält 60 km.'),
  block('2', 'Das Alpwerk ist wasserdicht.'),
];
const all = new Map([
  translated('1', 'The Alpwerk is light. It costs 1,299 euros. The battery lasts 60 km.'),
  translated('2', 'The Alpwerk is waterproof.'),
]);

describe('a passage in translation', () => {
  it('is the sentence that has it, whatever its formatting and cuts', () => {
    expect(translatedPassage(blocks, all, 'Es **kostet** 1.299 Euro.', 'en')).toBe('It costs 1,299 euros.');
    expect(translatedPassage(blocks, all, 'kostet 1.299 Euro. Der Akku hält', 'en')).toBe(
      'It costs 1,299 euros. The battery lasts 60 km.',
    );
    expect(translatedPassage(blocks, all, 'Alpwerk ist wasserdicht', 'en')).toBe(
      'The Alpwerk is waterproof.',
    );
  });

  it('is the whole section if sentences were merged', () => {
    const merged = new Map([translated('1', 'The Alpwerk is light and costs 1,299 euros; 60 km.')]);
    expect(translatedPassage(blocks, merged, 'Es kostet 1.299 Euro.', 'en')).toBe(
      'The Alpwerk is light and costs 1,299 euros; 60 km.',
    );
  });

  it('is found in a script without spaces', () => {
    const japanese = [block('j', 'アルプワークは軽いです。価格は12万円です。', 'ja')];
    const english = new Map([translated('j', 'The Alpwerk is light. The price is 120,000 yen.')]);
    expect(translatedPassage(japanese, english, '価格は12万円です。', 'en')).toBe(
      'The price is 120,000 yen.',
    );
  });

  it('is none where the section is shown in the original, has none, or does not have the words', () => {
    const refused = new Map([translated('1', '', 'The translation lost the number 60.')]);
    expect(translatedPassage(blocks, refused, 'Es kostet 1.299 Euro.', 'en')).toBeNull();
    expect(translatedPassage(blocks, new Map(), 'Es kostet 1.299 Euro.', 'en')).toBeNull();
    expect(translatedPassage(blocks, all, 'Etwas ganz anderes steht hier.', 'en')).toBeNull();
    expect(translatedPassage(blocks, all, '', 'en')).toBeNull();
  });
});
