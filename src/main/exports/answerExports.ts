import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '#platform/clock.ts';
import { fileLines } from '#platform/fileLines.ts';
import type { RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { allProjects } from '#shared/model/allProjects.ts';
import { AppError } from '#shared/model/appError.ts';
import type {
  CellRecord,
  ExportFilter,
  ExportFormat,
  StoredRecord,
  TranslatedBy,
} from '#shared/model/export.ts';
import { usualParquetTables } from '#shared/tables/parquetTables.ts';
import { verifyEvidence } from '../evidence/verifyEvidence.ts';
import type { TablesFacts } from '../history/maintenance/protocol.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { DataMaintenance } from '../maintenance/maintenance.ts';
import type { Projects } from '../projects/projects.ts';
import { foundAnswers } from '../search/foundAnswers.ts';
import { answersWorkbook } from './answersWorkbook.ts';
import type { Downloads } from './downloads.ts';
import { evidenceTexts, recordTexts } from './recordTexts.ts';
import { refuseUnreadable, storedRecords } from './storedRecords.ts';
import type { Uploads } from './uploads.ts';
import { storedEntry, zipArchive } from './zipEntry.ts';

type Selection = RouteParsedInput<'exports.make'>['selection'];

export type AnswerExports = {
  /** @throws AppError NOT_FOUND if nothing is selected, INVALID_INPUT for an invalid search, CANCELLED */
  readonly make: (
    input: RouteParsedInput<'exports.make'>,
    context: { readonly signal: AbortSignal },
  ) => Promise<RouteOutput<'exports.make'>>;
  readonly verify: (input: RouteParsedInput<'exports.verify'>) => Promise<RouteOutput<'exports.verify'>>;
};

const cellsPerPage = 500;
const idsPerFilter = 500;
/** A file that was written anew by another program has a finding in every line. */
const maxFindings = 20;

const endings: Readonly<Record<ExportFormat, string>> = {
  csv: '.csv',
  'csv-excel': '.csv',
  jsonl: '.jsonl',
  xlsx: '.xlsx',
  parquet: '.parquet.zip',
  evidence: '.evidence.jsonl',
};

/** Files of stored answers for a window. */
export function createAnswerExports(parts: {
  readonly history: HistoryCalls;
  readonly clock: Clock;
  readonly version: string;
  readonly projects: Pick<Projects, 'of' | 'within'>;
  readonly files: Pick<Downloads, 'make'>;
  readonly uploads: Pick<Uploads, 'use'>;
  readonly data: Pick<DataMaintenance, 'exportTables' | 'following'>;
}): AnswerExports {
  const { history, clock, version, projects, files, uploads, data } = parts;

  const idsOf = async function* (selection: Selection): AsyncGenerator<readonly string[]> {
    if ('search' in selection) {
      const { search, project } = selection;
      yield* foundAnswers(history, search, project === allProjects ? undefined : await projects.of(project));
    } else if ('series' in selection) {
      const { series: id, monitorId } = selection;
      const { answers } = await history.call('observations.series', { id, monitorId });
      for (let start = 0; start < answers.length; start += idsPerFilter)
        yield answers.slice(start, start + idsPerFilter).map((answer) => answer.id);
    }
  };
  /** A selection as a sequence of filters. */
  const filtersOf = async function* (selection: Selection): AsyncGenerator<ExportFilter> {
    if ('filter' in selection) yield await projects.within(selection.filter);
    else for await (const ids of idsOf(selection)) if (ids.length > 0) yield { ids: [...ids] };
  };
  const recordsOf = async function* (
    filters: readonly ExportFilter[],
    pages: boolean,
    signal: AbortSignal,
    onUnreadable: (ids: readonly string[]) => void,
  ): AsyncGenerator<StoredRecord> {
    const page = (input: Parameters<typeof history.call<'exports.page'>>[1]) =>
      history.call('exports.page', input);
    for (const filter of filters)
      yield* storedRecords(page, filter, pages, () => assertWanted(signal), onUnreadable);
  };
  /** An empty search finds all answers of its project. */
  const meantBy = async (selection: Selection): Promise<Selection> => {
    if (!('search' in selection) || selection.search.trim() !== '') return selection;
    return { filter: { project: selection.project ?? (await projects.of(undefined)) } };
  };
  const unansweredOf = async function* (
    selection: Selection,
    signal: AbortSignal,
  ): AsyncGenerator<CellRecord> {
    if (!('filter' in selection)) return;
    const filter = await projects.within(selection.filter);
    for (let offset = 0; ; offset += cellsPerPage) {
      assertWanted(signal);
      const cells = await history.call('exports.unanswered', {
        filter,
        offset,
        limit: cellsPerPage,
      });
      yield* cells;
      if (cells.length < cellsPerPage) return;
    }
  };

  /** @returns ids of answers with damaged bodies */
  const writeTables = async (
    [filter = {}, ...others]: readonly ExportFilter[],
    file: string,
    nowMs: number,
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    // For a selection in several parts, each part lists its answers.
    const whole = others.length === 0 ? filter : { ids: [filter, ...others].flatMap(({ ids = [] }) => ids) };
    const input = { filter: whole, tables: usualParquetTables, since: null, version, nowMs };
    const write = (target: string) => data.exportTables({ ...input, target }, signal);
    return (await tablesArchive(file, write, signal)).unreadable;
  };

  /** Of the project, where all answers are of one; otherwise UTC. */
  const timeZoneOf = async (filters: readonly ExportFilter[]): Promise<string> => {
    const [project, ...others] = new Set(filters.map((filter) => filter.project));
    if (project === undefined || others.length > 0) return 'UTC';
    return (await history.call('projects.get', { project })).timeZone;
  };

  return {
    async verify({ fileId }) {
      const verdict = await uploads.use(fileId, (file) => verifyEvidence(fileLines(file)));
      return { ...verdict, findings: verdict.findings.slice(0, maxFindings) };
    },
    async make({ selection: selected, format }, { signal }) {
      const selection = await meantBy(selected);
      const filters: ExportFilter[] = [];
      let answers = 0;
      const translated = new Map<string, TranslatedBy>();
      for await (const filter of filtersOf(selection)) {
        assertWanted(signal);
        filters.push(filter);
        const found = await history.call('exports.count', { filter });
        answers += found.answers;
        for (const each of found.translated) translated.set(`${each.target} ${each.translator}`, each);
      }
      if (answers === 0) throw new AppError('NOT_FOUND', 'No stored answers to export.');
      const nowMs = clock.now();
      let seal: string | null = null;
      const unreadable: string[] = [];
      const leftOut = (ids: readonly string[]): void => void unreadable.push(...ids);
      const evidence = format === 'evidence';
      const stored = recordsOf(filters, evidence, signal, evidence ? refuseUnreadable : leftOut);
      const columns = [...translated]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, each]) => each);
      const contentOf = async (
        kind: Exclude<ExportFormat, 'parquet'>,
        records: AsyncGenerator<StoredRecord>,
      ) =>
        kind === 'xlsx'
          ? await answersWorkbook({
              records,
              timeZone: await timeZoneOf(filters),
              translated: columns,
              brandsOf: (ids) => history.call('exports.brands', { ids }),
              unanswered: unansweredOf(selection, signal),
            })
          : kind === 'evidence'
            ? evidenceTexts(records, { version, nowMs, count: answers }, (found) => {
                seal = found;
              })
            : recordTexts(records, kind, columns, leftOut);
      const { fileId, made: bytes } = await files
        .make(endings[format], async (file) => {
          if (format === 'parquet') leftOut(await writeTables(filters, file, nowMs, signal));
          else
            await data.following(async (tell) => {
              const records = counted(stored, (done) => tell({ what: 'Export', done, total: answers }));
              const to = createWriteStream(file, { mode: 0o600 });
              await pipeline(Readable.from(await contentOf(format, records)), to, { signal });
            });
          return (await stat(file)).size;
        })
        .catch((error: unknown) => {
          assertWanted(signal);
          throw error;
        });
      const day = new Date(nowMs).toISOString().slice(0, 10);
      return {
        fileId,
        name: `answers-${day}${endings[format]}`,
        bytes,
        // In tables, only the searches of a damaged answer are missing.
        answers: answers - (format === 'parquet' ? 0 : unreadable.length),
        unreadable,
        seal,
      };
    },
  };
}

