import { expect, it } from 'vitest';
import { dictionariesFor } from '#main/hosts/electron/spelling.ts';

const available = ['de', 'en-AU', 'en-GB', 'en-US', 'es', 'es-MX', 'pt-BR', 'pt-PT', 'sr'];

it.each([
  ['the dictionary of the country', ['en-GB', 'es-MX', 'pt-PT'], ['en-GB', 'es-MX', 'pt-PT']],
  ['that of the language', ['de-AT', 'es-CO', 'sr-Latn-RS'], ['de', 'es', 'sr']],
  ['that of another country', ['en-IN', 'pt-AO'], ['en-US', 'pt-BR']],
  ['each once', ['de-AT', 'de-CH', 'de'], ['de']],
  ['none that there is not', ['ja-JP', 'de-DE'], ['de']],
  ['American English without any', ['ja-JP', 'C'], ['en-US']],
])('takes %s', (_, preferred, taken) => {
  expect(dictionariesFor(preferred, available)).toEqual(taken);
});
