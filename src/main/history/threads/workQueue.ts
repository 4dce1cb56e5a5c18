import type { Database } from 'better-sqlite3';
import { createGroupCommit } from '#platform/sqlite/groupCommit.ts';
import type { ThreadCall, ThreadChannel } from '#platform/threads/serveThread.ts';
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
  const { runner, rowIds, file, channel } = options;
  const commits = createGroupCommit(options.db);
  const waiting: Call[] = [];

  /** The writes at the front of what waits. */
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

  /** Null when one of them failed; then nothing of any is stored. */
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
    // A savepoint for each answer would copy every page it touches once more. None fails as a rule; where one does,
    // they are stored again, each apart.
    const settling = calls.every(({ name }) => name === 'cells.settle');
    return (settling ? settleTogether(calls) : null) ?? writeApart(calls);
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
        if (channel.wanted(read.id)) answer([readOne(read)]);
        else channel.skip(read.id);
      }
    }
  };
}
