import type { MessagePort } from 'node:worker_threads';
import { answerInOrder, serveThread } from '#platform/threads/serveThread.ts';
import { exportProject } from '../projectFiles/exportProject.ts';
import { importProject } from '../projectFiles/importProject.ts';
import { classifyFailure } from '../store/failures.ts';
import { exportTables } from '../tables/exportTables.ts';
import { backUpHistory } from './backup.ts';
import { checkHistory } from './check.ts';
import { compactHistory } from './compact.ts';
import { moveDataFolder } from './moveFolder.ts';
import { openForReading } from './openForReading.ts';
import type { HistoryTaskContract, HistoryTaskData, SqlValue } from './protocol.ts';
import { openReadOnlyQuery, QueryRefusal, type ReadOnlyQuery } from './readOnlyQuery.ts';
import { repairHistory } from './repair.ts';
import { restoreHistory } from './restore.ts';
import { createRetentionPreview } from './retentionPreview.ts';
import { sizeOfHistory } from './size.ts';

const rowsPerAnswer = 500;

/** Works on the history's file, one task after the other, until it is told to end. */
export function serveTasks(port: MessagePort, { task: { file } }: HistoryTaskData): void {
  const refusalOf = (error: unknown): HistoryTaskContract['refusal'] =>
    error instanceof QueryRefusal ? { code: 'SQL', message: error.message } : classifyFailure(error, file);
  serveThread<HistoryTaskContract>(port, refusalOf, (channel) => {
    const onProgress = (progress: HistoryTaskContract['event']): void => {
      channel.emit(progress);
      // The task holds the thread until it is done: nothing would be sent before.
      channel.flush();
    };
    let query: ReadOnlyQuery | null = null;
    const take = answerInOrder<HistoryTaskContract>(channel, refusalOf, {
      query({ sql }) {
        query?.close();
        query = openReadOnlyQuery(file, sql);
        return { columns: query.columns };
      },
      rows: () => nextRows(query),
      backup: ({ target }) => backUpHistory(file, target),
      exportProject: ({ project, target }) => exportProject(file, project, target, onProgress),
      importProject: ({ from, nowMs }, isCancelled) =>
        importProject(file, from, nowMs, onProgress, isCancelled),
      exportTables: (input, isCancelled) => exportTables(file, input, onProgress, isCancelled),
      restore: ({ from, nowMs }) => restoreHistory(file, from, nowMs),
      size: () => sizeOfHistory(file),
      previewRetention(question) {
        const db = openForReading(file);
        try {
          return createRetentionPreview(db)(question);
        } finally {
          db.close();
        }
      },
      check: ({ full }) => checkHistory(file, full, onProgress),
      compact: () => compactHistory(file),
      repair: ({ nowMs }) => repairHistory(file, nowMs, onProgress),
      move: (input) => moveDataFolder({ file, ...input }, onProgress),
    });
    return { opened: null, take, close: () => query?.close() };
  });
}

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
