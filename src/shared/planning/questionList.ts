import { characterCount, isLongerThan, questionLimit } from '../interface/requests/textLength.ts';
import { nameOfKey, textProblem, unknownMarket, wordingKey } from '../model/wordingTexts.ts';
import { plainLines } from '../text/listLines.ts';
import type { PlannedQuestion } from './plan.ts';
import { type QuestionHead, questionColumn, questionHead } from './questionHeads.ts';
import { rowsOf } from './tableRows.ts';

export type QuestionList = {
  /** The heading of the column they are from; null for a list without headings. */
  readonly column: string | null;
  readonly questions: readonly PlannedQuestion[];
  /** Skipped lines, with the reason. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
  /** Skipped wordings: none is used without the user having seen it. */
  readonly wordingProblems: readonly { readonly line: number; readonly reason: string }[];
};

const tagHeads = ['tags', 'tag', 'labels'];
/** `wording DE`, `wording de`: a language alone would be taken for a column of ids in Indonesian. */
const wordingHead = /^wordings?[\s:_-]+(.+)$/i;

/** One question per line, as typed or pasted; empty lines and duplicates are skipped. */
export function questionsFromLines(text: string): QuestionList {
  const rows = text.split(/\r\n?|\n/);
  return collect(
    rows.map((line, index) => ({ line: index + 1, text: line, tags: [], wordings: [] })),
    null,
  );
}

/** Questions from the text of a file: a table with or without headings, or a list of whole lines. */
export function questionsFromTable(text: string): QuestionList {
  return questionsFromRows(rowsOf(text, isQuestionHead).rows);
}

/** Whether a row has a heading of questions. */
export const isQuestionHead = (cells: readonly string[]): boolean => questionColumn(cells) !== -1;

/**
 * Below a heading of questions or of a keyword tool (a `tags` column, separated by `;` or `|`, and columns such as
 * `wording DE` are read too); without one the first column holds the questions.
 * @param head where the headings stand, if a person has said so; null for none
 */
export function questionsFromRows(
  rows: readonly (readonly string[])[],
  head: QuestionHead | null = questionHead(rows),
): QuestionList {
  const cells = head === null ? [] : (rows[head.row] ?? []);
  const tagColumn = cells.findIndex((cell) => tagHeads.includes(cell.trim().toLowerCase()));
  const column = head?.column ?? 0;
  const wordingColumns = cells.flatMap((cell, at) => {
    const name = wordingHead.exec(cell.trim())?.[1];
    return name === undefined ? [] : [{ at, name, key: wordingKey(name) }];
  });
  const headLine = (head?.row ?? -1) + 1;
  const unknown = wordingColumns
    .filter(({ key }) => key === null)
    .map(({ name }) => ({ line: headLine, reason: unknownMarket(name) }));
  const body = rows.slice(headLine);
  const read = collect(
    body.map((row, index) => ({
      line: headLine + index + 1,
      text: row[column] ?? '',
      tags: tagColumn === -1 ? [] : splitTags(row[tagColumn] ?? ''),
      wordings: wordingColumns.flatMap(({ at, key }) => {
        const wording = row[at]?.trim() ?? '';
        return key === null || wording === '' ? [] : [[key, wording] as const];
      }),
    })),
    head === null ? null : (cells[column]?.trim() ?? null),
  );
  return { ...read, wordingProblems: [...unknown, ...read.wordingProblems] };
}

function splitTags(cell: string): string[] {
  return cell
    .split(/[;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

type QuestionRow = {
  readonly line: number;
  readonly text: string;
  readonly tags: string[];
  readonly wordings: readonly (readonly [key: string, wording: string])[];
};

function collect(rows: readonly QuestionRow[], column: string | null): QuestionList {
  const seen = new Map<string, number>();
  const questions: PlannedQuestion[] = [];
  const skipped: { line: number; reason: string }[] = [];
  const wordingProblems: { line: number; reason: string }[] = [];
  const texts = plainLines(rows.map(({ text }) => text));
  for (const [at, row] of rows.entries()) {
    const text = texts[at] ?? '';
    if (text === '') continue;
    if (isLongerThan(text, questionLimit)) {
      const count = characterCount(text).toLocaleString('en');
      skipped.push({ line: row.line, reason: `has ${count} characters; the limit is 10,000` });
      continue;
    }
    const key = questionKey(text);
    const before = seen.get(key);
    if (before !== undefined) skipped.push({ line: row.line, reason: `repeats line ${before}` });
    else {
      seen.set(key, row.line);
      const wordings = new Map<string, string>();
      for (const [key, wording] of row.wordings) {
        const reason = wordings.has(key)
          ? `${nameOfKey(key)} has two wordings. Keep one of the columns.`
          : textProblem(wording, nameOfKey(key));
        if (reason === null) wordings.set(key, wording);
        else wordingProblems.push({ line: row.line, reason });
      }
      questions.push({
        text,
        tags: row.tags,
        ...(wordings.size === 0 ? {} : { wordings: Object.fromEntries(wordings) }),
      });
    }
  }
  return { column, questions, skipped, wordingProblems };
}

/** What two questions have in common that differ in case, spaces and the mark at their end only: they are one. */
export const questionKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    // Capitals have no sharp s, and a Turkish capital I keeps its dot.
    .replace(/ß/g, 'ss')
    .replace(/i\u0307/g, 'i')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[¿¡\s]+/, '')
    .replace(/(?<![\s?!.؟۔。।;՞…])[\s?!.؟۔。।;՞…]+$/, '');
