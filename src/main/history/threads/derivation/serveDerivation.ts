import type { MessagePort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { createPendingWords } from '../../search/pendingWords.ts';
import { classifyFailure } from '../../store/failures.ts';
import { createPayloadStore } from '../../store/operations/payloads.ts';
import { createBrandShifts } from './brandShifts.ts';
import type {
  DerivationAnswer,
  DerivationData,
  DerivationRequest,
  DerivationResults,
  DerivationTask,
} from './protocol.ts';
import { createRangeFacts } from './rangeFacts.ts';

/** Reads answers beside the history's own thread and computes what they say; it never writes. */
export function serveDerivation(port: MessagePort, { derive: { file } }: DerivationData): void {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  db.pragma('query_only = ON');
  const payloads = createPayloadStore(db);
  const rangeFacts = createRangeFacts(db, payloads);
  const brandShifts = createBrandShifts(db);
  const pendingWords = createPendingWords(db, payloads);
  const work = (task: DerivationTask): DerivationResults[keyof DerivationResults] => {
    switch (task.kind) {
      case 'facts':
        return rangeFacts(task.rulesVersion, task);
      case 'change':
        return brandShifts(task.before, task.after, task.through);
      case 'words':
        return pendingWords(task.after, task.limit);
      case 'packed':
        return payloads.packed(task.after, task.limit);
    }
  };

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
