import { type ZonedDays, zonedDays } from '#shared/figures/trends/zonedDays.ts';
import type { BrandRecord, CellRecord, StoredRecord, TranslatedBy } from '#shared/model/export.ts';
import { translatorNames } from '#shared/model/translators.ts';
import { provenanceCells, servedCells, translationCells } from '#shared/tables/recordFormats.ts';
import { createWorkbook, type WorkbookColumn } from './workbook.ts';

const text = (label: string, width = 14): WorkbookColumn => ({ label, kind: 'text', width });
const number = (label: string, width = 10): WorkbookColumn => ({ label, kind: 'number', width });
const date = (label: string): WorkbookColumn => ({ label, kind: 'date', width: 19 });

/** Columns on every sheet that identify the answer of a row. */
const originIn = (timeZone: string) => [
  text('answer'),
  date(`received (${timeZone})`),
  text('question', 40),
  text('engine'),
  text('market', 10),
];
const originOf = (record: StoredRecord, { clockAt }: ZonedDays) => [
  record.id,
  clockAt(record.receivedAtMs),
  record.question,
  record.engine,
  record.marketKey,
];

const answerColumnsIn = (timeZone: string) => [
  ...originIn(timeZone),
  text('country', 9),
  text('state', 7),
  number('sample', 8),
  text('language', 9),
  text('text', 80),
  number('sources'),
  text('search queries', 30),
  text('provider'),
  text('model'),
  text('response type'),
  text('location method', 16),
  number('imported', 9),
  number('credits charged', 15),
  number('duration (ms)', 12),
  text('request id', 24),
  text('labels', 20),
  text('notes', 40),
  text('run'),
  text('payload sha-256', 20),
  text('surface', 14),
  text('completion', 11),
  text('stop reason', 18),
  number('cost', 10),
  text('currency', 9),
  text('cost source', 11),
  text('provider request id', 24),
  text('persona', 40),
  text('asked', 40),
  text('engine name', 14),
];
function answerColumnsWith(translated: readonly TranslatedBy[], timeZone: string): readonly WorkbookColumn[] {
  const answerColumns = answerColumnsIn(timeZone);
  const beside = answerColumns.findIndex(({ label }) => label === 'text') + 1;
  return answerColumns.toSpliced(
    beside,
    0,
    ...translated.map(({ target, translator }) =>
      text(`text ${target} (${translatorNames[translator]})`, 80),
    ),
  );
}
const sourceColumnsIn = (timeZone: string) => [
  ...originIn(timeZone),
  text('kind', 10),
  number('position', 9),
  text('domain', 28),
  text('url', 60),
  text('title', 40),
  text('redirect link', 30),
  text('description', 60),
  text('date', 14),
  text('footnote', 9),
  text('preview', 40),
  text('creator', 20),
];
const cellColumnsIn = (timeZone: string) => [
  text('run'),
  text('request', 16),
  text('question', 40),
  text('engine'),
  text('market', 10),
  number('sample', 8),
  text('state', 11),
  text('answer'),
  date(`finished (${timeZone})`),
  number('attempts', 9),
  number('credits charged', 15),
  text('error', 22),
  text('reason', 60),
  text('request id', 24),
];
const brandColumnsIn = (timeZone: string) => [
  ...originIn(timeZone),
  text('brand', 24),
  text('kind', 11),
  number('position', 9),
  number('list position', 13),
  number('depth', 9),
  number('mentions', 9),
  number('rules version', 13),
];

const summaryColumns = [
  text('figure', 10),
  text('brand', 24),
  text('engine'),
  text('market', 10),
  number('count'),
  number('of'),
  number('share'),
];

/** Counts for the first sheet: answered requests, and answers that name each brand, of those with text. */
function createSummary() {
  type Line = { readonly keys: readonly string[]; answered: number; asked: number; searched: number };
  const requests = new Map<string, Line>();
  const named = new Map<string, { readonly name: string; readonly at: Line; count: number }>();
  const lineOf = ({ engine, marketKey }: { readonly engine: string; readonly marketKey: string }): Line => {
    const key = `${engine} ${marketKey}`;
    const line = requests.get(key) ?? { keys: [engine, marketKey], answered: 0, asked: 0, searched: 0 };
    requests.set(key, line);
    return line;
  };
  return {
    request(of: { readonly engine: string; readonly marketKey: string }, answered: boolean): void {
      const line = lineOf(of);
      line.asked += 1;
      if (answered) line.answered += 1;
    },
    searched(of: { readonly engine: string; readonly marketKey: string }): void {
      lineOf(of).searched += 1;
    },
    brand(of: { readonly engine: string; readonly marketKey: string }, name: string): void {
      const at = lineOf(of);
      const key = `${name} ${at.keys.join(' ')}`;
      const line = named.get(key) ?? { name, at, count: 0 };
      line.count += 1;
      named.set(key, line);
    },
    lines(): readonly (readonly (string | number | null)[])[] {
      const share = (count: number, of: number): number | null => (of === 0 ? null : count / of);
      return [
        ...[...requests.values()].map(({ keys, answered, asked }) => [
          'answers',
          null,
          ...keys,
          answered,
          asked,
          share(answered, asked),
        ]),
        ...[...named.values()].map(({ name, at, count }) => [
          'visibility',
          name,
          ...at.keys,
          count,
          at.searched,
          share(count, at.searched),
        ]),
      ];
    },
  };
}

