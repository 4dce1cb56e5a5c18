import type { Clock, Random } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { deploymentNotices } from '#shared/interface/deployments.ts';
import { AppError } from '#shared/model/appError.ts';
import type { AskInput, Collected, RunPreview } from '#shared/model/run.ts';
import type { Connections, OpenConnection } from '../connections/connections.ts';
import { parseCellId } from '../history/store/ids.ts';
import type { CreatePlanRun } from '../history/store/operations/runCreation.ts';
import type { ReopeningHistory } from '../history/threads/reopeningHistory.ts';
import { type ClearedQueue, clearQueue } from './clearQueue.ts';
import { collectTasks } from './collectTasks.ts';
import { createOutcomes } from './outcomes.ts';
import { createPageFetcher } from './pageFetcher.ts';
import { type PlannedRun, planRun } from './planRun.ts';
import { createQueuedRuns } from './queuedRuns.ts';
import type { RescueFiles } from './rescueFiles.ts';
import { createRunExecutor, drainMs } from './runExecutor.ts';

export type ResumeInput = {
  readonly runId: string;
  readonly retryFailed: boolean;
  readonly includeUnknown: boolean;
  readonly cellIds?: readonly string[];
  /** Error codes: only cells that ended with one of them. */
  readonly causes?: readonly string[];
  /** A new credit limit. */
  readonly ceiling?: number;
};

type RunId = { readonly runId: string };
export type StartPlanned = Omit<CreatePlanRun, 'sessionId' | 'nowMs'>;

/** How long shutdown waits for the history to store the last outcomes, in milliseconds. */
const storeMs = 1000;
/** How long a run waits to learn an account's slots before it starts, in milliseconds. */
const learnMs = 3000;

function tooDear(maximumCredits: number | null, balance: number): string {
  const left = `the account has ${balance.toLocaleString('en')} credits left`;
  if (maximumCredits === null) return `The run cannot start: ${left}. Choose another connection.`;
  const cost = maximumCredits.toLocaleString('en');
  return `This can cost up to ${cost} credits, and ${left}. Choose fewer markets or another connection.`;
}

/** The highest cost of a question; null where neither the service nor the user says a price. */
const priceOf = ({ tariff }: OpenConnection, { limit }: AskInput, plan: PlannedRun): number | null =>
  tariff === null && limit?.perRequest === undefined ? null : plan.maximumCredits;

export type Runs = ReturnType<typeof createRuns>;

