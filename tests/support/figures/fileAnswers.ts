/** Answers read back from exported files, so that the plain formulas can be applied to what the files say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { openArchive } from '#tests/support/exports/openArchive.ts';
import { sheetRows } from '#tests/support/exports/sheetRows.ts';
import type { PlainAnswer, PlainMention } from './plainFigures.ts';

type Row = Readonly<Record<string, unknown>>;

/** How a file names its columns. */
type Columns = {
  readonly id: string;
  readonly receivedAt: string;
  readonly rank: string;
  readonly listRank: string;
  readonly source: string;
  /** Whether the text of the answer was searched for brands. */
  readonly searched: (answer: Row) => boolean;
};

const numberOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value);

function plainAnswers(
  columns: Columns,
  tables: {
    readonly answers: readonly Row[];
    readonly brands: readonly Row[];
    readonly sources: readonly Row[];
  },
): readonly PlainAnswer[] {
  const named = Map.groupBy(tables.brands, (row) => row[columns.source]);
  const cited = Map.groupBy(tables.sources, (row) => row[columns.source]);
  const mention = (row: Row): PlainMention => ({
    rank: Number(row[columns.rank]),
    listRank: numberOf(row[columns.listRank]),
    depth: Number(row.depth),
  });
  return tables.answers
    .toSorted((one, two) => Number(one[columns.receivedAt]) - Number(two[columns.receivedAt]))
    .map((answer) => {
      const id = answer[columns.id];
      const sources = (cited.get(id) ?? []).toSorted(
        (one, two) => Number(one.position) - Number(two.position),
      );
      return {
        question: String(answer.question),
        country: String(answer.country),
        overview: null,
        brands: columns.searched(answer)
          ? Object.fromEntries((named.get(id) ?? []).map((row) => [String(row.brand), mention(row)]))
          : null,
        // A result page lists results; only answers cite.
        citations:
          answer.engine === 'search'
            ? null
            : sources.map(({ url, domain }) => ({ url: String(url), domain: String(domain) })),
      };
    });
}

/** The answers of a folder of Parquet tables. */
export async function parquetAnswers(folder: string): Promise<readonly PlainAnswer[]> {
  const read = async (table: string): Promise<readonly Row[]> =>
    parquetReadObjects({ file: await asyncBufferFromFile(join(folder, `${table}.parquet`)) });
  const columns = {
    ...{ id: 'answer_id', source: 'answer_id', receivedAt: 'received_at' },
    ...{ rank: 'rank', listRank: 'list_rank' },
    searched: (answer: Row) => answer.counted === true && answer.brands_searched === true,
  };
  return plainAnswers(columns, {
    answers: await read('answers'),
    brands: await read('mentions'),
    sources: await read('citations'),
  });
}

/** The answers of an Excel workbook. */
export function workbookAnswers(file: string): readonly PlainAnswer[] {
  const files = openArchive(readFileSync(file));
  const columns = {
    ...{ id: 'answer', source: 'answer', receivedAt: 'received (UTC)' },
    ...{ rank: 'position', listRank: 'list position' },
    // A list of results is no answer; an AI Overview above it is one.
    searched: (answer: Row) => answer.engine !== 'search' || !String(answer.text).startsWith('1. '),
  };
  return plainAnswers(columns, {
    answers: sheetRows(files, 'Answers'),
    brands: sheetRows(files, 'Brands'),
    sources: sheetRows(files, 'Sources'),
  });
}
