import type { MessagePort } from 'node:worker_threads';
import { answerInOrder, serveThread } from '#platform/threads/serveThread.ts';
import { classifyFailure, HistoryFailure } from '../store/failures.ts';
import { cancelledSentence } from './moveNote.ts';
import type { HistoryTaskContract, HistoryTaskData, SqlValue } from './protocol.ts';
import { openReadOnlyQuery, QueryRefusal, type ReadOnlyQuery } from './readOnlyQuery.ts';

const rowsPerAnswer = 500;

/** Executes tasks on the history's file one after the other, until told to stop. */
export function serveTasks(port: MessagePort, { task: { file } }: HistoryTaskData): void {
  const refusalOf = (error: unknown): HistoryTaskContract['refusal'] =>
    error instanceof QueryRefusal ? { code: 'SQL', message: error.message } : classifyFailure(error, file);
  serveThread<HistoryTaskContract>(port, refusalOf, (channel) => {
    const onProgress = (progress: HistoryTaskContract['event']): void => {
      channel.emit(progress);
      // The task blocks the thread until it is done: nothing would be sent before.
      channel.flush();
    };
    /** Tasks report progress only where they can still be undone: each report ends one that was cancelled. */
    const untilCancelled =
      (isCancelled: () => boolean) =>
      (progress: HistoryTaskContract['event']): void => {
        if (isCancelled()) throw new HistoryFailure('CANCELLED', cancelledSentence);
        onProgress(progress);
      };
    let query: ReadOnlyQuery | null = null;
    const take = answerInOrder<HistoryTaskContract>(channel, refusalOf, {
      async query({ sql }) {
        query?.close();
        query = openReadOnlyQuery(file, sql, await textFunctionsIn(sql));
        return { columns: query.columns };
      },
      rows: () => nextRows(query),
      // A thread runs one kind of task and loads only its modules.
      backup: async ({ target }, isCancelled) =>
        (await import('./backup.ts')).backUpHistory(file, target, untilCancelled(isCancelled)),
      vet: async ({ from }) => (await import('./backup.ts')).vetCopy(file, from),
      exportProject: async ({ project, target }, isCancelled) =>
        (await import('../projectFiles/exportProject.ts')).exportProject(
          file,
          project,
          target,
          untilCancelled(isCancelled),
        ),
      importProject: async ({ from, nowMs }, isCancelled) =>
        (await import('../projectFiles/importProject.ts')).importProject(
          file,
          from,
          nowMs,
          onProgress,
          isCancelled,
        ),
      exportTables: async (input, isCancelled) =>
        (await import('../tables/exportTables.ts')).exportTables(file, input, onProgress, isCancelled),
      restore: async ({ from, nowMs }, isCancelled) =>
        (await import('./restore.ts')).restoreHistory(file, from, nowMs, untilCancelled(isCancelled)),
      size: async () => (await import('./size.ts')).sizeOfHistory(file),
      check: async ({ full }, isCancelled) =>
        (await import('./check.ts')).checkHistory(file, full, untilCancelled(isCancelled)),
      compact: async (_, isCancelled) =>
        (await import('./compact.ts')).compactHistory(file, untilCancelled(isCancelled)),
      repair: async ({ nowMs }, isCancelled) =>
        (await import('./repair.ts')).repairHistory(file, nowMs, untilCancelled(isCancelled)),
      move: async (input, isCancelled) =>
        (await import('./moveFolder.ts')).moveDataFolder({ file, ...input }, untilCancelled(isCancelled)),
    });
    return { opened: null, take, close: () => query?.close() };
  });
}

/** Reading payloads requires the answer parser, so it is loaded only for statements that need it. */
const textFunctionsIn = async (sql: string) =>
  /answer_text|payload_body/i.test(sql) ? (await import('./textFunctions.ts')).addTextFunctions : null;

function nextRows(query: ReadOnlyQuery | null): { rows: readonly (readonly SqlValue[])[]; more: boolean } {
  if (query === null) throw new Error('Rows were asked for without a statement.');
  const rows: (readonly SqlValue[])[] = [];
  while (rows.length < rowsPerAnswer) {
    const next = query.rows.next();
    if (next.done) return { rows, more: false };
    rows.push(next.value);
  }
  return { rows, more: true };
}
