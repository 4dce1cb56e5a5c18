import { expect, it } from 'vitest';
import { answerDifferences } from '#shared/figures/comparison/answerDifferences.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { column, failedSample } from '#tests/support/analysis/columns.ts';

const insurance = 'Insurance covers a stolen bicycle for two years in most cases.';
const weight = 'The lock weighs 1200 grams and fits every frame.';
const storage = 'Keep the key of the lock in a dry place at home.';

function differences(...columns: Parameters<typeof compareObservations>[0]) {
  const { answer, columns: compared } = compareObservations(columns, defaultOptions);
  return answerDifferences(answer, compared);
}

it('names what one answer leaves out, what only one has, and a fact with its sentence', () => {
  const usual = `${insurance}\n\n${weight}`;
  const found = differences(
    column('US', usual),
    column('GB', usual),
    column('CA', `${usual}\n\n${storage}`),
    column('AU', weight.replace('1200', '1900')),
  );
  expect(found.map(({ leavesOut }) => leavesOut)).toEqual([[], [], [], [insurance]]);
  expect(found.map(({ onlyHere }) => onlyHere)).toEqual([[], [], [storage], []]);
  expect(found.map(({ facts }) => facts.length)).toEqual([0, 0, 0, 1]);
  expect(found[3]?.facts[0]).toMatchObject({
    kind: 'number',
    sentence: 'The lock weighs 1900 grams and fits every frame.',
  });
});

it('says nothing of fewer than two answers, and of answers whose words cannot be compared', () => {
  expect(differences(column('US', weight), column('DE', failedSample('TIMEOUT')))).toEqual([]);
  expect(
    differences(
      column('US', weight),
      column(
        'DE',
        'Die Versicherung zahlt bei einem gestohlenen Fahrrad in den meisten Fällen zwei Jahre lang.',
      ),
    ),
  ).toEqual([]);
});

it('calls no heading, value or name a statement', () => {
  const found = differences(
    column('US', `# The best locks of the year for bicycles\n\n${weight}`),
    column('GB', `# The best locks of the year for bicycles\n\n${weight}`),
    column('CA', weight),
  );
  expect(found.flatMap(({ leavesOut, onlyHere }) => [...leavesOut, ...onlyHere])).toEqual([]);
});
