import type { MessagePort } from 'node:worker_threads';
import { classifyFailure } from '../failures.ts';
import { backUpHistory } from './backup.ts';
import type { HistoryTask, HistoryTaskMessage, HistoryTaskRequest, SqlValue } from './protocol.ts';
import { openReadOnlyQuery, QueryRefusal } from './readOnlyQuery.ts';
import { restoreHistory } from './restore.ts';

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
    const facts =
      task.kind === 'backup'
        ? { ...backUpHistory(task.file, task.target), keptFile: null }
        : restoreHistory(task.file, task.from, task.nowMs);
    send({ type: 'done', facts });
    port.close();
  } catch (error) {
    fail(error);
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
