import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sizeOfHistory } from '#main/history/maintenance/size.ts';
import { sizeRows, sizeTable } from '#shared/tables/projectTables.ts';
import { storeAnswers } from '#tests/support/history/storedAnswers.ts';
import { temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

it('states the share of each kind of data in the history, also while most of it is in the journal', async () => {
  const history = await temporaryHistory();
  await storeAnswers(history, [{ country: 'DE', atMs: 1_790_000_000_000, result: { text: 'An answer.' } }]);
  const { kinds, copies: _, ...facts } = sizeOfHistory(history.file);
  expect(facts.journalBytes).toBeGreaterThan(facts.fileBytes);
  const rows = sizeRows({ ...facts, kinds: [...kinds] });
  // What is not counted is not none.
  expect(kinds.filter(({ rows: counted }) => counted === null).map(({ kind }) => kind)).toEqual(['other']);
  const { share } = sizeTable(rows.reduce((sum, { bytes }) => sum + bytes, 0)).columns;
  const shares = rows.map((row) => Number(share.value(row)));
  expect(shares.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 6);
  expect(shares.every((each) => each >= 0 && each <= 1)).toBe(true);
  expect(rows.map(({ bytes }) => bytes)).toEqual(rows.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
  // All that is in it, to the byte, wherever it stands.
  const db = new Database(history.file, { readonly: true });
  const pragma = (name: string): number => Number(db.pragma(name, { simple: true }));
  expect(rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(pragma('page_count') * pragma('page_size'));
  db.close();
});
