import { describe, expect, it } from 'vitest';
import { fillVariables, variablesIn } from '#shared/model/variables.ts';
import { askedQuestions, cellGroups, cellRequest } from '#shared/planning/cells.ts';
import { type PlanInput, planSchema } from '#shared/planning/plan.ts';
import { pricePlan } from '#shared/planning/price.ts';
import { questionsFromLines, questionsFromTable } from '#shared/planning/questionList.ts';

const plan = (changes: Partial<PlanInput> = {}) =>
  planSchema.parse({
    questions: [{ text: 'Is {brand} good in {city}?' }, { text: 'Which locks are best?' }],
    variables: { brand: ['Foldmaster', 'Nordlauf'], city: ['Berlin', 'Lyon', 'Osaka'] },
    engines: [
      { engine: 'assistant-a', options: { include: { ads: true, shopping: true } } },
      { engine: 'search' },
    ],
    markets: [{ country: 'DE' }, { country: 'US', state: 'CA' }],
    samples: 3,
    ...changes,
  });

const questionsOf = (value: ReturnType<typeof plan>) => {
  const asked = askedQuestions(value);
  if (!asked.ok) throw new Error('expected questions');
  return asked.questions;
};

describe('variables', () => {
  it('are found once each, in any script, and never inside other braces', () => {
    expect(variablesIn('{Stadt} {brand} {Stadt} {marka_ą} { x } {}')).toEqual(['Stadt', 'brand', 'marka_ą']);
  });

  it('fill every combination, first variable slowest', () => {
    const filled = fillVariables('{a}-{b}', { a: ['1', '2'], b: ['x', 'y'] });
    expect(filled.ok && filled.questions.map((question) => question.text)).toEqual([
      '1-x',
      '1-y',
      '2-x',
      '2-y',
    ]);
  });

  it('keep a value that looks like a pattern or a variable as it is', () => {
    expect(fillVariables('{{a}} is {a}', { a: ['1'] })).toMatchObject({
      ok: true,
      questions: [{ text: '{a} is 1' }],
    });
    const filled = fillVariables('{a}!', { a: ['$& {b}'] });
    expect(filled.ok && filled.questions[0]?.text).toBe('$& {b}!');
  });

  it('without values are named instead of being sent in braces', () => {
    expect(askedQuestions(plan({ variables: { brand: ['x'] } }))).toEqual({
      ok: false,
      missing: [{ question: 0, name: 'city' }],
    });
  });
});

describe('cells', () => {
  it('are questions x engines x markets, less what was switched off', () => {
    const whole = plan();
    const keys = [...cellGroups(whole, questionsOf(whole))].map((group) => group.key);
    expect(keys).toHaveLength(7 * 2 * 2);
    expect(new Set(keys).size).toBe(keys.length);
    const less = plan({ excluded: [keys[0] ?? '', keys[5] ?? ''] });
    expect([...cellGroups(less, questionsOf(less))]).toHaveLength(7 * 2 * 2 - 2);
  });

  it('carry the question in the field their engine reads', () => {
    const whole = plan();
    const requests = [...cellGroups(whole, questionsOf(whole))].slice(-4).map(cellRequest);
    expect(requests).toEqual([
      { prompt: 'Which locks are best?', country: 'DE', include: { ads: true, shopping: true } },
      { prompt: 'Which locks are best?', country: 'US', state: 'CA', include: { ads: true, shopping: true } },
      { query: 'Which locks are best?', country: 'DE' },
      { query: 'Which locks are best?', country: 'US', state: 'CA' },
    ]);
  });
});

