import type { MessagePort } from 'node:worker_threads';
import type { RetentionPreview } from '#shared/model/maintenance.ts';
import { exportProject } from '../projectFiles/exportProject.ts';
import { importProject } from '../projectFiles/importProject.ts';
import { classifyFailure } from '../store/failures.ts';
import { backUpHistory } from './backup.ts';
import { checkHistory } from './check.ts';
import { compactHistory } from './compact.ts';
import { moveDataFolder } from './moveFolder.ts';
import { openForReading } from './openForReading.ts';
import type {
  HistoryTask,
  HistoryTaskMessage,
  HistoryTaskRequest,
  SqlValue,
  TaskFacts,
  TaskProgress,
} from './protocol.ts';
import { openReadOnlyQuery, QueryRefusal } from './readOnlyQuery.ts';
import { repairHistory } from './repair.ts';
import { restoreHistory } from './restore.ts';
import { createRetentionPreview, type RetentionQuestion } from './retentionPreview.ts';
import { sizeOfHistory } from './size.ts';

/** Rows sent at once; the next ones are read only when they are asked for, so that no result fills the memory. */
const rowsPerMessage = 500;

/** Does one task and lets the worker end. */
export function runTask(port: MessagePort, task: HistoryTask): void {
  const send = (message: HistoryTaskMessage): void => port.postMessage(message);
  const fail = (error: unknown): void => {
    const failure =
      error instanceof QueryRefusal
        ? { code: 'SQL' as const, message: error.message }
        : classifyFailure(error, task.file);
    send({ type: 'failed', failure });
    port.close();
  };
  try {
    if (task.kind === 'query') {
      runQuery(port, task, send, fail);
      return;
    }
    send({ type: 'done', facts: factsOf(task, (progress) => send({ type: 'progress', progress })) });
    port.close();
  } catch (error) {
    fail(error);
  }
}

function factsOf(
  task: Exclude<HistoryTask, { kind: 'query' }>,
  onProgress: (progress: TaskProgress) => void,
): TaskFacts[keyof TaskFacts] {
  switch (task.kind) {
    case 'backup':
      return backUpHistory(task.file, task.target);
    case 'restore':
      return restoreHistory(task.file, task.from, task.nowMs);
    case 'size':
      return sizeOfHistory(task.file);
    case 'previewRetention':
      return previewRetention(task.file, task.question);
    case 'check':
      return checkHistory(task.file, task.full, onProgress);
    case 'compact':
      return compactHistory(task.file);
    case 'repair':
      return repairHistory(task.file, task.nowMs, onProgress);
    case 'move':
      return moveDataFolder(task, onProgress);
    case 'exportProject':
      return exportProject(task.file, task.project, task.target, onProgress);
    case 'importProject':
      return importProject(task.file, task.from, task.nowMs, onProgress);
  }
}

function previewRetention(file: string, question: RetentionQuestion): RetentionPreview {
  const db = openForReading(file);
  try {
    return createRetentionPreview(db)(question);
  } finally {
    db.close();
  }
}

function runQuery(
  port: MessagePort,
  task: Extract<HistoryTask, { kind: 'query' }>,
  send: (message: HistoryTaskMessage) => void,
  fail: (error: unknown) => void,
): void {
  const query = openReadOnlyQuery(task.file, task.sql);
  send({ type: 'columns', columns: query.columns });
  port.on('message', (request: HistoryTaskRequest) => {
    try {
      const rows: (readonly SqlValue[])[] = [];
      let more = request.type === 'more';
      while (more && rows.length < rowsPerMessage) {
        const next = query.rows.next();
        if (next.done) more = false;
        else rows.push(next.value);
      }
      send({ type: 'rows', rows, more });
      if (more) return;
      query.close();
      port.close();
    } catch (error) {
      query.close();
      fail(error);
    }
  });
}
