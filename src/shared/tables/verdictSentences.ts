/** What the verdicts of a section say, in one sentence. */

import { languageName } from '../geo/languages.ts';
import type {
  AnswerCell,
  AnswerRow,
  AnswerTab,
  CellVerdict,
  FactDifference,
} from '../model/comparison/answer.ts';
import { differsInFact } from '../model/comparison/facts.ts';

/** Columns that a sentence names; the others are counted. */
const maxNamed = 4;

type Column = { readonly label: string; readonly state: string };

/**
 * "5 of 6 agree; JP: “not waterproof” where the others say “waterproof”; FR leaves this out".
 * @param columns of the comparison, in its order
 */
export function rowVerdictSentence(
  row: AnswerRow,
  columns: readonly Column[],
  mode: AnswerTab['mode'],
): string {
  const baseline = mode === 'baseline' ? (columns[row.reference ?? -1]?.label ?? 'the baseline') : null;
  const cells = row.cells.flatMap((cell, at) => (cell === null ? [] : [{ cell, at }]));
  const compared = cells.filter(({ cell }) => cell.verdict.kind !== 'not-compared');
  const differing = compared.filter(({ cell }) => differsInFact(cell));
  /** Whom a column contradicts: the only other one by its name. */
  const othersThan = (at: number): string | null => {
    const [one, two] = compared;
    const other = one?.at === at ? two : one;
    return baseline ?? (compared.length === 2 ? (columns[other?.at ?? -1]?.label ?? null) : null);
  };
  const eachDiffers = baseline === null && differing.length > 2 && differing.length === compared.length;
  const named = [
    ...differing.map(({ cell, at }) =>
      eachDiffers
        ? `${columns[at]?.label} ${quoted(cell.verdict.facts[0]?.here ?? '')}`
        : `${columns[at]?.label}: ${factsSentence(cell.verdict.facts, othersThan(at))}`,
    ),
    ...(row.present * 2 > row.of
      ? row.cells.flatMap((cell, at) =>
          cell === null && columns[at]?.state === 'answered' && !row.outside.includes(at)
            ? `${columns[at]?.label} leaves this out`
            : [],
        )
      : []),
    ...compared.flatMap(({ cell, at }) => {
      const partly = differsInFact(cell) ? '' : partSentence(cell.verdict);
      return partly === '' ? [] : `${columns[at]?.label} ${partly}`;
    }),
  ];
  if (row.of < 2) return 'one answer';
  if (cells.length === 1) return `only ${columns[cells[0]?.at ?? 0]?.label} says this`;
  const apart = cells.length - compared.length;
  if (compared.length < 2 && apart > 0)
    return `${row.present} of ${row.of} have this section; other languages, not compared`;
  const parts = [
    `${compared.length - differing.length} of ${row.of} agree`,
    ...named.slice(0, maxNamed),
    ...(named.length > maxNamed ? [`${named.length - maxNamed} more`] : []),
    ...(apart > 0 ? [`${apart} not compared (other language)`] : []),
  ];
  return parts.join('; ');
}

/** What a cell says otherwise; "" if it says the same. */
export function cellVerdictSentence(cell: AnswerCell): string {
  const { kind, facts } = cell.verdict;
  switch (kind) {
    case 'fact':
      return factsSentence(facts, null);
    case 'adds':
    case 'leaves-out':
      return partSentence(cell.verdict);
    case 'words':
      return 'other words, no differing fact found';
    case 'not-compared':
      return 'other language, not compared';
    case 'same':
      return '';
  }
}

/** @param other the one that says so; null for the other columns */
export function factsSentence(facts: readonly FactDifference[], other: string | null): string {
  const says = other === null ? 'the others say' : `${other} says`;
  // A brand that is recommended differs as a name as well.
  const sentences = new Set(
    facts.map(
      ({ here, there }) =>
        `${quoted(here)} where ${says} ${aboutNot.test(there) ? 'it ' : ''}${quoted(there)}`,
    ),
  );
  return [...sentences].slice(0, 2).join(', ');
}

/** Says of a negation that it is there or not; other values are words of an answer. */
const aboutNot = /^with(?:out)? “not”$/;
const quoted = (value: string): string => (aboutNot.test(value) ? value : `“${value}”`);

function partSentence({ added, left }: CellVerdict): string {
  const parts = [
    ...(added[0] === undefined ? [] : [`adds “${added[0]}”`]),
    ...(left[0] === undefined ? [] : [`leaves out “${left[0]}”`]),
  ];
  return parts.join(', ');
}

/** Which texts were compared. */
export function comparedInSentence({ comparedIn, crossLanguage }: AnswerTab): string {
  if (comparedIn !== null)
    return `Compared in ${languageName(comparedIn, 'en')} translation; numbers, names and links are those of the originals.`;
  return crossLanguage
    ? 'Answers are in several languages: without a translation, only numbers, prices, dates, names and links are compared across them.'
    : '';
}