/** Operations on runs for the user: preview, start, cancel, resume, read and delete. */
export function createRuns(deps: {
  readonly history: ReopeningHistory;
  readonly connections: Connections;
  readonly rescueFiles: RescueFiles;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly publish: EventSink;
}) {
  const { history, connections, clock, publish } = deps;
  const pages = createPageFetcher(deps);
  const outcomes = createOutcomes({ ...deps, files: deps.rescueFiles });
  const queued = createQueuedRuns({ ...deps, pages, outcomes });
  const executor = createRunExecutor({ ...deps, pages, outcomes }, queued);
  let stopping = false;

  const usable = async (connectionId: string): Promise<OpenConnection> => {
    let connection = await connections.open(connectionId);
    const { id, slotLimit, keyProblem } = connection;
    if (slotLimit === null && keyProblem === null && !executor.knows(id)) {
      await connections.learnSlots(id, AbortSignal.timeout(learnMs));
      connection = await connections.open(id);
    }
    if (connection.keyProblem !== null) throw connection.keyProblem;
    return connection;
  };
  const begin = async (runId: string, connection: OpenConnection): Promise<void> => {
    const runConfig = await history.call('runs.config', { runId, nowMs: clock.now() });
    if (runConfig.mode === 'queued') queued.begin(runId, connection, runConfig);
    else executor.begin(runId, connection, runConfig);
  };
  const ended = async (runId: string): Promise<void> => {
    await executor.ended(runId);
    await queued.ended(runId);
  };
  const refuseWhenStopping = (): void => {
    if (stopping) throw new AppError('SHUTTING_DOWN', 'Parallax is closing. Nothing was sent.');
  };

  /**
   * Resumes collecting the answers of tasks that a program left at their service when it ended; sends nothing
   * new, so it costs nothing. Each run is adopted by one program only. Returns the number of adopted runs.
   */
  const resumeOrphanedTasks = async (): Promise<number> => {
    let taken = 0;
    for (const { runId, connectionId } of await history.call('runs.uncollected', {})) {
      const connection = await connections.open(connectionId).catch(() => null);
      if (connection === null || connection.keyProblem !== null || stopping) continue;
      const sessionId = history.sessionId();
      if (!(await history.call('queues.adopt', { runId, sessionId }))) continue;
      await begin(runId, connection);
      taken += 1;
    }
    return taken;
  };

  return {
    /** Cost, duration and validation errors of a question; sends nothing. */
    async preview(input: AskInput): Promise<RunPreview> {
      const [connection, typicalMs] = await Promise.all([
        connections.open(input.connectionId),
        history.call('observations.typicalMs', { engine: input.engine }),
      ]);
      const plan = planRun(input, connection.deployment);
      const { credits, slots } = connections.account(connection.id);
      const limit = slots?.limit ?? connection.slotLimit;
      const waves = Math.ceil(plan.cells.length / Math.max(1, limit ?? 1));
      const problems = [...plan.problems];
      if (connection.keyProblem !== null)
        problems.push({ field: 'connectionId', message: connection.keyProblem.message });
      const maximumCredits = priceOf(connection, input, plan);
      const balance = credits?.remaining ?? null;
      if (balance !== null && (balance <= 0 || balance < (maximumCredits ?? 0)))
        problems.push({ field: 'connectionId', message: tooDear(maximumCredits, balance) });
      return {
        cells: plan.cells.length,
        maximumCredits,
        balance,
        slots: limit,
        estimatedSeconds: typicalMs === null || limit === null ? null : Math.ceil((waves * typicalMs) / 1000),
        problems,
        notices: deploymentNotices(connection.deployment, [input.engine]),
      };
    },

    /** Plans every cell, then sends them. @throws AppError INVALID_INPUT with the fields, UNAUTHORIZED, NOT_FOUND */
    async start({ projectId, ...input }: RouteParsedInput<'runs.start'>): Promise<{ runId: string }> {
      refuseWhenStopping();
      const { deployment } = await connections.open(input.connectionId);
      const plan = planRun(input, deployment);
      if (plan.problems.length > 0) {
        const message = plan.problems.map((problem) => problem.message).join(' ');
        throw new AppError('INVALID_INPUT', message, { fields: plan.problems });
      }
      const connection = await usable(input.connectionId);
      const options = input.options ?? {};
      const { runId } = await history.call('runs.create', {
        sessionId: history.sessionId(),
        projectId,
        question: plan.question,
        wordings: input.wordings,
        engine: input.engine,
        connectionId: connection.id,
        options,
        samples: input.samples ?? 1,
        cells: plan.cells,
        ceiling: input.limit?.credits,
        maximumCredits: priceOf(connection, input, plan) ?? undefined,
        nowMs: clock.now(),
      });
      await begin(runId, connection);
      return { runId };
    },

    /**
     * Creates a run of a plan version and executes it.
     * @throws AppError UNAUTHORIZED, NOT_FOUND, CONFLICT
     */
    async startPlanned(input: StartPlanned): Promise<{
      readonly runId: string;
      readonly cells: number;
      readonly maximumCredits: number;
    }> {
      refuseWhenStopping();
      const connection = await usable(input.connectionId);
      const run = await history.call('plans.createRun', {
        ...input,
        sessionId: history.sessionId(),
        nowMs: clock.now(),
      });
      await begin(run.runId, connection);
      return run;
    },

    /** Starts a run that was planned elsewhere for this session, such as by a monitor. */
    carryOut: async (runId: string, connectionId: string): Promise<void> =>
      begin(runId, await usable(connectionId)),

    /** Sends nothing more until it is resumed. False if it was not running. */
    async pause({ runId }: RunId): Promise<{ paused: boolean }> {
      const paused = await history.call('runs.pause', { runId, reason: 'person' });
      queued.nudge(runId);
      publish('run.changed', { run: await history.call('runs.status', { runId }), cells: [] });
      return { paused };
    },

    /**
     * Sends nothing more. Answers in progress are paid for, so it waits a few seconds for them; a second call
     * aborts them immediately, and they count as unknown.
     */
    async cancel({ runId }: RunId): Promise<{ cancelled: number }> {
      const before = await history.call('runs.status', { runId });
      const { cancelled } = await history.call('runs.cancel', { runId, nowMs: clock.now() });
      const { counts } = await history.call('runs.status', { runId });
      if (before.plan?.mode === 'queued') {
        // A run that another program executes is cancelled there; a run without a program is cancelled here.
        if (queued.has(runId)) queued.nudge(runId);
        else if (before.state !== 'running' && counts.running > 0)
          await begin(runId, await usable(before.connectionId));
      }
      if (!executor.cancel(runId))
        publish('run.changed', { run: await history.call('runs.status', { runId }), cells: [] });
      return { cancelled: cancelled + counts.running };
    },

    async resume(input: ResumeInput): Promise<{ resumed: number; collecting: number }> {
      refuseWhenStopping();
      await executor.ended(input.runId);
      const run = await history.call('runs.status', { runId: input.runId });
      const connection = await usable(run.connectionId);
      const ordinals = input.cellIds?.map((id) => {
        const cell = parseCellId(id);
        if (cell?.runId === input.runId) return cell.ordinal;
        throw new AppError('NOT_FOUND', `The request ${id} does not belong to this run.`);
      });
      const plan = await history.call('runs.replan', {
        runId: input.runId,
        sessionId: history.sessionId(),
        failed: input.retryFailed,
        unknown: input.includeUnknown,
        ordinals,
        causes: input.causes,
        ceiling: input.ceiling,
      });
      if (plan.ready > 0 || plan.collecting > 0) {
        if (queued.has(input.runId)) queued.nudge(input.runId);
        else await begin(input.runId, connection);
      }
      return { resumed: plan.ready, collecting: plan.collecting };
    },

    /** @throws AppError NOT_FOUND, UNAUTHORIZED */
    async collect(input: RouteParsedInput<'runs.collect'>): Promise<{ outcomes: Collected[] }> {
      refuseWhenStopping();
      const { runId } = input;
      const { connectionId } = await history.call('runs.status', { runId });
      const collected = await collectTasks(input, { ...deps, outcomes, connect: () => usable(connectionId) });
      publish('run.changed', { run: await history.call('runs.status', { runId }), cells: [] });
      return { outcomes: [...collected] };
    },

    /** Moves a run to the trash. One in progress is cancelled first, and its next answers are waited for. */
    async remove({ runId }: RunId): Promise<{ removed: boolean }> {
      const run = await history.call('runs.status', { runId }).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      });
      if (run === null) return { removed: false };
      if (run.state === 'running' || run.state === 'paused' || run.counts.running > 0) {
        await history.call('runs.cancel', { runId, nowMs: clock.now() });
        queued.nudge(runId);
        // Answers of engines take longer than a user waits: what has none by then is aborted, its charge unknown. Only
        // tasks at a service cannot be taken back, and then the history says that the run is in progress.
        for (let attempt = 0; attempt < 2; attempt++) {
          executor.cancel(runId);
          const late = new AbortController();
          await Promise.race([ended(runId), clock.wait(drainMs, late.signal).catch(() => undefined)]);
          late.abort();
        }
      }
      const { removed } = await history.call('trash.add', { runId, nowMs: clock.now() });
      if (removed) publish('run.removed', { runId });
      return { removed };
    },
    ended,
    resumeOrphanedTasks,
    /**
     * Removes everything waiting in an account's queue, for all its users.
     * @throws ServiceError, AppError
     */
    async clearQueue(connectionId: string): Promise<ClearedQueue> {
      refuseWhenStopping();
      return clearQueue(connectionId, { ...deps, usable, queued, collect: resumeOrphanedTasks });
    },
    fetchPendingPages: executor.fetchPendingPages,
    /** Answers that cannot be stored now; null if everything is stored. */
    unstored: outcomes.status,
    /** Stores the answers that earlier programs could not store. Returns how many. */
    recover: outcomes.recover,
    /** Writes what is not stored to a file, as `stop` does, for a program that must end at once. */
    rescue: outcomes.rescue,
    async stop(): Promise<void> {
      stopping = true;
      // A command ends once its run is finished, while the last pages may still be on their way.
      const late = new AbortController();
      clock.wait(drainMs, late.signal).then(pages.stop, () => undefined);
      const queue = queued.stop();
      await executor.drain();
      const stored = Promise.all([queue, executor.stopped()]);
      if (outcomes.status() === null)
        await Promise.race([stored, clock.wait(storeMs, late.signal).catch(() => undefined)]);
      outcomes.leave();
      await stored;
      late.abort();
      pages.stop();
      outcomes.rescue();
    },
  };
}
