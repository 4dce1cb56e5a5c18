import type { MessagePort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { classifyFailure } from '../failures.ts';
import { createPayloadStore } from '../operations/payloads.ts';
import { createBrandShifts } from './brandShifts.ts';
import type { DerivationAnswer, DerivationData, DerivationRequest, DerivationTask } from './protocol.ts';
import { createRangeFacts } from './rangeFacts.ts';

/** Reads answers beside the history's own thread and computes what they say; it never writes. */
export function serveDerivation(port: MessagePort, { derive: { file } }: DerivationData): void {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  db.pragma('query_only = ON');
  const rangeFacts = createRangeFacts(db, createPayloadStore(db));
  const brandShifts = createBrandShifts(db);
  const work = (task: DerivationTask) =>
    task.kind === 'facts'
      ? rangeFacts(task.rulesVersion, task)
      : brandShifts(task.before, task.after, task.through);

  port.on('message', (request: DerivationRequest | 'close') => {
    if (request === 'close') {
      db.close();
      port.close();
      return;
    }
    const { id, task } = request;
    let answer: DerivationAnswer;
    try {
      answer = { id, ok: true, result: work(task) };
    } catch (error) {
      answer = { id, ok: false, failure: classifyFailure(error, file) };
    }
    port.postMessage(answer);
  });
}
