import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#shared/bridge/appError.ts';
import { allProjects } from '#shared/bridge/projectInput.ts';
import type { CellRecord, ExportFilter, StoredRecord, TakeOutFormat } from '#shared/bridge/routes/exports.ts';
import type { RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import type { HistoryCalls } from '../history/reopeningHistory.ts';
import { newUid } from '../history/uid.ts';
import type { Clock } from '../ports/ports.ts';
import type { Projects } from '../projects/projects.ts';
import { answersWorkbook } from './answersWorkbook.ts';
import { evidenceTexts, recordTexts } from './recordTexts.ts';
import { storedRecords } from './storedRecords.ts';

type Selection = RouteParsedInput<'exports.make'>['selection'];

export type TakeOut = {
  /** @throws AppError NOT_FOUND when nothing is selected, INVALID_INPUT for a search that cannot be read, CANCELLED */
  readonly make: (
    selection: Selection,
    format: TakeOutFormat,
    signal: AbortSignal,
  ) => Promise<RouteOutput<'exports.make'>>;
  /** Gives a file piece by piece and forgets it with the last one. */
  readonly read: (fileId: string, from: number) => Promise<RouteOutput<'exports.read'>>;
  /** Removes what nobody fetched. */
  readonly close: () => Promise<void>;
};

/** In base64 well below what one message between window and core may carry. */
const pieceBytes = 1024 * 1024;
const hitsPerPage = 200;
const cellsPerPage = 500;
const idsPerFilter = 500;

const endings: Readonly<Record<TakeOutFormat, string>> = {
  csv: '.csv',
  jsonl: '.jsonl',
  xlsx: '.xlsx',
  evidence: '.evidence.jsonl',
};

/** Files of stored answers for a window, which cannot write any itself: made here, handed over in pieces. */
export function createTakeOut(parts: {
  readonly history: HistoryCalls;
  readonly clock: Clock;
  readonly version: string;
  readonly projects: Pick<Projects, 'of' | 'within'>;
}): TakeOut {
  const { history, clock, version, projects } = parts;
  const files = new Map<string, string>();
  /** For this user only; the system clears it away after a crash. */
  let folder: Promise<string> | null = null;

  const idsFound = async function* (
    text: string,
    projectUid: string | undefined,
  ): AsyncGenerator<readonly string[]> {
    let after: { readonly atMs: number; readonly id: number } | null = null;
    do {
      const page: Awaited<ReturnType<typeof history.call<'search.run'>>> = await history.call('search.run', {
        text,
        limit: hitsPerPage,
        after,
        projectUid,
      });
      const [problem] = page.problems;
      if (problem) throw new AppError('INVALID_INPUT', `The search cannot be read: ${problem.message}`);
      yield page.hits.flatMap(({ observationId }) => observationId ?? []);
      after = page.next;
    } while (after !== null);
  };
  const idsOf = async function* (selection: Selection): AsyncGenerator<readonly string[]> {
    if ('search' in selection) {
      const { search, project } = selection;
      yield* idsFound(search, project === allProjects ? undefined : await projects.of(project));
    } else if ('series' in selection) {
      const { series: id, monitorId } = selection;
      const { answers } = await history.call('observations.series', { id, monitorId });
      for (let start = 0; start < answers.length; start += idsPerFilter)
        yield answers.slice(start, start + idsPerFilter).map((answer) => answer.id);
    }
  };
  /** A selection as filters whose answers follow each other. */
  const filtersOf = async function* (selection: Selection): AsyncGenerator<ExportFilter> {
    if ('filter' in selection) yield await projects.within(selection.filter);
    else for await (const ids of idsOf(selection)) if (ids.length > 0) yield { ids: [...ids] };
  };
  const recordsOf = async function* (
    filters: readonly ExportFilter[],
    pages: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<StoredRecord> {
    const page = (input: Parameters<typeof history.call<'exports.page'>>[1]) =>
      history.call('exports.page', input);
    for (const filter of filters) yield* storedRecords(page, filter, pages, () => assertWanted(signal));
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

  return {
    async make(selection, format, signal) {
      const filters: ExportFilter[] = [];
      let answers = 0;
      for await (const filter of filtersOf(selection)) {
        assertWanted(signal);
        filters.push(filter);
        answers += await history.call('exports.count', { filter });
      }
      if (answers === 0) throw new AppError('NOT_FOUND', 'There is no stored answer to take out.');
      const nowMs = clock.now();
      let seal: string | null = null;
      const records = recordsOf(filters, format === 'evidence', signal);
      const content =
        format === 'xlsx'
          ? await answersWorkbook({
              records,
              brandsOf: (ids) => history.call('exports.brands', { ids }),
              unanswered: unansweredOf(selection, signal),
            })
          : format === 'evidence'
            ? evidenceTexts(records, { version, nowMs, count: answers }, (found) => {
                seal = found;
              })
            : recordTexts(records, format);
      const fileId = newUid();
      folder ??= mkdtemp(join(tmpdir(), 'parallax-out-'));
      const file = join(await folder, `${fileId}${endings[format]}`);
      try {
        await pipeline(Readable.from(content), createWriteStream(file, { mode: 0o600 }), { signal });
      } catch (error) {
        await rm(file, { force: true });
        assertWanted(signal);
        throw error;
      }
      files.set(fileId, file);
      const day = new Date(nowMs).toISOString().slice(0, 10);
      const { size: bytes } = await stat(file);
      return { fileId, name: `answers-${day}${endings[format]}`, bytes, answers, seal };
    },
    async read(fileId, from) {
      const file = files.get(fileId);
      if (file === undefined)
        throw new AppError('NOT_FOUND', 'This file was handed over already: take the answers out again.');
      const opened = await open(file);
      try {
        const { buffer, bytesRead } = await opened.read(Buffer.alloc(pieceBytes), 0, pieceBytes, from);
        const more = bytesRead === pieceBytes;
        if (!more) {
          files.delete(fileId);
          await rm(file, { force: true });
        }
        return {
          base64: buffer.subarray(0, bytesRead).toString('base64'),
          next: more ? from + bytesRead : null,
        };
      } finally {
        await opened.close();
      }
    },
    async close() {
      files.clear();
      if (folder !== null) await rm(await folder, { recursive: true, force: true });
    },
  };
}

function assertWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('CANCELLED', 'Taking out was cancelled; nothing was written.');
}
