import { expect, it } from 'vitest';
import { storedRecords } from '#main/exports/storedRecords.ts';
import type { ExportFilter } from '#shared/model/export.ts';
import { storeAnswers } from '#tests/support/history/storedAnswers.ts';
import { temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const dayMs = 86_400_000;
const firstMs = Date.UTC(2026, 0, 1);

it('exports in storage order exactly the answers it counted, for any filter', async () => {
  const history = await temporaryHistory();
  // Received in another order than stored, as imports are.
  const given = [7, 2, 9, 0, 4, 4, 8, 1, 3, 6, 5, 2].map((day, index) => ({
    country: ['DE', 'FR', 'US'][index % 3] ?? 'DE',
    atMs: firstMs + day * dayMs,
    question: index % 2 === 0 ? 'Which lock is best?' : 'Which bicycle lock?',
  }));
  const ids = await storeAnswers(history, given);
  const project = (await history.call('projects.list', {}))[0]?.id ?? '';
  type Given = (typeof given)[number];
  const members: readonly (readonly [ExportFilter, (answer: Given) => boolean])[] = [
    [{}, () => true],
    [{ project }, () => true],
    [{ project: 'another' }, () => false],
    [{ fromMs: firstMs + 3 * dayMs }, ({ atMs }) => atMs >= firstMs + 3 * dayMs],
    [{ fromMs: firstMs + 30 * dayMs }, () => false],
    [{ beforeMs: firstMs + 4 * dayMs }, ({ atMs }) => atMs < firstMs + 4 * dayMs],
    [{ engine: 'assistant-a' }, () => true],
    [{ engine: 'assistant-b' }, () => false],
    [{ surface: 'none' }, () => true],
    [{ surface: 'search-page' }, () => false],
    [{ markets: ['DE', 'US'] }, ({ country }) => country !== 'FR'],
    [{ text: 'BICYCLE' }, ({ question }) => question.includes('bicycle')],
  ];
  for (const [one, passesOne] of members)
    for (const [other, passesOther] of members) {
      const filter = { ...other, ...one };
      const expected = ids.filter((_, index) => {
        const answer = given[index];
        return (
          answer !== undefined &&
          passesOne(answer) &&
          (Object.keys(other).every((key) => key in one) || passesOther(answer))
        );
      });
      const { answers } = await history.call('exports.count', { filter });
      const found: string[] = [];
      for await (const record of storedRecords(
        (input) => history.call('exports.page', { ...input, limit: 5 }),
        filter,
        false,
        () => {},
        () => {},
      ))
        found.push(record.id);
      expect([filter, found, answers]).toEqual([filter, expected, expected.length]);
    }
  await history.close();
});
