import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Market, marketKey } from '#shared/model/market.ts';
import { askedQuestions, cellGroups, cellKey, countCells } from '#shared/planning/cells.ts';
import { type Plan, planSchema } from '#shared/planning/plan.ts';
import { createGroupPricer, pricePlan } from '#shared/planning/price.ts';

const markets: readonly Market[] = [
  { country: 'DE' },
  { country: 'US' },
  // Search knows no state, and nobody a place that is written with a tab.
  { country: 'US', state: 'CA' },
  { country: 'US', location: 'a\tb' },
  { country: null },
  { country: 'KP' },
];
const engines = [
  { engine: 'assistant-a', options: { include: { ads: true, shopping: true } } },
  { engine: 'search' },
  { engine: 'search-ai', options: { include: { expandProducts: true } } },
  { engine: 'search/news' },
] as const;
const texts = ['Which locks?', 'Where?', 'b\tWhere?', 'x'.repeat(10_001), 'y'.repeat(10_002)];

/** Plans with cells switched off at random, and with keys that name no cell, or one cell twice. */
const plans = fc
  .record({
    questions: fc.subarray(texts, { minLength: 1 }),
    engines: fc.subarray([...engines], { minLength: 1 }),
    markets: fc.shuffledSubarray([...markets], { minLength: 1 }),
    samples: fc.integer({ min: 1, max: 3 }),
    off: fc.array(
      fc.record({
        question: fc.constantFrom(...texts, 'nobody asks this'),
        engine: fc.constantFrom(...engines.map(({ engine }) => engine)),
        market: fc.constantFrom(...markets),
      }),
      { maxLength: 40 },
    ),
    strange: fc.array(fc.string(), { maxLength: 3 }),
  })
  .map(({ questions, off, strange, ...rest }) =>
    planSchema.parse({
      ...rest,
      questions: questions.map((text) => ({ text })),
      engines: [...rest.engines],
      excluded: [...off.map(({ question, engine, market }) => cellKey(question, engine, market)), ...strange],
    }),
  );

const context = { searchHosts: [] };

/** The same price, cell by cell. */
function cellByCell(plan: Plan, questions: Parameters<typeof pricePlan>[1]) {
  const priceOf = createGroupPricer(context);
  const lines = new Map<string, { cells: number; maximumCredits: number }>();
  const note = (name: string, each: number): void => {
    const { cells, maximumCredits } = lines.get(name) ?? { cells: 0, maximumCredits: 0 };
    lines.set(name, {
      cells: cells + plan.samples,
      maximumCredits: maximumCredits + plan.samples * each,
    });
  };
  const refused: string[] = [];
  const problems: unknown[] = [];
  let submissionCredits = 0;
  let groups = 0;
  for (const group of cellGroups(plan, questions)) {
    groups += 1;
    const price = priceOf(group);
    if (!price.ok) {
      refused.push(group.key);
      problems.push(price.problems);
      continue;
    }
    submissionCredits += plan.samples * price.submission;
    note('total', price.maximum);
    note(`engine ${group.engine}`, price.maximum);
    note(`market ${marketKey(group.market)}`, price.maximum);
    note(`question ${group.question.text}`, price.maximum);
    if (price.addOn > 0) note('add-ons', price.addOn);
  }
  return { groups, lines, refused, problems: problems[0] ?? [], submissionCredits };
}

it('the price by multiplication is the price of the cells, one by one', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const asked = askedQuestions(plan);
      if (!asked.ok) throw new Error('No question of these has a variable.');
      const price = pricePlan(plan, asked.questions, context);
      const naive = cellByCell(plan, asked.questions);
      const none = { cells: 0, maximumCredits: 0 };
      const named = (kind: string, lines: Readonly<Record<string, unknown>>) =>
        Object.entries(lines).map(([name, line]) => [`${kind} ${name}`, line] as const);
      const lines = new Map([
        ...(price.cells > 0
          ? [['total', { cells: price.cells, maximumCredits: price.maximumCredits }] as const]
          : []),
        ...named('engine', price.byEngine),
        ...named('market', price.byMarket),
        ...named('question', price.byQuestion),
        ...(price.addOns.cells > 0 ? [['add-ons', price.addOns] as const] : []),
      ]);
      expect(lines).toEqual(naive.lines);
      expect(price.addOns).toEqual(naive.lines.get('add-ons') ?? none);
      expect(price.submissionCredits).toBe(naive.submissionCredits);
      expect(price.refusedCells).toEqual(naive.refused);
      expect(price.refusedGroups).toBe(naive.refused.length);
      expect(price.refusalProblems).toEqual(naive.problems);
      expect(countCells(plan, asked.questions)).toBe(naive.groups * plan.samples);
    }),
    { numRuns: 300 },
  );
});

it('says of an engine without states that it cannot be asked from one', () => {
  const priceOf = createGroupPricer(context);
  const asked = {
    question: { text: 'Which locks?', tags: [], values: {} },
    options: {},
    market: { country: 'US', state: 'CA' },
  };
  expect(priceOf({ ...asked, engine: 'search' })).toEqual({
    ok: false,
    problems: [
      {
        field: 'state',
        message: 'search cannot be asked from a US state. Choose the country instead.',
      },
    ],
  });
  expect(priceOf({ ...asked, engine: 'assistant-b' })).toMatchObject({ ok: true });
});
