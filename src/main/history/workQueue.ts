import { performance } from 'node:perf_hooks';
import type { Database } from 'better-sqlite3';
import { classifyFailure, type WireFailure } from './failures.ts';
import { loneOperations, type Operations, readOperations } from './operations/table.ts';
import type { HistoryMessage, HistoryRequest } from './protocol.ts';

type Call = Extract<HistoryRequest, { type: 'call' }>;
type Result = Extract<HistoryMessage, { type: 'result' }>;

/**
 * Runs calls in the order they came. Neighbouring writes are committed together, each in a savepoint of its own,
 * and answered only after the commit: an answer that says "stored" is on the disk.
 */
export function createWorkQueue(options: {
  readonly db: Database;
  readonly operations: Operations;
  readonly file: string;
  readonly slowMs: number;
  readonly send: (message: HistoryMessage) => void;
}) {
  const { db, operations, file, send } = options;
  const table = new Map<string, (input: unknown) => unknown>(
    Object.entries(operations) as [string, (input: unknown) => unknown][],
  );
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');

  const work = (call: Call): unknown => {
    const operation = table.get(call.operation);
    if (!operation) throw new Error(`Unknown history operation ${call.operation}`);
    const started = performance.now();
    try {
      return operation(call.input);
    } finally {
      const durationMs = Math.round(performance.now() - started);
      if (durationMs > options.slowMs) {
        const fields = { operation: call.operation, durationMs };
        send({ type: 'log', level: 'warn', message: 'Slow history operation', fields });
      }
    }
  };
  // Inside a transaction this is a savepoint: one call that fails takes nothing else with it.
  const apart = db.transaction(work).deferred;
  const execute = (call: Call): Result => {
    try {
      const output = loneOperations.has(call.operation) ? work(call) : apart(call);
      return { type: 'result', id: call.id, ok: true, output };
    } catch (error) {
      return failed(call, classifyFailure(error, file));
    }
  };

  /** Null when one of them failed; then nothing of any is stored. */
  const settleTogether = (calls: readonly Call[]): readonly Result[] | null => {
    try {
      begin.run();
      const results = calls.map(
        (call): Result => ({ type: 'result', id: call.id, ok: true, output: work(call) }),
      );
      commit.run();
      return results;
    } catch {
      if (db.inTransaction) rollback.run();
      return null;
    }
  };

  const writeOneByOne = (calls: readonly Call[]): readonly Result[] => {
    const results: Result[] = [];
    try {
      begin.run();
      for (const call of calls) {
        const result = execute(call);
        // A full disk or a failing one makes SQLite drop the whole transaction, what succeeded in it included.
        if (!db.inTransaction) return calls.map((each) => failed(each, failureOf(result)));
        results.push(result);
      }
      commit.run();
      return results;
    } catch (error) {
      if (db.inTransaction) rollback.run();
      const failure = classifyFailure(error, file);
      return calls.map((call) => failed(call, failure));
    }
  };

  const writeTogether = (calls: readonly Call[]): readonly Result[] => {
    // A savepoint for each answer would copy every page it touches once more. None fails as a rule; where one does,
    // they are stored again, each apart.
    const settling = calls.every(({ operation }) => operation === 'cells.settle');
    return (settling ? settleTogether(calls) : null) ?? writeOneByOne(calls);
  };

  return {
    run(requests: readonly HistoryRequest[]): void {
      let writes: Call[] = [];
      const flush = (): void => {
        if (writes.length > 0) for (const result of writeTogether(writes)) send(result);
        writes = [];
      };
      for (const request of requests) {
        if (request.type !== 'call') continue;
        if (readOperations.has(request.operation)) {
          flush();
          send(execute(request));
        } else {
          writes.push(request);
          if (writes.length === 64) flush();
        }
      }
      flush();
    },
  };
}

function failed(call: Call, failure: WireFailure): Result {
  return { type: 'result', id: call.id, ok: false, failure };
}

function failureOf(result: Result): WireFailure {
  return result.ok ? { code: 'INTERNAL', message: 'The history rolled back.' } : result.failure;
}
