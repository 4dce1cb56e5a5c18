import type { AnswerTab, ComparedBlock, FactDifference } from '../../model/comparison/answer.ts';
import type { ComparedColumn } from '../../model/comparison/comparison.ts';
import { numberRules } from '../../text/words/numberRules.ts';
import { sentences, tokenize } from '../../text/words/tokens.ts';

/** What the shown answer of a market says that the others say otherwise, or only one side says; each in reading order. */
export type AnswerDifferences = {
  /** Index of the column in the comparison. */
  readonly column: number;
  readonly facts: readonly FactInSentence[];
  /** Statements that more than half of the others have. */
  readonly leavesOut: readonly string[];
  /** Statements that no other has. */
  readonly onlyHere: readonly string[];
};

/** A fact with the sentence that states it; null if the translation writes it otherwise. */
type FactInSentence = FactDifference & { readonly sentence: string | null };

/** Characters of a sentence or section. */
const maxLabel = 90;
const anyRules = numberRules('en');
/** Words of a statement; fewer are a value or a name, which the other tabs list. */
const leastWords = 4;

/**
 * What each answer says differently, from the verdicts on its sections: no other comparison is made.
 * @param tab with translations in place of the texts, where these were compared
 * @returns one entry per answer; none with fewer than two answers, or where the words of some cannot be compared
 */
export function answerDifferences(
  tab: AnswerTab,
  columns: readonly ComparedColumn[],
): readonly AnswerDifferences[] {
  const answered = columns.flatMap(({ state }, column) => (state === 'answered' ? [column] : []));
  if (answered.length < 2 || (tab.crossLanguage && tab.comparedIn === null)) return [];
  const found = new Map(
    answered.map((column) => [column, { facts: [], leavesOut: [], onlyHere: [] } as Found]),
  );
  // A heading is no statement; lists of pages and products have tabs of their own.
  const rows = tab.rows.filter(({ kind, section }) => section === 'answer' && kind !== 'heading');
  for (const row of rows) {
    const text = labelOf(tab.blocks[row.commonBlock]?.text ?? '');
    const compared = row.cells.filter((cell) => cell !== null && cell.verdict.kind !== 'not-compared').length;
    const leftBy = countsOf(row.cells.map((cell) => cell?.verdict.left ?? []));
    const addedBy = countsOf(row.cells.map((cell) => cell?.verdict.added ?? []));
    for (const [column, differences] of found) {
      const cell = row.cells[column];
      if (cell == null) {
        if (!row.outside.includes(column) && row.present * 2 > row.of) differences.leavesOut.push(text);
        continue;
      }
      if (row.present === 1 && row.of > 1 && row.outside.length === 0) differences.onlyHere.push(text);
      const block = tab.blocks[cell.block];
      differences.facts.push(
        ...cell.verdict.facts.map((fact) => ({
          ...fact,
          sentence: block === undefined ? null : sentenceWith(fact.here, block),
        })),
      );
      const isUsual = (left: string) => (compared - (leftBy.get(left) ?? 0)) * 2 > compared - 1;
      differences.leavesOut.push(...cell.verdict.left.filter(isUsual));
      differences.onlyHere.push(...cell.verdict.added.filter((each) => addedBy.get(each) === 1));
      if (row.reference === column)
        for (const [each, count] of leftBy) if (count === compared - 1) differences.onlyHere.push(each);
    }
  }
  return answered.map((column) => {
    const { facts, leavesOut, onlyHere } = found.get(column) ?? { facts: [], leavesOut: [], onlyHere: [] };
    return { column, facts, leavesOut: statements(leavesOut), onlyHere: statements(onlyHere) };
  });
}

type Found = { readonly facts: FactInSentence[]; readonly leavesOut: string[]; readonly onlyHere: string[] };

function countsOf(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const each of new Set(list)) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

const statements = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].filter(
    (text) => tokenize(text, anyRules).filter(({ kind }) => kind === 'word').length >= leastWords,
  );

function sentenceWith(value: string, { text, language }: ComparedBlock): string | null {
  const found = sentences(text, language).find(([start, end]) => text.slice(start, end).includes(value));
  return found === undefined ? null : labelOf(text.slice(...found));
}

function labelOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxLabel ? `${line.slice(0, maxLabel - 1).trimEnd()}…` : line;
}