describe('the price of a plan', () => {
  it('is the worst case of every cell, and what would be refused is not priced but named', () => {
    const whole = plan();
    const price = pricePlan(whole, questionsOf(whole), { searchHosts: [] });
    // 7 questions x 3 samples: assistant-a in 2 markets at 5 + 2, search in DE at 3; search knows no state.
    expect(price.cells).toBe(7 * 3 * 3);
    expect(price.maximumCredits).toBe(7 * 3 * (2 * 7 + 3));
    expect(price.byEngine).toEqual({
      'assistant-a': { cells: 42, maximumCredits: 42 * 7 },
      search: { cells: 21, maximumCredits: 21 * 3 },
    });
    expect(price.addOns).toEqual({ cells: 42, maximumCredits: 42 * 2 });
    expect(price.refusedGroups).toBe(7);
    expect(price.refusalProblems.map((problem) => problem.field)).toEqual(['state']);
  });

  it('names every cell that would be refused, so that all of them can be switched off', () => {
    const whole = plan({
      questions: Array.from({ length: 250 }, (_, index) => ({ text: `Which lock ${index}?`, tags: [] })),
    });
    const { refusedCells } = pricePlan(whole, questionsOf(whole), { searchHosts: [] });
    expect(refusedCells).toHaveLength(250);
    const thinned = { ...whole, excluded: [...whole.excluded, ...refusedCells] };
    expect(pricePlan(thinned, questionsOf(thinned), { searchHosts: [] })).toMatchObject({
      refusedCells: [],
      refusedGroups: 0,
      refusalProblems: [],
    });
  });

  it('equals the sum over cells priced one by one', () => {
    const whole = plan({
      engines: [
        { engine: 'search-ai', options: { include: { expandProducts: true } } },
        { engine: 'assistant-c' },
      ],
      markets: [{ country: 'DE' }, { country: 'JP' }],
    });
    const price = pricePlan(whole, questionsOf(whole), { searchHosts: [] });
    expect(price.maximumCredits).toBe(7 * 2 * 3 * (4 + 6) + 7 * 2 * 3 * 4);
    expect(price.submissionCredits).toBe(7 * 2 * 3 * 4 + 7 * 2 * 3 * 4);
    const byMarket = Object.values(price.byMarket).reduce((sum, line) => sum + line.maximumCredits, 0);
    const byQuestion = Object.values(price.byQuestion).reduce((sum, line) => sum + line.maximumCredits, 0);
    expect([byMarket, byQuestion]).toEqual([price.maximumCredits, price.maximumCredits]);
  });
});

describe('lists of questions', () => {
  it('typed one a line leave out empty lines and name repeats', () => {
    expect(questionsFromLines('a\n\n b \r\na')).toEqual({
      column: null,
      questions: [
        { text: 'a', tags: [] },
        { text: 'b', tags: [] },
      ],
      skipped: [{ line: 4, reason: 'repeats line 1' }],
      wordingProblems: [],
    });
  });

  it.each([
    ['Best lock?', 'best  LOCK'],
    ['Best lock?', 'Best lock？'],
    ['ما هو أفضل قفل؟', 'ما هو أفضل قفل'],
    ['¿Cuál es el mejor candado?', 'Cuál es el mejor candado'],
    ['どの鍵がいい。', 'どの鍵がいい'],
    ['सबसे अच्छा ताला कौन सा है।', 'सबसे अच्छा ताला कौन सा है'],
    ['Ποια κλειδαριά;', 'Ποια κλειδαριά'],
    ['Schloss für die Straße', 'SCHLOSS FÜR DIE STRASSE'],
    ['istanbul bisiklet kilidi', 'İSTANBUL BİSİKLET KİLİDİ'],
  ])('are one in another case or with another mark at their ends, in any script: %s', (one, other) =>
    expect(questionsFromLines(`${one}\n${other}`).skipped).toEqual([{ line: 2, reason: 'repeats line 1' }]),
  );

  it('from a table are read by head, whatever the separator, quotes kept whole', () => {
    const expected = [
      { text: 'Which lock, really?', tags: ['branded', 'locks'] },
      { text: 'サイクル錠', tags: [] },
    ];
    const comma = '\uFEFFid,Question,Tags\n1,"Which lock, really?",branded|locks\n2,サイクル錠,\n';
    expect(questionsFromTable(comma).questions).toEqual(expected);
    const semicolon = 'id;Question;Tags\n1;Which lock, really?;branded|locks\n2;サイクル錠;\n';
    expect(questionsFromTable(semicolon).questions).toEqual(expected);
    const tab = 'Question\tTags\nWhich lock, really?\tbranded;locks\nサイクル錠\t\n';
    expect(questionsFromTable(tab).questions).toEqual(expected);
  });

  it('name a question that is too long to be asked', () => {
    expect(questionsFromLines('x'.repeat(10_001)).skipped[0]?.reason).toContain('10,001');
  });
});
