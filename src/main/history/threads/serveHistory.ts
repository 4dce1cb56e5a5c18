import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { noteAsLeft } from '#platform/sqlite/fileFromElsewhere.ts';
import { createGroupCommit } from '#platform/sqlite/groupCommit.ts';
import { serveThread, type ThreadCall, type ThreadChannel } from '#platform/threads/serveThread.ts';
import { removeAbandonedCopies } from '../projectFiles/incomingCopy.ts';
import { classifyFailure, type WireFailure } from '../store/failures.ts';
import { openDatabase } from '../store/openDatabase.ts';
import { createRowIdCache, type RowIdCache } from '../store/operations/rowIdCache.ts';
import { createOperations } from '../store/operations/table.ts';
import { createSessionLocks } from '../store/sessionLocks.ts';
import type { HistoryContract, HistoryWorkerData } from './protocol.ts';
import { createOperationRunner, type OperationRunner } from './runOperation.ts';

/** Opens the history and executes calls in order, until it is told to close. */
export function serveHistory(
  port: MessagePort,
  { file, busyTimeoutMs, slowMs, watches }: HistoryWorkerData,
): void {
  const refusalOf = (error: unknown) => classifyFailure(error, file);
  serveThread<HistoryContract>(port, refusalOf, (channel) => {
    const { db, fromVersion, version, backupFile } = openDatabase(file, { busyTimeoutMs });
    removeAbandonedCopies(file);
    const locks = createSessionLocks(join(file, '..', 'sessions'));
    const rowIds = createRowIdCache(db);
    const operations = createOperations(db, { file, locks, rowIds });
    const runner = createOperationRunner({ db, operations, slowMs, emit: channel.emit });
    const threads = Object.fromEntries(
      Object.entries(operations).flatMap(([name, { thread }]) => (thread === null ? [] : [[name, thread]])),
    );
    const unwatch = watches
      ? watchForeignChanges(db, () => channel.emit('changed by another program'))
      : () => {};
    return {
      opened: { fromVersion, version, backupFile, threads },
      take: createWorkQueue({ db, runner, rowIds, file, channel }),
      release: () => void db.pragma('shrink_memory'),
      close() {
        unwatch();
        try {
          db.pragma('wal_checkpoint(TRUNCATE)');
        } catch (error) {
          const fields = { reason: refusalOf(error).message };
          channel.emit({
            level: 'warn',
            message: 'The history could not be compacted while closing.',
            fields,
          });
        }
        db.close();
        noteAsLeft(file);
        locks.close();
      },
    };
  });
}

const lookEveryMs = 1500;

/**
 * Polls whether another program has written to the file, since SQLite has no notification for this. On this thread, because to
 * its own connection this program's writes are not foreign, and because a window at rest then wakes no other thread.
 * @returns stops it
 */
function watchForeignChanges(db: Database, onChange: () => void): () => void {
  const version = (): unknown => {
    try {
      return db.pragma('data_version', { simple: true });
    } catch {
      // A file that cannot be read has already been reported and may be repaired later.
      return null;
    }
  };
  let seen = version();
  const look = (): void => {
    const current = version();
    if (current === null) return;
    if (seen !== null && current !== seen) onChange();
    seen = current;
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
}

type Call = ThreadCall<HistoryContract>;
type Result =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: WireFailure };

/** Some dozen milliseconds of stored answers, for which a read that arrives then has to wait. */
const maxTogether = 96;

/**
 * Executes calls in order. Adjacent writes are committed together (answers without savepoints, others in a
 * savepoint each) and answered only after the commit: a result that says "stored" is on disk.
 */
function createWorkQueue(options: {
  readonly db: Database;
  readonly runner: OperationRunner;
  readonly rowIds: RowIdCache;
  readonly file: string;
  readonly channel: ThreadChannel<HistoryContract>;
}) {
  const { runner, rowIds, file, channel } = options;
  const commits = createGroupCommit(options.db);
  const waiting: Call[] = [];

  /** The writes at the front of the queue. */
  const takeWrites = (): readonly Call[] => {
    waiting.push(...channel.arrived());
    const read = waiting.findIndex(({ name }) => runner.isRead(name));
    return waiting.splice(0, Math.min(maxTogether, read === -1 ? waiting.length : read));
  };

  const stored = ({ id }: Call, output: unknown): Result => ({ id, ok: true, output });
  const failed = ({ id }: Call, error: unknown): Result => ({
    id,
    ok: false,
    failure: classifyFailure(error, file),
  });

  const readOne = (call: Call): Result => {
    try {
      return stored(call, runner.runApart(call.name, call.input));
    } catch (error) {
      return failed(call, error);
    }
  };

  /** Null if one of them failed; then nothing of any is stored. */
  const settleTogether = (calls: readonly Call[]): readonly Result[] | null => {
    const settleAll = () => rowIds.during(() => calls.map(({ name, input }) => runner.run(name, input)));
    const [outcome] = commits.together([settleAll]);
    return outcome?.ok ? calls.map((call, index) => stored(call, outcome.output[index])) : null;
  };

  const writeApart = (calls: readonly Call[]): readonly Result[] => {
    rowIds.forget();
    const outcomes = commits.apart(calls.map((call) => () => runner.run(call.name, call.input)));
    return calls.flatMap((call, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) return [];
      return outcome.ok ? stored(call, outcome.output) : failed(call, outcome.error);
    });
  };

  const writeTogether = (calls: readonly Call[]): readonly Result[] => {
    // A savepoint per answer would copy every page it touches once more. Failures are rare; then each is stored
    // again separately.
    const settling = calls.every(({ name }) => name === 'cells.settle');
    return (settling ? settleTogether(calls) : null) ?? writeApart(calls);
  };

  /** The result says that the answer is stored, so it is sent immediately after the commit, never before. */
  const answer = (results: readonly Result[]): void => {
    for (const result of results) {
      if (result.ok) channel.reply(result.id, result.output);
      else channel.refuse(result.id, result.failure);
    }
    channel.flush();
  };

  /** Works until the queue is empty. */
  return (first: readonly Call[]): void => {
    waiting.push(...first);
    for (;;) {
      const calls = takeWrites();
      if (calls.length > 0) answer(writeTogether(calls));
      else {
        const read = waiting.shift();
        if (!read) return;
        if (channel.wanted(read.id)) answer([readOne(read)]);
        else channel.skip(read.id);
      }
    }
  };
}
