import { performance } from 'node:perf_hooks';
import type { Database } from 'better-sqlite3';
import type { ThreadChannel } from '#platform/threads/serveThread.ts';
import type { Operation } from '../store/operations/operation.ts';
import type { Operations } from '../store/operations/table.ts';
import type { ReadingContract } from './protocol.ts';

export type OperationRunner = {
  readonly isRead: (name: string) => boolean;
  /** Without a transaction. An operation is logged when it is slow, and slower than it has been so far. */
  readonly run: (name: string, input: unknown) => unknown;
  /**
   * In its own transaction; inside another one in a savepoint, so that a failing call rolls back nothing else.
   */
  readonly runApart: (name: string, input: unknown) => unknown;
};

/** Runs the operations of the table by name. */
export function createOperationRunner(options: {
  readonly db: Database;
  readonly operations: Operations;
  readonly slowMs: number;
  readonly emit: ThreadChannel<ReadingContract>['emit'];
}): OperationRunner {
  // The input matches the operation: the client is typed by the same table.
  const table = new Map(
    Object.entries(options.operations) as [string, Operation<'read' | 'write', unknown, unknown>][],
  );
  /**
   * The longest time logged of each. Polls go on for as long as the program runs: on a busy machine each is late now and then,
   * and an idle program would write to the disk again and again.
   */
  const slowest = new Map<string, number>();
  const run = (name: string, input: unknown): unknown => {
    const operation = table.get(name);
    if (!operation) throw new Error(`Unknown history operation ${name}`);
    const started = performance.now();
    try {
      return operation.run(input);
    } finally {
      const durationMs = Math.round(performance.now() - started);
      if (durationMs > (slowest.get(name) ?? options.slowMs)) {
        slowest.set(name, durationMs);
        const fields = { operation: name, durationMs };
        options.emit({ level: 'warn', message: 'Slow history operation', fields });
      }
    }
  };
  const inTransaction = options.db.transaction(run).deferred;
  return {
    isRead: (name) => table.get(name)?.kind === 'read',
    run,
    runApart: (name, input) => (table.get(name)?.alone ? run(name, input) : inTransaction(name, input)),
  };
}
