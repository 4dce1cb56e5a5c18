import { expect, test } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { type ComparedTranslations, defaultOptions } from '#shared/model/comparison/samples.ts';
import { statementFacts } from '#shared/text/facts/statementFacts.ts';
import { verdictOf } from '#shared/text/facts/verdict.ts';
import { parseAnswer } from '#shared/text/markdown/blocks.ts';
import { blockId, type ParsedBlock } from '#shared/text/markdown/parsedBlock.ts';
import { numberRules } from '#shared/text/words/numberRules.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';
import { isHeldOutPair, scorePairs, statementPairs } from '#tests/support/golden/statementPairs.ts';
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

test.each(Object.getOwnPropertyNames(Object.prototype))('“%s” is a word like any other', (name) => {
  const text = `It is free of ${name} and ${name} of it ${name}.`;
  expect(verdict(facts(text), facts(text))).toMatchObject({ kind: 'same' });
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

test.each([
  ['de', 'Die Garantie gilt zwei Jahre.', 'The warranty lasts two years.', 'two years'],
  ['fr', 'La garantie dure 24 mois.', 'The warranty lasts 24 months.', '24 months'],
  ['de', 'Das Schloss wiegt 1,3 kg.', 'The lock weighs 1.3 kg.', '1,3 kg'],
])(
  'a value of a translated text is named in its words, in signs as written: %s “%s”',
  (language, text, translation, label) => {
    const { facts: found } = verdict(
      facts(text, language, language.toUpperCase(), translation),
      facts(translation.replace(/two|24|1\.3/, '5')),
    );
    expect(found).toMatchObject([{ here: label }]);
  },
);

test('the texts of two languages are similar in translation, and not compared without one', () => {
  const columns = [
    column('US', sample('The Alpwerk lock is light and folds flat on the frame of the bike: 1.2 kg.')),
    column('DE', sample('Das Schloss von Alpwerk ist leicht und lässt sich flach am Rahmen falten: 1,2 kg.')),
  ];
  const textOf = (translations: ComparedTranslations | null) =>
    compareObservations(columns, { ...defaultOptions, translations }).matrix.measures.find(
      ({ measure }) => measure === 'text',
    )?.values;
  const original = compareObservations(columns, defaultOptions).answer.blocks;
  const german = original.find(({ language }) => language === 'de')?.id ?? '';
  expect(textOf(null)).toBeUndefined();
  const text = 'The lock of Alpwerk is light and folds flat on the frame: 1.2 kg.';
  const translations = { read: [], target: 'en', blocks: { [german]: { text, spans: [] } } };
  const [similarity] = textOf(translations) ?? [];
  expect(similarity).toBeGreaterThan(0.7);
  // One answer each is too few, in two languages as in one.
  for (const read of [null, translations])
    expect(compareObservations(columns, { ...defaultOptions, translations: read }).dataQuality.verdict).toBe(
      'not-enough-samples',
    );
});

test('durations are compared in their units', () => {
  const months = facts('Brush it every two months.');
  expect(verdict(months, facts('Brush it every two weeks.')).facts).toEqual([
    { kind: 'number', here: 'two months', there: 'two weeks' },
  ]);
  expect(verdict(facts('It is valid for 2 weeks.'), facts('It is valid for 14 days.')).facts).toEqual([]);
  expect(
    verdict(facts('8分かかります。', 'ja', 'JP', 'It takes 8 minutes.'), facts('It takes 3 minutes.')).facts,
  ).toMatchObject([{ kind: 'number', there: '3 minutes' }]);
  expect(verdict(facts('Clean it once a month.'), facts('Clean it twice a month.')).kind).toBe('fact');
});

test('yes against no differs in the same cell of a table', () => {
  expect(verdict(facts('OraSilk | yes | 55 dB'), facts('OraSilk | no | 55 dB')).facts).toEqual([
    { kind: 'negation', here: 'yes', there: 'no' },
  ]);
});

test('on against off, refunding nothing, and a condition that is denied are read', () => {
  const off = facts('Turn off data roaming on your main line.');
  expect(verdict(facts('Leave data roaming on for your main line.'), off).facts).toMatchObject([
    { kind: 'negation' },
  ]);
  expect(verdict(facts('Switch off data roaming on the main line.'), off).facts).toEqual([]);
  const nothing = facts('Roamly refunds nothing after activation.');
  expect(verdict(nothing, facts('Roamly does not refund anything after activation.')).facts).toEqual([]);
  expect(
    verdict(
      facts('It refunds you, but not if you have used data.'),
      facts('It refunds you, even if you have used data.'),
    ).kind,
  ).toBe('fact');
});

test('what one recommends and the other warns of is a difference', () => {
  expect(
    verdict(facts('We recommend the Brillo Pulse to them.'), facts('They should avoid the Brillo Pulse.'))
      .facts,
  ).toContainEqual({ kind: 'recommendation', here: 'Brillo Pulse', there: 'not Brillo Pulse' });
});

/** The facts that each market states otherwise, in a row of one block. */
function rowFacts(said: readonly (readonly [string, string])[], translated: readonly string[] = []) {
  const columns = said.map(([market, text]) => column(market, sample(text)));
  const blocks = said.map(([, text], at) => {
    const [block] = parseAnswer(text, text).blocks;
    return [blockId('answer', block as ParsedBlock), { text: translated[at] ?? text, spans: [] }] as const;
  });
  const translations = { read: [], target: 'en', blocks: Object.fromEntries(blocks) };
  const options = translated.length === 0 ? defaultOptions : { ...defaultOptions, translations };
  return compareObservations(columns, options).answer.rows[0]?.cells.map((cell) => cell?.verdict.facts ?? []);
}

test('of many answers the one that most contradict is shown, not those that contradict it', () => {
  expect(
    rowFacts([
      ['US', 'The Nomadix chat answers around the clock.'],
      ['GB', 'The Nomadix chat answers around the clock, 24 hours a day.'],
      ['CA', 'The Nomadix chat answers travellers 24 hours a day.'],
      ['AU', 'The Nomadix chat answers travellers 12 hours a day.'],
    ]),
  ).toEqual([[], [], [], [{ kind: 'number', here: '12 hours', there: '24 hours' }]]);
});

test('a negation that the translator dropped is not a difference, one that the original lacks is', () => {
  const said = [
    ['US', 'A travel case is not included with the brush.'],
    ['DE', 'Ein Reiseetui für die Bürste ist nicht enthalten.'],
    ['JP', 'ブラシの携帯ケースは付属していません。'],
    ['FR', "L'étui de voyage de la brosse est fourni."],
    ['BR', 'O estojo de viagem da escova não está incluído.'],
  ] as const;
  const translated = [
    'A travel case is not included with the brush.',
    'A travel case for the brush is not included.',
    'A travel case is included with the brush.',
    'The travel case of the brush is included.',
    'The travel case of the brush is not included.',
  ];
  expect(rowFacts(said, translated)?.map((found) => found.map(({ kind }) => kind))).toEqual([
    [],
    [],
    [],
    ['negation'],
    [],
  ]);
});

test('a sentence that one block leaves out is no contradiction, although it has a negation', () => {
  const weigh =
    'People who compare folding locks usually weigh ease of mounting, reliability and the total price.';
  const none =
    'There is no single winner, but a handful of names come up again and again in tests and reviews.';
  const said = [
    ['US', `${none} ${weigh}`],
    ['GB', `${none} ${weigh}`],
    ['CA', `${none} ${weigh}`],
    ['AU', `${none} ${weigh}`],
    ['JP', `${weigh} The short answer: five options stand out for most people.`],
  ] as const;
  expect(
    rowFacts(said)
      ?.flat()
      .filter(({ kind }) => kind === 'negation'),
  ).toEqual([]);
});

test('a heading denies nothing, whatever words its language has for what to watch out for', () => {
  const said = [
    ['US', '## What to watch out for'],
    ['DE', '## Wo Vorsicht angebracht ist'],
    ['GB', '## What to watch for'],
    ['IT', '## A cosa fare attenzione'],
    ['FR', '## Les pièges à éviter'],
  ] as const;
  const translated = said.map(() => 'What to watch out for');
  expect(rowFacts(said, translated)).toEqual([[], [], [], [], []]);
});

test('the golden questions keep what was reached', () => {
  for (const file of ['questions', 'unseen'] as const) {
    const heldOut = verdictCases(file).filter(isHeldOutCase);
    for (const [quality, f1, alarms, found] of [
      ['faithful', 0.94, 0.08, 0.85],
      ['rough', 0.88, 0.12, 0.8],
      ['checked', 0.88, 0.12, 0.8],
    ] as const) {
      const score = scoreVerdicts(heldOut, quality);
      const what = `${file} ${quality}`;
      expect((2 * score.right) / (score.found + score.expected), what).toBeGreaterThanOrEqual(f1);
      expect(score.calledDifferent / score.same, what).toBeLessThanOrEqual(alarms);
      const kinds = [...score.facts.values()];
      const all = kinds.reduce((sum, each) => sum + each.all, 0);
      expect(kinds.reduce((sum, each) => sum + each.found, 0) / all, what).toBeGreaterThanOrEqual(found);
    }
  }
});

test('facts of unseen statements are found, and other words are not taken for one', () => {
  const { same, calledDifferent, facts: kinds } = scorePairs(statementPairs.filter(isHeldOutPair));
  expect(calledDifferent / same).toBeLessThanOrEqual(0.08);
  for (const [kind, least] of [
    ['negation', 0.85],
    ['number', 0.95],
    ['recommendation', 0.85],
  ] as const) {
    const { all = 0, found = 0 } = kinds.get(kind) ?? {};
    expect(found / all, kind).toBeGreaterThanOrEqual(least);
  }
});

test.each([
  ['It can be used without an account.', 'It cannot be used without an account.'],
  ['The plan covers fire, water and theft.', 'The plan covers fire and water damage, except theft.'],
  ['Guests need to bring towels.', "Guests needn't bring towels."],
])('a denial by an exception, a double one and a contraction differ: %s | %s', (one, two) => {
  expect(verdict(facts(one), facts(two)).facts).toMatchObject([{ kind: 'negation' }]);
});

test.each([
  ['The test took two and a half hours.', 'The test took 2.5 hours.'],
  ['It costs about two hundred dollars.', 'It costs about $200.'],
  ['It has twenty-five gears.', 'It has 25 gears.'],
  ['It was built in the 19th century.', 'It was built in the nineteenth century.'],
  ['One in five adults snores.', '20 % of adults snore.'],
])('a number in words is that in digits: %s | %s', (one, two) => {
  expect(verdict(facts(one), facts(two)).facts).toEqual([]);
});

test('a number that the original spells is read in the translation', () => {
  const spelled = facts('バッテリーは十二時間持ちます。', 'ja', 'JP', 'The battery lasts 12 hours.');
  expect(verdict(spelled, facts('The battery lasts 8 hours.')).facts).toMatchObject([
    { kind: 'number', here: '12 hours', there: '8 hours' },
  ]);
});

test('of two prices in a currency of two markets, both are shown', () => {
  const found = rowFacts([
    ['US', 'The Alpwerk lock costs $84.00 in shops.'],
    ['DE', 'The Alpwerk lock costs €79 in most shops.'],
    ['FR', 'The Alpwerk lock costs €99 in most shops.'],
  ]);
  expect(found?.map((each) => each.length)).toEqual([0, 1, 1]);
});
