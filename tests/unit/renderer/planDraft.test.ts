import { describe, expect, it } from 'vitest';
import {
  draftOf,
  draftQuestions,
  emptyDraft,
  planOf,
  variableNames,
  withFile,
  withMarkets,
  withText,
  wordedQuestions,
} from '#renderer/features/plans/planDraft.ts';
import { gridOfPlan, keysPressed, lettersOf, stretchesOf } from '#renderer/features/plans/planGrid.ts';
import { askedQuestions } from '#shared/planning/cells.ts';
import { planSchema } from '#shared/planning/plan.ts';
import { questionsFromTable } from '#shared/planning/questionList.ts';

const written = {
  ...withMarkets({ ...emptyDraft, name: 'Locks' }, 'at, US:CA').draft,
  questions: 'Which {thing} lock?\n\n  Where to buy?  \nWhich {thing} lock?',
  variables: { thing: 'bike, door', gone: 'x' },
};

describe('the draft of a plan', () => {
  it('is incomplete without a question, an engine and a market', () => {
    expect(planOf(emptyDraft)).toBeNull();
    expect(planOf({ ...written, engines: [] })).toBeNull();
    expect(planOf({ ...written, questions: ' \n' })).toBeNull();
  });

  it('lists each question once, its variables, and the extra data each engine supports', () => {
    const plan = planOf({ ...written, engines: ['search', 'assistant-a'], include: ['markdown', 'html'] });
    expect(plan).toMatchObject({
      questions: [{ text: 'Which {thing} lock?' }, { text: 'Where to buy?' }],
      variables: { thing: ['bike', 'door'] },
      engines: [
        { engine: 'assistant-a', options: { include: { markdown: true, html: true } } },
        { engine: 'search', options: { include: { html: true } } },
      ],
      markets: [{ country: 'AT' }, { country: 'US', state: 'CA' }],
    });
  });

  it('equals the stored plan it was loaded from', () => {
    const plan = planSchema.parse(planOf(written));
    expect(planSchema.parse(planOf(draftOf('Locks', plan)))).toEqual(plan);
  });

  it('reads questions and their tags from a table, and lines from other text', () => {
    const { draft: table, problems } = withFile(
      emptyDraft,
      'list.csv',
      questionsFromTable('question;tags;wording de;wording zz\nOne?;a|b;Eins?;x\nTwo?;'),
    );
    expect(problems).toEqual([
      expect.stringContaining('Line 1 of list.csv: “zz” is not a country or language'),
    ]);
    expect(table.questions).toBe('One?\nTwo?');
    expect(planOf({ ...table, markets: written.markets })?.questions?.[0]).toEqual({
      text: 'One?',
      tags: ['a', 'b'],
      wordings: { de: 'Eins?' },
    });
    expect(withFile(table, 'more.txt', questionsFromTable('Three, or four?')).draft.questions).toBe(
      'One?\nTwo?\nThree, or four?',
    );
  });

  it('keeps tags and wordings of a question whose line is edited', () => {
    const { draft } = withFile(
      emptyDraft,
      'list.csv',
      questionsFromTable('question,tags,wording de\nOne?,a,Eins?\nTwo?,,'),
    );
    const edited = withText(withText(draft, 'One!?\nTwo?'), 'One!!?\nTwo?');
    expect(planOf({ ...edited, markets: written.markets })?.questions).toEqual([
      { text: 'One!!?', tags: ['a'], wordings: { de: 'Eins?' } },
      { text: 'Two?', tags: [] },
    ]);
  });

  it('returns the words that are not a market', () => {
    const { draft, unknown } = withMarkets(emptyDraft, 'germany, atlantis');
    expect(draft.markets).toEqual([{ country: 'DE' }]);
    expect(unknown).toEqual(['atlantis']);
    expect(variableNames({ questions: '{a} and {b} and {a}' })).toEqual(['a', 'b']);
  });
});

it('a click on a cell, a question or a market selects one cell, a row or a column', () => {
  const plan = planSchema.parse(planOf({ ...written, engines: ['assistant-a', 'assistant-b'] }));
  const asked = askedQuestions(plan);
  const grid = gridOfPlan(plan, asked.ok ? asked.questions : []);
  expect(grid.axes.markets).toEqual(['AT', 'US:CA']);
  expect(grid.rows).toBe(6);
  expect(keysPressed(grid, 1, 0)).toEqual(['assistant-b\tAT\tWhich bike lock?']);
  expect(keysPressed(grid, 1, null)).toHaveLength(2);
  expect(keysPressed(grid, null, 1)).toHaveLength(6);
});

it('what is deselected is shown in its row and column, and equal neighbours form one range', () => {
  const plan = planSchema.parse(planOf({ ...written, engines: ['assistant-a', 'assistant-b'] }));
  const asked = askedQuestions(plan);
  const grid = gridOfPlan(plan, asked.ok ? asked.questions : []);
  expect(lettersOf(grid, new Set())).toEqual(Array(6).fill('oo'));
  const off = new Set([
    ...keysPressed(grid, 1, 0),
    ...keysPressed(grid, 4, null),
    'search\tAT\tnot of this plan',
  ]);
  expect(lettersOf(grid, off)).toEqual(['oo', 'xo', 'oo', 'oo', 'xx', 'oo']);
  expect(stretchesOf('ddrpp')).toEqual([
    { letter: 'd', from: 0, length: 2 },
    { letter: 'r', from: 2, length: 1 },
    { letter: 'p', from: 3, length: 2 },
  ]);
});

it('reads the questions of a text once, however many parts show them', () => {
  const questions = Array.from({ length: 1000 }, (_, at) => `Which lock ${at}?`).join('\n');
  const list = draftQuestions({ questions });
  expect(wordedQuestions({ ...emptyDraft, questions })).toHaveLength(1000);
  expect(draftQuestions({ questions })).toBe(list);
  expect(draftQuestions({ questions: `${questions}\nAnother?` }).questions).toHaveLength(1001);
});
