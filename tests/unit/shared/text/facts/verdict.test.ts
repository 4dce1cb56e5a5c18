import { expect, test } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { type ComparedTranslations, defaultOptions } from '#shared/model/comparison/samples.ts';
import { statementFacts } from '#shared/text/facts/statementFacts.ts';
import { verdictOf } from '#shared/text/facts/verdict.ts';
import { numberRules } from '#shared/text/words/numberRules.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';
import { isHeldOutCase, scoreVerdicts, verdictCases } from '#tests/support/golden/verdictCases.ts';

const facts = (text: string, language = 'en', country = 'US', translation = text) =>
  statementFacts({
    original: text,
    originalRules: numberRules(language, country),
    words: translation,
    wordsRules: translation === text ? numberRules(language, country) : numberRules('en', ''),
    namesInOriginal: [],
    namesInWords: [],
  });
const verdict = (here: ReturnType<typeof facts>, there: ReturnType<typeof facts>) => verdictOf(here, there);

test('a value that both state differently is a fact, named on both sides', () => {
  expect(verdict(facts('It weighs 1.4 kg and folds.'), facts('It weighs 1.2 kg and folds.'))).toMatchObject({
    kind: 'fact',
    facts: [{ kind: 'number', here: '1.4 kg', there: '1.2 kg' }],
  });
});

test('one value in other units, digits or magnitudes is no difference', () => {
  expect(verdict(facts('It weighs 2.6 lb in total.'), facts('It weighs 1.2 kg in total.')).facts).toEqual([]);
  expect(verdict(facts('الوزن ٣٨٠ كغ', 'ar', 'SA'), facts('Weight 380 kg')).facts).toEqual([]);
  expect(
    verdict(facts('価格は12万円です', 'ja', 'JP'), facts('価格は120,000円です', 'ja', 'JP')).facts,
  ).toEqual([]);
  expect(verdict(facts('3,5 Mio. Nutzer', 'de', 'DE'), facts('3,500,000 users')).facts).toEqual([]);
});

test('a number whose unit is not read in the original is compared by what it counts in the translation', () => {
  const arabic = facts(
    'اخلط ٥٠٠ غ من الدقيق مع ٣٥٠ غ من الماء.',
    'ar',
    'SA',
    'Mix 500 g of flour with 350 g of water.',
  );
  expect(verdict(facts('Mix 500 g of flour with 300 g of water.'), arabic).facts).toMatchObject([
    { kind: 'number', here: '300 g' },
  ]);
});

test('prices in different currencies are no difference; in one currency they are', () => {
  const dollars = facts('The lock costs $84.00 in shops.');
  expect(
    verdict(facts('Das Schloss kostet 79 €.', 'de', 'DE', 'The lock costs €79 in shops.'), dollars).kind,
  ).toBe('same');
  expect(verdict(facts('The lock costs $89.00 in shops.'), dollars).facts).toEqual([
    { kind: 'price', here: '$89.00', there: '$84.00' },
  ]);
});

test('prices beside a reference in another currency are compared with those in their own', () => {
  const said: readonly (readonly [string, string])[] = [
    ['US', 'The Alpwerk lock costs $84.00 in most shops.'],
    ['DE', 'The Alpwerk lock costs €79 in most shops.'],
    ['FR', 'The Alpwerk lock costs €79 in most shops today.'],
    ['IT', 'The Alpwerk lock costs €99 in most shops.'],
    ['JP', 'The Alpwerk lock costs ¥12,000 in most shops.'],
  ];
  const { answer } = compareObservations(
    said.map(([market, text]) => column(market, sample(text))),
    defaultOptions,
  );
  const [row] = answer.rows;
  expect(row?.cells.map((cell) => cell?.verdict.facts)).toEqual([
    [],
    [],
    [],
    [{ kind: 'price', here: '€99', there: '€79' }],
    [],
  ]);
});

test('a denied statement differs from the affirmed one, whichever side denies', () => {
  const yes = facts('The jacket is waterproof.');
  const no = facts('The jacket is not waterproof.');
  expect(verdict(no, yes).facts).toEqual([{ kind: 'negation', here: 'not waterproof', there: 'waterproof' }]);
  expect(verdict(yes, no).facts).toEqual([{ kind: 'negation', here: 'waterproof', there: 'not waterproof' }]);
});

test('a denial in other words, or with a prefix, is the same', () => {
  const no = facts('Trips are not necessary or possible there.');
  expect(verdict(facts('Trips are unnecessary there, and impossible.'), no).facts).toEqual([]);
  expect(verdict(facts('It needs no tools.'), facts('It does not need tools.')).facts).toEqual([]);
});

test('other words without a differing fact are not shown as a difference', () => {
  expect(verdict(facts('Keep the key somewhere secure.'), facts('Store keys in a safe spot.')).kind).toBe(
    'words',
  );
});

test('a value on one side alone is an addition, not a contradiction', () => {
  const short = facts('The lock folds flat on the frame.');
  const long = facts('The lock folds flat on the frame and weighs 1.2 kg.');
  expect(verdict(long, short)).toMatchObject({ kind: 'adds', facts: [], added: ['1.2 kg'] });
  expect(verdict(short, long)).toMatchObject({ kind: 'leaves-out', facts: [], left: ['1.2 kg'] });
});

test('values are those of the original, whatever the translation made of them', () => {
  const translated = facts('Er wiegt 1,2 kg.', 'de', 'DE', 'It weighs 12 kg.');
  expect(verdict(translated, facts('It weighs 1.2 kg.')).facts).toEqual([]);
});

test('the texts of two languages are similar in translation, and not compared without one', () => {
  const columns = [
    column('US', sample('The Alpwerk lock is light and folds flat on the frame of the bike.')),
    column('DE', sample('Das Schloss von Alpwerk ist leicht und lässt sich flach am Rahmen falten.')),
  ];
  const textOf = (translations: ComparedTranslations | null) =>
    compareObservations(columns, { ...defaultOptions, translations }).matrix.measures.find(
      ({ measure }) => measure === 'text',
    )?.values;
  const original = compareObservations(columns, defaultOptions).answer.blocks;
  const german = original.find(({ language }) => language === 'de')?.id ?? '';
  expect(textOf(null)).toBeUndefined();
  const text = 'The lock of Alpwerk is light and folds flat on the frame.';
  const [similarity] = textOf({ read: [], target: 'en', blocks: { [german]: { text, spans: [] } } }) ?? [];
  expect(similarity).toBeGreaterThan(0.7);
});

test('the golden questions keep what was reached', () => {
  const heldOut = verdictCases().filter(isHeldOutCase);
  for (const [quality, f1, alarms, found] of [
    ['faithful', 0.94, 0.08, 0.9],
    ['rough', 0.88, 0.12, 0.8],
  ] as const) {
    const score = scoreVerdicts(heldOut, quality);
    expect((2 * score.right) / (score.found + score.expected), quality).toBeGreaterThanOrEqual(f1);
    expect(score.calledDifferent / score.same, quality).toBeLessThanOrEqual(alarms);
    const kinds = [...score.facts.values()];
    const all = kinds.reduce((sum, each) => sum + each.all, 0);
    expect(kinds.reduce((sum, each) => sum + each.found, 0) / all, quality).toBeGreaterThanOrEqual(found);
  }
});
