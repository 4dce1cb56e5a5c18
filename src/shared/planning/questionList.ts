import { dsvFormat } from 'd3-dsv';
import { isLongerThan, questionLimit } from '../interface/requests/fields.ts';
import type { PlannedQuestion } from './plan.ts';

export type QuestionList = {
  readonly questions: readonly PlannedQuestion[];
  /** Lines that were left out, with the reason. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
};

const questionHeads = ['question', 'prompt', 'query', 'text'];
const tagHeads = ['tags', 'tag', 'labels'];

/** One question a line, as typed or pasted; empty lines and repeats are left out. */
export function questionsFromLines(text: string): QuestionList {
  return collect(text.split(/\r?\n/).map((line, index) => ({ line: index + 1, text: line, tags: [] })));
}

/**
 * Questions from comma-, semicolon- or tab-separated text. A first row with a column named question, prompt, query or text is a
 * head (a `tags` column, separated by `;` or `|`, is read too); otherwise the first column holds the questions.
 */
export function questionsFromTable(text: string): QuestionList {
  const body = text.replace(/^\uFEFF/, '');
  const rows = dsvFormat(separatorOf(body.split('\n', 1)[0] ?? '')).parseRows(body);
  const head = rows[0]?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const named = head.findIndex((cell) => questionHeads.includes(cell));
  const tagColumn = head.findIndex((cell) => tagHeads.includes(cell));
  const column = named === -1 ? 0 : named;
  return collect(
    rows.slice(named === -1 ? 0 : 1).map((row, index) => ({
      line: index + (named === -1 ? 1 : 2),
      text: row[column] ?? '',
      tags: named === -1 || tagColumn === -1 ? [] : splitTags(row[tagColumn] ?? ''),
    })),
  );
}

/** The commonest of tab, semicolon and comma in the first row: spreadsheets in many countries write semicolons. */
export function separatorOf(firstRow: string): string {
  const counted = ['\t', ';', ','].map((separator) => ({
    separator,
    count: firstRow.split(separator).length,
  }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).separator;
}

function splitTags(cell: string): string[] {
  return cell
    .split(/[;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

function collect(rows: readonly { line: number; text: string; tags: string[] }[]): QuestionList {
  const seen = new Map<string, number>();
  const questions: PlannedQuestion[] = [];
  const skipped: { line: number; reason: string }[] = [];
  for (const row of rows) {
    const text = row.text.trim();
    if (text === '') continue;
    const before = seen.get(text);
    if (before !== undefined) skipped.push({ line: row.line, reason: `repeats line ${before}` });
    else if (isLongerThan(text, questionLimit))
      skipped.push({
        line: row.line,
        reason: `has ${[...text].length.toLocaleString('en')} characters; the limit is 10,000`,
      });
    else {
      seen.set(text, row.line);
      questions.push({ text, tags: row.tags });
    }
  }
  return { questions, skipped };
}
