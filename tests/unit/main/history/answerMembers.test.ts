import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerMembers } from '#main/history/store/derive/answerMembers.ts';
import { resultOf } from '#main/history/store/derive/result.ts';
import { samplesFromResult } from '#shared/text/samples.ts';

/** What brands are looked for in, of a result that was read as a whole. */
function searched(result: Readonly<Record<string, unknown>>) {
  const { text, markdown, overview } = samplesFromResult('search', result);
  const read = overview && { text: overview.text, markdown: overview.markdown };
  return { text: markdown === null ? text : '', markdown, overview: read };
}

const words = fc.oneof(
  fc.constantFrom(
    '**Foldmaster** "90"',
    'C:\\',
    '\\"',
    'größer',
    '折叠锁',
    '😀',
    'قفل',
    '{"markdown":"x"}',
    ' ',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const value = fc.oneof(words, fc.constant(null), fc.double(), fc.boolean(), fc.jsonValue({ maxDepth: 3 }));
const name = fc.constantFrom(
  ...[
    '"text"',
    '"markdown"',
    '"aioverview"',
    '"sources"',
    '"result"',
    '"response"',
    '"mark\\u0064own"',
    '"a\\"b"',
    '""',
  ],
);
const space = fc.constantFrom('', '', ' ', '\n  ', '\t\r\n');

/** An object as a service may write it: members twice, names with escapes, spaces anywhere. */
const objectOf = (inside: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(fc.tuple(space, name, space, space, inside, space), { maxLength: 6 }).map((members) => {
    const written = members.map(
      ([before, key, behind, ahead, held, after]) => `${before}${key}${behind}:${ahead}${held}${after}`,
    );
    return `{${written.join(',')}}`;
  });
const plain = value.map((held) => JSON.stringify(held));
const overview = objectOf(plain);
const result = objectOf(
  fc.oneof(
    plain,
    words.map((held) => JSON.stringify(held)),
    overview,
  ),
);
const body = fc
  .tuple(
    space,
    fc.oneof(
      { weight: 5, arbitrary: objectOf(fc.oneof(result, plain)) },
      { weight: 5, arbitrary: result.map((held) => `{"result":${held}}`) },
      plain,
    ),
    space,
  )
  .map((parts) => parts.join(''));

it('reads of a result what a whole reading gives, wherever it stands and however it is written', () => {
  let told = 0;
  fc.assert(
    fc.property(body, (written) => {
      const expected = searched(resultOf(written));
      expect(searched(answerMembers(Buffer.from(written)))).toEqual(expected);
      if (expected.markdown !== null || expected.text !== '' || expected.overview !== null) told += 1;
    }),
    { numRuns: 4000 },
  );
  expect(told).toBeGreaterThan(200);
});

it('refuses what is no JSON where it stands, as a whole reading does', () => {
  for (const broken of [
    '',
    '{',
    '{"result":{"markdown":"a',
    '{"result" {}}',
    '[1',
    '{"result":{"markdown":nul}}',
  ])
    expect(() => answerMembers(Buffer.from(broken)), broken).toThrow(SyntaxError);
});
