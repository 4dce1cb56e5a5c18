import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addComparison, columnKey, noFacts } from '#shared/alerts/runFacts.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { type BrandRule, type CompareSample, defaultOptions } from '#shared/model/comparison/samples.ts';
import { createBrandMatcher } from '#shared/text/brands/brands.ts';
import { brandsInContent } from '#shared/text/brands/brandsInAnswer.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';
import { brandCases } from '#tests/support/golden/brandCases.ts';

const rule = (id: string, name: string, ...aliases: readonly string[]): BrandRule => ({
  id,
  name,
  kind: id === 'x' ? 'own' : 'competitor',
  aliases: aliases.map((text) => ({ text })),
  domains: [],
});
const listed = [
  rule('x', 'Xeno'),
  rule('f', 'Foldmaster 90', 'Foldmaster'),
  rule('te', '鉄錠'),
  rule('sa', '새솔'),
];
const matcher = createBrandMatcher(listed);

type Said = {
  readonly mentions: number;
  readonly rank: number;
  readonly listRank: number | null;
  readonly depth: number;
};

/** What is stored beside an answer, of which trends are made. */
function storedOf(answer: CompareSample): ReadonlyMap<string, Said> {
  const found =
    brandsInContent(answer, matcher, new Set(), { language: answer.language, country: '' }) ?? new Map();
  return new Map(
    [...found].map(([brand, { mentions, rank, listRank, depth }]) => [
      matcher.brands[brand]?.id ?? '',
      { mentions, rank, listRank, depth },
    ]),
  );
}

/** Every name as it may be written in an answer, proposed names that hold a listed one among them. */
const written = [
  ...[
    'Xeno',
    '**Xeno 90**',
    '**Xeno Pro**',
    '**Xeno**: light',
    '`Xeno`',
    '[Xeno](https://xeno.example)',
    '_Xeno_',
  ],
  ...[
    'Foldmaster 90',
    'Foldmaster™',
    'Fold\u00admaster',
    '鉄錠前',
    '鉄錠は',
    '새솔에서는',
    '**CycleGuard X**',
    'Kettenwerk',
  ],
  ...[
    'info@xeno.example',
    'https://shop.example/foldmaster',
    'arc/Xeno',
    'xenon',
    'the',
    'für',
    '🚲',
    'กุญแจ',
  ],
];
const marked = brandCases.map(({ text }) => text);
const line = fc.tuple(
  fc.constantFrom('', '- ', '1. ', '## ', '> ', '| a | ', '  - '),
  fc.oneof(
    fc.array(fc.constantFrom(...written), { minLength: 1, maxLength: 8 }).map((words) => words.join(' ')),
    fc.constantFrom(...marked),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  ),
);
const text = fc
  .array(line, { minLength: 1, maxLength: 10 })
  .map((lines) => lines.map(([mark, words]) => `${mark}${words}`).join('\n\n'));

it.each([
  ['Markdown', false],
  ['plain text', true],
] as const)(
  'a comparison, the window, a trend and an alert count the same mentions of listed brands in any %s',
  (_form, plain) => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
        const answers = texts.map((each, at) =>
          sample(each, {
            observationId: `US-${at + 1}`,
            ...(plain ? { markdown: null } : {}),
            entities: [
              { type: 'product', name: 'Xeno 90' },
              { type: 'brand', name: 'CycleGuard X' },
            ],
          }),
        );
        const stored = answers.map(storedOf);
        const options = { ...defaultOptions, brands: { version: '1', brands: listed, decisions: [] } };
        const compared = compareObservations([column('US', ...answers)], options);
        const facts = noFacts();
        const periods = (['before', 'now'] as const).map((period) => ({
          ...column('US', ...answers),
          id: columnKey(period, 'US'),
        }));
        addComparison(facts, 'assistant-a', ['US'], compareObservations(periods, options));
        const alerts = [...facts.markets.values()][0];
        // What the window shows of one answer.
        const alone = answers.map(
          (answer) => compareObservations([column('US', answer)], options).brands.rows,
        );
        for (const { id } of listed) {
          const said = stored.flatMap((brands) => brands.get(id) ?? []);
          const row = compared.brands.rows.find((each) => each.id === id);
          const cell = row?.cells[0] ?? null;
          expect([id, row?.visibility.numerator ?? 0]).toEqual([id, said.length]);
          expect([id, cell?.ranks ?? []]).toEqual([id, said.map(({ rank }) => rank)]);
          expect([id, cell?.mentions ?? 0]).toEqual([
            id,
            said.reduce((sum, { mentions }) => sum + mentions, 0),
          ]);
          expect([id, alerts?.brands.get(id)?.questions.get(0)?.now.having ?? 0]).toEqual([id, said.length]);
          alone.forEach((rows, at) => {
            const cell = rows.find((each) => each.id === id)?.cells[0] ?? null;
            const expected = stored[at]?.get(id);
            expect([id, cell?.rank ?? null, cell?.listRank ?? null, cell?.depth ?? null]).toEqual([
              id,
              expected?.rank ?? null,
              expected?.listRank ?? null,
              expected?.depth ?? null,
            ]);
          });
        }
        // What is proposed is made of what the listed names leave.
        for (const { proposed, name } of compared.brands.rows)
          if (proposed) expect([name, matcher.find(name)]).toEqual([name, []]);
      }),
      { numRuns: 50 },
    );
  },
);

it('a listed brand is not lost to a longer name that is proposed', () => {
  const answers = ['US', 'GB'].map((label) =>
    column(
      label,
      sample('**Xeno 90** is the best.\n\n- **Xeno 90** – light', {
        entities: [{ type: 'product', name: 'Xeno 90' }],
      }),
    ),
  );
  const { rows } = compareObservations(answers, {
    ...defaultOptions,
    brands: { version: '1', brands: [rule('x', 'Xeno')], decisions: [] },
  }).brands;
  expect(rows.map((row) => [row.name, row.visibility.numerator, row.visibility.denominator])).toEqual([
    ['Xeno', 2, 2],
  ]);
});
