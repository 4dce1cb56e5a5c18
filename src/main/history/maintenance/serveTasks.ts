import type { MessagePort } from 'node:worker_threads';
import { answerInOrder, serveThread } from '#platform/threads/serveThread.ts';
import { classifyFailure, HistoryFailure } from '../store/failures.ts';
import { commit, isCancelled } from './decision.ts';
import { cancelledSentence } from './moveNote.ts';
import type { HistoryTaskContract, HistoryTaskData, SqlValue, TaskStep } from './protocol.ts';
import { openReadOnlyQuery, QueryRefusal, type ReadOnlyQuery } from './readOnlyQuery.ts';

const rowsPerAnswer = 500;

/** Executes tasks on the history's file one after the other, until told to stop. */
export function serveTasks(port: MessagePort, { task: { file, decision } }: HistoryTaskData): void {
  const refusalOf = (error: unknown): HistoryTaskContract['refusal'] =>
    error instanceof QueryRefusal ? { code: 'SQL', message: error.message } : classifyFailure(error, file);
  serveThread<HistoryTaskContract>(port, refusalOf, (channel) => {
    const onProgress = (progress: HistoryTaskContract['event']): void => {
      channel.emit(progress);
      // The task blocks the thread until it is done: nothing would be sent before.
      channel.flush();
    };
    const step: TaskStep = (progress, last) => {
      if (last === undefined ? isCancelled(decision) : !commit(decision))
        throw new HistoryFailure('CANCELLED', cancelledSentence);
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
      backup: async ({ target }) => (await import('./backup.ts')).backUpHistory(file, target, step),
      vet: async ({ from }) => (await import('./backup.ts')).vetCopy(file, from),
      exportProject: async ({ project, target, nowMs }) =>
        (await import('../projectFiles/exportProject.ts')).exportProject(file, project, target, nowMs, step),
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
      restore: async ({ from, nowMs }) =>
        (await import('./restore.ts')).restoreHistory(file, from, nowMs, step),
      size: async () => (await import('./size.ts')).sizeOfHistory(file),
      check: async ({ full }) => (await import('./check.ts')).checkHistory(file, full, step),
      compact: async () => (await import('./compact.ts')).compactHistory(file, step),
      repair: async ({ nowMs }) => (await import('./repair.ts')).repairHistory(file, nowMs, step),
      move: async (input) => (await import('./moveFolder.ts')).moveDataFolder({ file, ...input }, step),
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