/** The same, with the number of those that were taken. */
async function* counted<T>(items: AsyncIterable<T>, tell: (done: number) => void): AsyncGenerator<T> {
  let done = 0;
  for await (const item of items) {
    yield item;
    done += 1;
    tell(done);
  }
}

function assertWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('CANCELLED', 'The export was cancelled. No file was written.');
}

/** Maximum size of an archive without ZIP64, minus its headers. */
const maxBytes = 0xffff_0000;

/**
 * Parquet tables as one file, because a window can save only one.
 * @param write writes the tables into a folder of this name, which does not exist yet
 */
async function tablesArchive(
  file: string,
  write: (folder: string) => Promise<TablesFacts>,
  signal: AbortSignal,
): Promise<TablesFacts> {
  const folder = `${file}.tables`;
  try {
    const facts = await write(folder);
    if (facts.tables.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes)
      throw new AppError(
        'INVALID_INPUT',
        'The tables take more than 4 GB. Export fewer answers, or use "parallax export --format parquet".',
      );
    const names = (await readdir(folder)).toSorted();
    const entries = await Promise.all(names.map((name) => storedEntry(name, join(folder, name))));
    await pipeline(Readable.from(zipArchive(entries)), createWriteStream(file, { mode: 0o600 }), { signal });
    return facts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
