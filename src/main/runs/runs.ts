import type { Clock, Logger, Random } from '#main/ports/ports.ts';
import { AppError } from '#shared/bridge/appError.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { AskInput, RunDetail, RunPreview, RunSummary } from '#shared/bridge/routes/runs.ts';
import type { Connections, OpenConnection } from '../connections/connections.ts';
import type { ListRuns } from '../history/operations/runs.ts';
import type { ReopeningHistory } from '../history/reopeningHistory.ts';
import { parseCellUid } from '../history/uid.ts';
import { planRun } from './planRun.ts';
import { createRunExecutor } from './runExecutor.ts';

export type ResumeInput = {
  readonly runId: string;
  readonly retryFailed: boolean;
  readonly includeUnknown: boolean;
  readonly cellIds?: readonly string[] | undefined;
};

/** How long a run waits to learn an account's slots before it starts, milliseconds. */
const learnMs = 3000;

function tooDear(maximumCredits: number | null, balance: number): string {
  const left = `the account has ${balance.toLocaleString('en')} credits left`;
  if (maximumCredits === null) return `Nothing can be asked: ${left}. Choose another connection.`;
  const cost = maximumCredits.toLocaleString('en');
  return `This can cost up to ${cost} credits and ${left}: choose fewer markets or another connection.`;
}

export type Runs = ReturnType<typeof createRuns>;

/** What a person can do with runs: preview, start, cancel, resume, look at and remove them. */
export function createRuns(deps: {
  readonly history: ReopeningHistory;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly publish: EventSink;
}) {
  const { history, connections, clock, publish } = deps;
  const executor = createRunExecutor(deps);
  let stopping = false;

  const usable = async (connectionId: string): Promise<OpenConnection> => {
    let connection = await connections.open(connectionId);
    if (connection.slotLimit === null && connection.hasKey && !executor.knows(connectionId)) {
      await connections.learnSlots(connectionId, AbortSignal.timeout(learnMs));
      connection = await connections.open(connectionId);
    }
    if (!connection.hasKey) {
      throw new AppError('UNAUTHORIZED', `The connection "${connection.name}" has no key: enter one first.`);
    }
    return connection;
  };
  const refuseWhenStopping = (): void => {
    if (stopping) throw new AppError('SHUTTING_DOWN', 'Parallax is closing; nothing was sent.');
  };

  return {
    /** What a question would cost and take, and what is wrong with it; sends nothing. */
    async preview(input: AskInput): Promise<RunPreview> {
      const plan = planRun(input);
      const [connection, typicalMs] = await Promise.all([
        connections.open(input.connectionId),
        history.call('observations.typicalMs', { engine: input.engine }),
      ]);
      const { credits, slots } = connections.account(connection.uid);
      const limit = slots?.limit ?? connection.slotLimit;
      const waves = Math.ceil(plan.cells.length / Math.max(1, limit ?? 1));
      const problems = [...plan.problems];
      if (!connection.hasKey) {
        const message = `The connection "${connection.name}" has no key: enter one first.`;
        problems.push({ field: 'connectionId', message });
      }
      const maximumCredits = connection.embedded ? plan.maximumCredits : null;
      const balance = credits?.remaining ?? null;
      if (balance !== null && (balance <= 0 || balance < (maximumCredits ?? 0))) {
        problems.push({ field: 'connectionId', message: tooDear(maximumCredits, balance) });
      }
      return {
        cells: plan.cells.length,
        maximumCredits,
        balance,
        slots: limit,
        estimatedSeconds: typicalMs === null || limit === null ? null : Math.ceil((waves * typicalMs) / 1000),
        problems,
      };
    },

    /** Plans every cell, then sends them. @throws AppError INVALID_INPUT with the fields, UNAUTHORIZED, NOT_FOUND */
    async start(input: AskInput): Promise<{ runId: string }> {
      refuseWhenStopping();
      const plan = planRun(input);
      if (plan.problems.length > 0) {
        const message = plan.problems.map((problem) => problem.message).join(' ');
        throw new AppError('INVALID_INPUT', message, { fields: plan.problems });
      }
      const connection = await usable(input.connectionId);
      const options = input.options ?? {};
      const { runUid } = await history.call('runs.create', {
        sessionUid: history.sessionUid(),
        question: plan.question,
        engine: input.engine,
        connectionUid: connection.uid,
        options,
        samples: input.samples ?? 1,
        cells: plan.cells,
        nowMs: clock.now(),
      });
      executor.begin(runUid, connection, options);
      return { runId: runUid };
    },

    /**
     * Sends nothing more. Answers under way are paid for, so they are waited for a few seconds; a second call ends
     * them at once, and they count as unknown.
     */
    async cancel(runUid: string): Promise<{ cancelled: number }> {
      const { cancelled } = await history.call('runs.cancel', { runUid, nowMs: clock.now() });
      const { counts } = await history.call('runs.summary', { runUid });
      if (!executor.cancel(runUid))
        publish('run.changed', { run: await history.call('runs.summary', { runUid }), cells: [] });
      return { cancelled: cancelled + counts.running };
    },

    async resume(input: ResumeInput): Promise<{ resumed: number }> {
      refuseWhenStopping();
      await executor.ended(input.runId);
      const { run } = await history.call('runs.get', { runUid: input.runId });
      const connection = await usable(run.connectionId);
      const ordinals = input.cellIds?.map((id) => {
        const cell = parseCellUid(id);
        if (cell?.runUid === input.runId) return cell.ordinal;
        throw new AppError('NOT_FOUND', `The cell ${id} does not belong to this run.`);
      });
      const plan = await history.call('runs.replan', {
        runUid: input.runId,
        sessionUid: history.sessionUid(),
        failed: input.retryFailed,
        unknown: input.includeUnknown,
        ordinals,
      });
      if (plan.ready > 0) executor.begin(input.runId, connection, plan.options);
      return { resumed: plan.ready };
    },

    list: (input: ListRuns): Promise<{ readonly runs: readonly RunSummary[]; readonly more: boolean }> =>
      history.call('runs.list', input),
    get: (runUid: string): Promise<RunDetail> => history.call('runs.get', { runUid }),
    async remove(runUid: string): Promise<{ removed: boolean }> {
      const { removed } = await history.call('runs.remove', { runUid });
      if (removed) publish('run.removed', { runId: runUid });
      return { removed };
    },
    ended: executor.ended,
    fetchPendingPages: executor.fetchPendingPages,
    async stop(): Promise<void> {
      stopping = true;
      await executor.stop();
    },
  };
}