export type WorkbookParts = {
  readonly records: AsyncIterable<StoredRecord>;
  /** IANA name; times are shown in it, because a workbook knows none. */
  readonly timeZone: string;
  /** Columns for translations, beside the text. */
  readonly translated: readonly TranslatedBy[];
  /** Listed brands named in the answers, by the current rules, and the answers whose text was searched for them. */
  readonly brandsOf: (ids: readonly string[]) => Promise<{
    readonly brands: readonly BrandRecord[];
    readonly searched: readonly string[];
  }>;
  /** Planned requests without an answer. */
  readonly unanswered: AsyncIterable<CellRecord>;
};

/** Brands are asked for this many answers at once. */
const brandBatch = 25;

/**
 * Stored answers as an Excel workbook: a summary, answers, their sources, their cells and the brands they name.
 */
export async function answersWorkbook(parts: WorkbookParts): Promise<AsyncIterable<Buffer>> {
  const workbook = createWorkbook();
  const days = zonedDays(parts.timeZone);
  const overall = await workbook.sheet('Summary', summaryColumns);
  const summary = createSummary();
  const answers = await workbook.sheet('Answers', answerColumnsWith(parts.translated, parts.timeZone));
  const sources = await workbook.sheet('Sources', sourceColumnsIn(parts.timeZone));
  const cells = await workbook.sheet('Requests', cellColumnsIn(parts.timeZone));
  const brands = await workbook.sheet('Brands', brandColumnsIn(parts.timeZone));
  let batch: StoredRecord[] = [];
  const addBrands = async (): Promise<void> => {
    const found = await parts.brandsOf(batch.map(({ id }) => id));
    const searched = new Set(found.searched);
    for (const record of batch) {
      if (searched.has(record.id)) summary.searched(record);
      for (const brand of found.brands.filter(({ answer }) => answer === record.id)) {
        summary.brand(record, brand.name);
        await brands.add([
          ...originOf(record, days),
          brand.name,
          brand.kind,
          brand.rank,
          brand.listRank,
          brand.depth,
          brand.mentions,
          brand.rulesVersion,
        ]);
      }
    }
    batch = [];
  };
  for await (const record of parts.records) {
    await answers.add(answerCells(record, parts.translated, days));
    summary.request(record, true);
    for (const source of record.sources)
      await sources.add([
        ...originOf(record, days),
        source.kind,
        source.position,
        source.domain,
        source.url,
        source.label,
        source.redirectLink,
        source.description,
        source.date,
        source.footnote === null ? null : source.footnote ? 'yes' : 'no',
        source.preview,
        source.creator,
      ]);
    await cells.add(cellCells(answeredCell(record)));
    batch.push(record);
    if (batch.length === brandBatch) await addBrands();
  }
  await addBrands();
  for await (const cell of parts.unanswered) {
    summary.request(cell, false);
    await cells.add(cellCells({ ...cell, answer: null }));
  }
  for (const line of summary.lines()) await overall.add(line);
  return workbook.finish();
}

function answerCells(record: StoredRecord, translated: readonly TranslatedBy[], days: ZonedDays) {
  return [
    ...originOf(record, days),
    record.market.country,
    record.market.state ?? null,
    record.sample,
    record.language,
    record.text,
    ...translationCells(record, translated),
    record.sources.length,
    record.searchQueries.join('\n'),
    ...servedCells(record),
    record.labels.join(' '),
    record.notes.map((note) => note.text).join('\n'),
    record.runId,
    record.payloadSha256,
    ...provenanceCells(record),
    record.wording ?? record.question,
    record.engineName,
  ];
}

/** A cell with its answer, or with its outcome instead. */
type CellLine = Omit<CellRecord, 'state' | 'attempts'> & {
  readonly state: string;
  readonly attempts: number | null;
  readonly answer: string | null;
};

const answeredCell = (record: StoredRecord): CellLine => ({
  ...record,
  id: record.cellId,
  state: 'completed',
  answer: record.id,
  finishedAtMs: record.receivedAtMs,
  attempts: null,
  errorCode: null,
  errorMessage: null,
});

function cellCells(cell: CellLine) {
  return [
    cell.runId,
    cell.id,
    cell.question,
    cell.engine,
    cell.marketKey,
    cell.sample,
    cell.state,
    cell.answer,
    cell.finishedAtMs,
    cell.attempts,
    cell.creditsCharged,
    cell.errorCode,
    cell.errorMessage,
    cell.requestId,
  ];
}
