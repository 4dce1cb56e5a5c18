import type { Database } from 'better-sqlite3';
import type { ThreadCall, ThreadChannel } from '#platform/threads/rpc.ts';
import { classifyFailure, type WireFailure } from '../store/failures.ts';
import type { RowIdCache } from '../store/operations/rowIdCache.ts';
import type { HistoryContract } from './protocol.ts';
import type { OperationRunner } from './runOperation.ts';

type Call = ThreadCall<HistoryContract>;
type Result =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: WireFailure };

/** Some dozen milliseconds of stored answers: a read that comes then waits for them. */
const maxTogether = 96;

/**
 * Runs calls in the order they came. Neighbouring writes are committed together, answers that are stored as they are and
 * others each in a savepoint of its own, and answered only after the commit: an answer that says "stored" is on the disk.
 */
export function createWorkQueue(options: {
  readonly db: Database;
  readonly runner: OperationRunner;
  readonly rowIds: RowIdCache;
  readonly file: string;
  readonly channel: ThreadChannel<HistoryContract>;
}) {
  const { db, runner, rowIds, file, channel } = options;
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const waiting: Call[] = [];

  /** The writes at the front of what waits. */
  const takeWrites = (): readonly Call[] => {
    waiting.push(...channel.arrived());
    const read = waiting.findIndex(({ name }) => runner.isRead(name));
    return waiting.splice(0, Math.min(maxTogether, read === -1 ? waiting.length : read));
  };

  const execute = (call: Call): Result => {
    try {
      return { id: call.id, ok: true, output: runner.runApart(call.name, call.input) };
    } catch (error) {
      return failed(call, classifyFailure(error, file));
    }
  };

  /** Null when one of them failed; then nothing of any is stored. */
  const settleTogether = (calls: readonly Call[]): readonly Result[] | null => {
    try {
      begin.run();
      const results = rowIds.during(() => {
        const stored = calls.map(
          ({ id, name, input }): Result => ({ id, ok: true, output: runner.run(name, input) }),
        );
        commit.run();
        return stored;
      });
      return results;
    } catch {
      if (db.inTransaction) rollback.run();
      return null;
    }
  };

  const writeOneByOne = (calls: readonly Call[]): readonly Result[] => {
    rowIds.forget();
    try {
      begin.run();
      const results: Result[] = [];
      for (const call of calls) {
        results.push(execute(call));
        if (!db.inTransaction) break;
      }
      const last = results.at(-1);
      // A full disk or a failing one makes SQLite drop the whole transaction, what succeeded in it included.
      if (!db.inTransaction && last) return calls.map((each) => failed(each, failureOf(last)));
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
    const settling = calls.every(({ name }) => name === 'cells.settle');
    return (settling ? settleTogether(calls) : null) ?? writeOneByOne(calls);
  };

  /** An answer says that it is stored: it leaves at once, and only after the commit. */
  const answer = (results: readonly Result[]): void => {
    for (const result of results) {
      if (result.ok) channel.reply(result.id, result.output);
      else channel.refuse(result.id, result.failure);
    }
    channel.flush();
  };

  /** Works until nothing waits. */
  return (first: readonly Call[]): void => {
    waiting.push(...first);
    for (;;) {
      const calls = takeWrites();
      if (calls.length > 0) answer(writeTogether(calls));
      else {
        const read = waiting.shift();
        if (!read) return;
        if (channel.wanted(read.id)) answer([execute(read)]);
        else channel.skip(read.id);
      }
    }
  };
}

function failed(call: Call, failure: WireFailure): Result {
  return { id: call.id, ok: false, failure };
}

function failureOf(result: Result): WireFailure {
  return result.ok ? { code: 'INTERNAL', message: 'The history rolled back.' } : result.failure;
}
