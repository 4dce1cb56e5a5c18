import fc from 'fast-check';
import { expect, it } from 'vitest';
import { engines } from '#shared/interface/engines.ts';
import { ask } from './ask.ts';

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'aZ9 .?%/#&[]{}<>|*_\\"\'') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\u0000', '\t', '\n', '\u00ad', '\u200b', '\u202e', '\ufeff', '\ufffd'),
  },
  { weight: 3, arbitrary: fc.constantFrom('é', 'ß', 'İ', '漢', 'か', '각', 'ש', 'ع', 'ก', '\u0301') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('\u{1f6b2}', '\u{1f469}\u200d\u{1f4bb}', '\u{10ffff}', '\u{20000}'),
  },
);
/** Texts whose pairs of code units lie where something is cut: after 40, 60, 200 and 300 of them. */
const text = fc
  .tuple(
    fc.constantFrom(0, 39, 59, 60, 199, 200, 298, 299, 300),
    fc.constantFrom('x', 'the ', ' ', '?'),
    fc.string({ unit: character, minLength: 1, maxLength: 80 }),
  )
  .map(([length, filler, end]) => `${filler.repeat(length).slice(0, length)}${end}`)
  .filter((asked) => asked.trim() !== '' && !asked.includes('[['));

it('every request that the interface accepts gets an answer of whole characters, at the first attempt', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...engines),
      text,
      fc.constantFrom('US', 'DE', 'JP', 'IL'),
      async (engine, question, country) => {
        const flags =
          engine === 'search/news'
            ? ['html']
            : engine === 'search'
              ? ['html', 'paaAioverview']
              : ['html', 'markdown'];
        const include = Object.fromEntries(flags.map((flag) => [flag, true]));
        const outcome = await ask(engine, country, { question, fields: { include } });
        expect(outcome.kind).toBe('answer');
        // JSON writes half of a surrogate pair as an escape, and every other character as itself.
        expect(JSON.stringify(outcome)).not.toMatch(/\\ud[89a-f]/);
      },
    ),
    { numRuns: 250 },
  );
});
