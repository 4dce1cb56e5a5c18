import { expect, it } from 'vitest';
import { readSuggestion, suggestionPrompt } from '#shared/planning/wordingPrompt.ts';

it('asks for one line for each code, and keeps the question as it is', () => {
  const prompt = suggestionPrompt('Is {brand} good?', ['de', 'fr-CA', 'JP']);
  expect(prompt).toContain('de: German\nfr-CA: French (Canada)\nJP: Japan');
  expect(prompt).toMatch(/Question: Is \{brand\} good\?$/);
});

it('reads the lines that were asked for, however a model decorates them, and says what is missing', () => {
  const answer = [
    'Sure! Here are the questions:',
    '```',
    'de\tWelches Schloss: {brand}?',
    '- **ja**: 「どの鍵？」',
    'fr-CA — Quel cadenas, au juste ?',
    '| ar | ما أفضل قفل؟ |',
    'de\tNochmal?',
    'es\t¿No pedido?',
    '```',
  ].join('\n');
  expect(readSuggestion(answer, ['de', 'ja', 'fr-CA', 'ar', 'ko'])).toEqual({
    wordings: {
      de: 'Welches Schloss: {brand}?',
      ja: 'どの鍵？',
      'fr-CA': 'Quel cadenas, au juste ?',
      ar: 'ما أفضل قفل؟',
    },
    missing: ['ko'],
  });
});
