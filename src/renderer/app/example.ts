import type { ComposerValues } from '../features/ask/composerStore.ts';

/** The one example of the empty places: works without any account. */
export function exampleQuestion(): Partial<ComposerValues> {
  return {
    question: 'Which folding bike locks do people trust?',
    markets: ['US', 'DE', 'JP', 'BR'].map((country) => ({ country })),
  };
}
