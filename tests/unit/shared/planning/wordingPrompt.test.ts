import { expect, it } from 'vitest';
import { readSuggestion, suggestionText } from '#shared/planning/wordingPrompt.ts';

it('names every code to the model, and keeps the question as it is', () => {
  expect(JSON.parse(suggestionText('Is {brand} good?', ['de', 'fr-CA', 'JP']))).toEqual({
    question: 'Is {brand} good?',
    targets: [
      { code: 'de', name: 'German' },
      { code: 'fr-CA', name: 'French (Canada)' },
      { code: 'JP', name: 'Japan' },
    ],
  });
});

it('takes the wordings that were asked for, each once, and says what is missing', () => {
  const wordings = [
    { code: 'de', question: ' Welches Schloss: {brand}? ' },
    { code: 'ja', question: '「どの鍵？」' },
    { code: 'de', question: 'Nochmal?' },
    { code: 'es', question: '¿No pedido?' },
    { code: 'ko', question: '  ' },
  ];
  expect(readSuggestion({ wordings }, ['de', 'ja', 'ko'])).toEqual({
    wordings: { de: 'Welches Schloss: {brand}?', ja: 'どの鍵？' },
    missing: ['ko'],
  });
});
